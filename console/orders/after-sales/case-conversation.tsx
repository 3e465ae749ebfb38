import { MessageForm } from '#console/platform/components/message-form.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { AFTER_SALE_MESSAGE_LENGTH_MAX, type ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { afterSaleHistoryLabel } from './after-sale-view.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sales-api.ts'

/** The events and messages, and a field for a message to the buyer. */
export function AfterSaleConversation({ opened: { enterpriseId, id, entries, actions } }: { opened: ConsoleAfterSale }) {
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
        <MessageForm
          className="after-sale-say"
          lengthMax={AFTER_SALE_MESSAGE_LENGTH_MAX}
          send={(text) => afterSaleApi.say({ enterpriseId, id, text })}
          invalidates={invalidatedByAfterSale}
        />
      )}
    </Panel>
  )
}
