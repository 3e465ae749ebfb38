import { AFTER_SALE_MESSAGE_LENGTH_MAX, type AfterSaleDetail } from '#contract/orders/after-sales/shapes.ts'
import { NewMessageForm } from '#storefront/platform/components/new-message.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sale-api.ts'
import { afterSaleHistoryLabel } from './apply-view.ts'

/** The events and messages of an after-sale, the newest last, and a field for a message. */
export function AfterSaleConversation({ opened: { id, entries, actions } }: { opened: AfterSaleDetail }) {
  return (
    <section aria-labelledby="talk" className="panel p-4 md:p-5">
      <h2 id="talk" className="mb-3 text-md md:text-lg">
        进度和留言
      </h2>
      <ol className="flex flex-col gap-3">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added and have no id
          <li key={at} className={entry.verb === 'say' && entry.mine ? 'ml-auto max-w-[85%]' : 'max-w-[85%]'}>
            <p className="text-xs text-mute">
              {entry.by} · <span className="num">{formatShanghaiTimeToSecond(entry.at)}</span>
            </p>
            {entry.verb === 'say' ? (
              <p className={`mt-1 rounded-panel px-3 py-2 break-words whitespace-pre-wrap ${entry.mine ? 'bg-jade-tint' : 'bg-paper'}`}>
                {entry.text}
              </p>
            ) : (
              <p className="mt-0.5">
                <span className="font-medium">{afterSaleHistoryLabel(entry.verb)}</span>
                {entry.text !== '' && <span className="ml-2 break-words text-mute">{entry.text}</span>}
              </p>
            )}
          </li>
        ))}
      </ol>
      {actions.includes('say') && (
        <NewMessageForm
          name={`word for ${id}`}
          lengthMax={AFTER_SALE_MESSAGE_LENGTH_MAX}
          send={(text) => afterSaleApi.say({ id, text })}
          invalidates={invalidatedByAfterSale}
          divided
        />
      )}
    </section>
  )
}
