import type { ReactNode } from 'react'
import { PageHead } from '#console/platform/components/panel.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { isReviewLate, type ReviewDueDay } from './review-view.ts'
import './reviews.css'

/** The data that a queue shows of each submission: the promised day of an answer, and how long the reader's claim lasts. */
interface Review {
  company: string
  submittedAt: Date
  /** The last day of the promise, 'YYYY-MM-DD' in Shanghai. */
  expectedDay: string
  claimedUntil: Date | null
}

interface Props {
  review: Review
  status: { label: string; tone: TagTone }
  /** What was submitted. */
  subject: string
  /** The text at the end of the note. */
  after?: ReactNode
  actions: ReactNode
}

/** The head of a submission that is being reviewed. */
export function ReviewHead({ review: { company, submittedAt, expectedDay, claimedUntil }, status, subject, after, actions }: Props) {
  return (
    <PageHead
      title={
        <>
          {company}
          <span className="tags">
            <Tag tone={status.tone}>{status.label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {subject} · 提交于 <span className="num">{formatShanghaiTimeToMinute(submittedAt)}</span> · 应于{' '}
          <span className="num">{expectedDay}</span> 前完成
          {claimedUntil && (
            <>
              {' '}
              · 由您处理至 <span className="num">{formatShanghaiTimeToMinute(claimedUntil).slice(11)}</span>
            </>
          )}
          {after}
        </>
      }
      actions={actions}
    />
  )
}

/** The day by which a submission is answered. One that waits longer stands out. */
export function ReviewDueDayText({ day, waiting }: ReviewDueDay) {
  const late = isReviewLate({ day, waiting }, toShanghaiDay(useNow()))
  return (
    <span className={late ? 'num review-late' : 'num'}>
      {day}
      {late && ' 已超期'}
    </span>
  )
}
