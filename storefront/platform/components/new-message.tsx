import type { QueryKey } from '@tanstack/react-query'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

interface Props {
  /** Under which the text is stored until it is sent: one per conversation. */
  name: string
  /** In characters. */
  lengthMax: number
  /** Sends a message, without spaces around it. */
  send: (text: string) => Promise<unknown>
  /** The queries that show the conversation. */
  invalidates: readonly QueryKey[]
  /** A line separates it from the messages above. */
  divided: boolean
}

/** The field for the next message to customer service. What is typed is kept until it is sent. */
export function NewMessageForm({ name, lengthMax, send: sendText, invalidates, divided }: Props) {
  const [text, setText, sent] = usePersistedState(name, () => '')
  const send = useApiMutation((message: string) => sendText(message.trim()), {
    clearStoredForm: sent,
    fields: ['text'],
    invalidates,
    // What has been written since is the next message.
    onSuccess: (_, message) => setText((now) => (now === message ? '' : now)),
  })
  return (
    <form
      className={divided ? 'mt-4 border-t border-line-soft pt-3' : ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate(text)
      }}
    >
      <TextAreaField
        label="给客服留言"
        rows={2}
        maxLength={lengthMax}
        value={text}
        error={send.errorsByField.text}
        onChange={({ target }) => {
          send.clearError()
          setText(target.value)
        }}
        hint={`最多 ${lengthMax} 字`}
      />
      <div className="flex justify-end">
        <Button type="submit" look="line" busy={send.isPending} disabled={text.trim() === ''}>
          发送
        </Button>
      </div>
    </form>
  )
}
