import type { QueryKey } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useApiMutation } from './use-api-mutation.ts'

interface Props {
  className: string
  /** In characters. */
  lengthMax: number
  /** Sends a message, without spaces around it. */
  send: (text: string) => Promise<unknown>
  /** The queries that show the conversation. */
  invalidates: readonly QueryKey[]
}

/** The field for the next message to the buyer. */
export function MessageForm({ className, lengthMax, send: sendText, invalidates }: Props) {
  const [text, setText] = useState('')
  const send = useApiMutation((message: string) => sendText(message.trim()), {
    invalidates,
    // What has been written since is the next message.
    onSuccess: (_, message) => setText((now) => (now === message ? '' : now)),
  })
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate(text)
      }}
    >
      <Input.TextArea
        aria-label="给买家留言"
        placeholder="给买家留言"
        rows={2}
        maxLength={lengthMax}
        showCount
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" loading={send.isPending} disabled={text.trim() === ''}>
        发送
      </Button>
    </form>
  )
}
