import { Button, Input } from 'antd'
import { useState } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleQuotation, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotations-api.ts'

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened: { enterpriseId, id, messages, actions } }: { opened: ConsoleQuotation }) {
  const [text, setText] = useState('')
  const send = useApiMutation((message: string) => quotationApi.sendMessage({ enterpriseId, id, text: message.trim() }), {
    invalidates: invalidatedByQuotation,
    // What has been written since is the next message.
    onSuccess: (_, message) => setText((now) => (now === message ? '' : now)),
  })
  return (
    <Panel title="留言">
      {messages.length === 0 && <p className="mute">还没有留言</p>}
      <ol className="quotation-talk">
        {messages.map(({ from, by, text: body, at }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added and have no id
          <li key={place} className={from === 'staff' ? 'ours' : ''}>
            <small>
              {by} · <span className="num">{formatShanghaiTimeToSecond(at)}</span>
            </small>
            <p>{body}</p>
          </li>
        ))}
      </ol>
      {actions.includes('sendMessage') && (
        <form
          className="quotation-say"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') send.mutate(text)
          }}
        >
          <Input.TextArea
            aria-label="给买家留言"
            placeholder="给买家留言"
            rows={2}
            maxLength={QUOTATION_TEXT_LENGTH_MAX}
            showCount
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button htmlType="submit" loading={send.isPending} disabled={text.trim() === ''}>
            发送
          </Button>
        </form>
      )}
    </Panel>
  )
}
