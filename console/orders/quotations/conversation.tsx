import { MessageForm } from '#console/platform/components/message-form.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { type ConsoleQuotation, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotations-api.ts'

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened: { enterpriseId, id, messages, actions } }: { opened: ConsoleQuotation }) {
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
        <MessageForm
          className="quotation-say"
          lengthMax={QUOTATION_TEXT_LENGTH_MAX}
          send={(text) => quotationApi.sendMessage({ enterpriseId, id, text })}
          invalidates={invalidatedByQuotation}
        />
      )}
    </Panel>
  )
}
