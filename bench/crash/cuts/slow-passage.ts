import { setTimeout as wait } from 'node:timers/promises'
import type { CommitCutPlan } from './commit-watch.ts'

/** One chunk in so many is passed on late, and by how much at most. */
const SLOW_EVERY = 16
const LONGEST_MS = 40

/** Where chunks go. */
interface Destination {
  readonly destroyed: boolean
  write(chunk: Buffer): unknown
}

/**
 * The way to one side of a connection. While connections are cut, some chunks are passed on late, and all in their order: the acts of others
 * come between the statements of a transaction, so that a lock that is missing shows also on a machine where they rarely would.
 */
export function createSlowPassage(to: Destination, { plan }: { plan: Pick<CommitCutPlan, 'cutting' | 'random'> }): (chunk: Buffer) => void {
  let passed = Promise.resolve()
  const passOn = async (chunk: Buffer, lateMs: number) => {
    if (lateMs > 0) await wait(lateMs)
    if (!to.destroyed) to.write(chunk)
  }
  return (chunk) => {
    const lateMs = plan.cutting && plan.random.below(SLOW_EVERY) === 0 ? 1 + plan.random.below(LONGEST_MS) : 0
    passed = passed.then(() => passOn(chunk, lateMs))
  }
}
