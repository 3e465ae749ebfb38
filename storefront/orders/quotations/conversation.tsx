import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QUOTATION_TEXT_LENGTH_MAX, type QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { NewMessageForm } from '#storefront/platform/components/new-message.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotation-api.ts'

/** Marks what staff have written as read by the company. The page goes on to show what was new when it was opened. */
function useReadMark({ id, messages, readUpTo }: QuotationDetail): void {
  const queries = useQueryClient()
  const upTo = messages.findLast(({ from }) => from === 'staff')?.no ?? 0
  useEffect(() => {
    if (upTo <= readUpTo) return
    // Without it they only stay marked as unread.
    quotationApi.markRead({ id, upTo }).then(
      () => queries.invalidateQueries({ queryKey: ['quotation', 'list'] }),
      () => undefined,
    )
  }, [id, queries, readUpTo, upTo])
}

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened }: { opened: QuotationDetail }) {
  const { id, messages, actions, readUpTo } = opened
  useReadMark(opened)
  const open = actions.includes('sendMessage')
  if (messages.length === 0 && !open) return null
  return (
    <section aria-labelledby="talk" className="panel p-4 md:p-5">
      <h2 id="talk" className="mb-3 text-md md:text-lg">
        留言
      </h2>
      <ol className="flex flex-col gap-3">
        {messages.map(({ no, from, by, text, at }) => (
          <li key={no} className={`w-fit max-w-[85%] ${from === 'buyer' ? 'ml-auto' : ''}`}>
            <p className="text-xs text-mute">
              {from === 'staff' && no > readUpTo && <span className="mr-1.5 font-medium text-copper">未读</span>}
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
