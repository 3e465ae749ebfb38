import { QUOTATION_TEXT_LENGTH_MAX, type QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { NewMessageForm } from '#storefront/platform/components/new-message.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotation-api.ts'

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened: { id, messages, actions } }: { opened: QuotationDetail }) {
  const open = actions.includes('sendMessage')
  if (messages.length === 0 && !open) return null
  return (
    <section aria-labelledby="talk" className="panel p-4 md:p-5">
      <h2 id="talk" className="mb-3 text-md md:text-lg">
        留言
      </h2>
      <ol className="flex flex-col gap-3">
        {messages.map(({ from, by, text, at }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added and have no id
          <li key={place} className={`w-fit max-w-[85%] ${from === 'buyer' ? 'ml-auto' : ''}`}>
            <p className="text-xs text-mute">
              {by} · <span className="num">{formatShanghaiTimeToSecond(at)}</span>
            </p>
            <p className={`mt-1 rounded-panel px-3 py-2 break-words whitespace-pre-wrap ${from === 'buyer' ? 'bg-jade-tint' : 'bg-paper'}`}>
              {text}
            </p>
          </li>
        ))}
      </ol>
      {open && (
        <NewMessageForm
          name={`message about quotation ${id}`}
          lengthMax={QUOTATION_TEXT_LENGTH_MAX}
          send={(text) => quotationApi.sendMessage({ id, text })}
          invalidates={invalidatedByQuotation}
          divided={messages.length > 0}
        />
      )}
    </section>
  )
}
