import { type VerificationSubmission, verificationSteps } from '#contract/people/verification/api.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useSubmissionHistory } from './verification-api.ts'

const states: Record<VerificationSubmission['state'], { label: string; look: string }> = {
  WAIT: { label: '审核中', look: 'text-gold' },
  PASS: { label: '已通过', look: 'text-jade' },
  FAIL: { label: '未通过', look: 'text-danger' },
}

/** 认证历史: all submissions with the time and the result of their review. */
export function SubmissionHistory() {
  const track = useSubmissionHistory()
  return (
    <section className="panel" aria-labelledby="verification-history">
      <h2 id="verification-history" className="border-b border-line-soft px-4 py-3 text-md font-semibold md:px-6">
        认证历史
      </h2>
      <QueryContent from={track} skeleton={<Skeleton className="m-4 h-16" />}>
        {(rows) => (
          <ol>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ol>
        )}
      </QueryContent>
    </section>
  )
}

function Row({ row: { step, state, submittedAt, reviewedAt, reasons, opinion } }: { row: VerificationSubmission }) {
  const { label, look } = states[state]
  const reasonsAndOpinion = [...reasons, ...(opinion ? [opinion] : [])]
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line-soft px-4 py-3 first:border-t-0 md:px-6">
      <span className="font-medium">{verificationSteps[step]}</span>
      <span className={`text-sm ${look}`}>{label}</span>
      <span className="num ml-auto text-sm text-mute">
        {formatShanghaiTimeToMinute(submittedAt)} 提交{reviewedAt && `，${formatShanghaiTimeToMinute(reviewedAt)} 审核`}
      </span>
      {reasonsAndOpinion.length > 0 && <span className="basis-full text-sm text-mute">{reasonsAndOpinion.join('；')}</span>}
    </li>
  )
}
