import { Refusal } from '#contract/platform/core/refusal.ts'
import { TransportError } from '#ui/send.ts'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

/** Whether the result is unknown: the connection was lost, or the server gave up waiting. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof Refusal && ['OVERLOADED', 'OUTCOME_UNKNOWN'].includes(error.reason))

interface Props {
  error: unknown
  /** What was not done, if that is known: 没有导入. */
  title: string
  /** Sends the same file again with the same key. */
  again: (() => void) | undefined
  /** What to do if it is known that nothing was done. */
  anew?: (() => void) | undefined
}

/**
 * The error of an import, or of one without an answer. In that case it may have been done, and sending it again returns the result without
 * doing it twice.
 */
export function ImportError({ error, title, again, anew }: Props) {
  const unanswered = isUnanswered(error)
  const retry = unanswered ? again : anew
  return (
    <Panel title={unanswered ? '没有收到结果' : title}>
      <ErrorState
        error={error}
        {...(unanswered && again && { next: '可能已经导入。点“重试”取回这次导入的结果，不会重复导入。' })}
        {...(retry && { retry })}
      />
    </Panel>
  )
}
