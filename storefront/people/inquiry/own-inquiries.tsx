import { useQuery } from '@tanstack/react-query'
import type { OwnInquiry } from '#contract/people/inquiry/api.ts'
import { inquiryTopics, supportInquiryLifecycle } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ownInquiriesQuery } from './inquiry-api.ts'

/** The person's own inquiries with their answers; nothing if there are none. */
export function OwnInquiries() {
  const own = useQuery(ownInquiriesQuery)
  if (own.data?.length === 0) return null
  return (
    <section aria-labelledby="own-inquiries" className="panel px-4 py-5 md:px-8 md:py-6">
      <h2 id="own-inquiries" className="text-lg">
        我的留言
      </h2>
      <QueryContent from={own} skeleton={<Skeleton className="mt-3 h-24" />}>
        {(rows) => (
          <ol className="divide-y divide-line-soft">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ol>
        )}
      </QueryContent>
    </section>
  )
}

const looks: Record<OwnInquiry['state'], string> = { OPEN: 'text-copper', ANSWERED: 'text-success', CLOSED: 'text-mute' }

function Row({ row: { topic, text, state, answer, at, stateAt } }: { row: OwnInquiry }) {
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-mute">
        <span>
          {inquiryTopics[topic].label} · <time className="num">{formatShanghaiTimeToMinute(at)}</time>
        </span>
        <span className={`font-medium ${looks[state]}`}>{supportInquiryLifecycle.states[state].label}</span>
      </p>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
      {state === 'ANSWERED' && (
        <div className="mt-2.5 border-l-3 border-jade bg-jade-tint px-3.5 py-2.5">
          <p className="text-sm text-mute">
            客服回复 · <time className="num">{formatShanghaiTimeToMinute(stateAt)}</time>
          </p>
          <p className="break-words whitespace-pre-line">{answer}</p>
        </div>
      )}
    </li>
  )
}
