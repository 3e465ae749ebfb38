import { Button, Input } from 'antd'
import { useState } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { AFTER_SALE_MESSAGE_LENGTH_MAX, type ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { afterSaleHistoryLabel } from './after-sale-view.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sales-api.ts'

/** The events and messages, and a field for a message to the buyer. */
export function AfterSaleConversation({ opened: { enterpriseId, id, entries, actions } }: { opened: ConsoleAfterSale }) {
  const [text, setText] = useState('')
  const say = useApiMutation((message: string) => afterSaleApi.say({ enterpriseId, id, text: message.trim() }), {
    invalidates: invalidatedByAfterSale,
    // What has been written since is the next message.
    onSuccess: (_, message) => setText((now) => (now === message ? '' : now)),
  })
  return (
    <Panel title="进度和留言">
      <ol className="after-sale-talk">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added and have no id
          <li key={at} className={entry.verb === 'say' ? (entry.mine ? 'said ours' : 'said') : ''}>
            <small>
              {entry.by} · <span className="num">{formatShanghaiTimeToSecond(entry.at)}</span>
            </small>
            {entry.verb === 'say' ? (
              <p>{entry.text}</p>
            ) : (
              <div>
                <b>{afterSaleHistoryLabel(entry.verb)}</b> {entry.text}
              </div>
            )}
          </li>
        ))}
      </ol>
      {actions.includes('say') && (
        <form
          className="after-sale-say"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') say.mutate(text)
          }}
        >
          <Input.TextArea
            aria-label="给买家留言"
            placeholder="给买家留言"
            rows={2}
            maxLength={AFTER_SALE_MESSAGE_LENGTH_MAX}
            showCount
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button htmlType="submit" loading={say.isPending} disabled={text.trim() === ''}>
            发送
          </Button>
        </form>
      )}
    </Panel>
  )
}
