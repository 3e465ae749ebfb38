import type { ReactNode } from 'react'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

interface Props {
  by: string
  text: string
  at: Date
  /** The actions, next to the time. */
  children?: ReactNode
}

/** A text below a comment: the seller's reply, or an addition of the buyer. */
export const CommentReplyText = ({ by, text, at, children }: Props) => (
  <div className="mt-2 rounded-control bg-paper px-3 py-2">
    <p className="text-sm text-mute">
      <span className="font-medium text-ink">{by}</span> <span className="num ml-1">{formatShanghaiTimeToMinute(at)}</span>
      {children}
    </p>
    <p className="mt-0.5 break-words whitespace-pre-wrap">{text}</p>
  </div>
)
