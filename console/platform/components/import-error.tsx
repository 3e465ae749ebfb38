import { Refusal } from '#contract/platform/core/refusal.ts'
import { TransportError } from '#ui/send.ts'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

/** Nobody knows whether it was done: the line failed, or the server gave up waiting for what it had begun. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof Refusal && ['OVERLOADED', 'OUTCOME_UNKNOWN'].includes(error.reason))

interface Props {
  error: unknown
  /** What did not happen, where that is known: 没有导入. */
  title: string
  /** Sends the same file again under the same key. */
  again: (() => void) | undefined
  /** What to do where it is known that nothing was done. */
  anew?: (() => void) | undefined
}

/**
 * An import that came to nothing, or whose answer did not come: then it may have been done, and the same sent again fetches its outcome without
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
