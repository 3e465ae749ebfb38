import { createHash } from 'node:crypto'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { type Db, runInTransaction, type Tx } from './db.ts'
import { monotonicNowMs } from './moment.ts'

/** After this time the rest becomes another job, so that a stopping server can stop, and other jobs get their turn. */
const SLICE_MS = 8_000
/** How often the visible progress is updated. */
const SHOWN_MS = 1_000

/** Why progress is recorded: for people who watch it, because the time is over and there is more to do, or because everything is done. */
export type ProgressRecordReason = 'none' | 'slice' | 'complete'

/** The end of a time slice that begins now, on the clock of `monotonicNowMs`. */
export const computeTimeSliceEnd = (): number => monotonicNowMs() + SLICE_MS

/**
 * Works on the rows of a long job until the end of a time slice. `step` works on the rows after one and returns the last of them;
 * undefined: none are left, or somebody has stopped the job. `record` is called once a second, and at the end.
 */
export async function workUntilTimeSliceEnds(
  until: number,
  { step, record }: { step: (after: number) => Promise<number | undefined>; record: (end: ProgressRecordReason) => Promise<void> },
): Promise<void> {
  let after: number | undefined = 0
  let shown = monotonicNowMs()
  while (after !== undefined && monotonicNowMs() < until) {
    after = await step(after)
    if (monotonicNowMs() < shown + SHOWN_MS) continue
    shown = monotonicNowMs()
    await record('none')
  }
  await record(after === undefined ? 'complete' : 'slice')
}

interface SharedWrite<One> {
  /** Locks the job, so that it cannot be stopped until the transaction ends. Returns false if it is already stopped. */
  hold: (tx: Tx) => Promise<boolean>
  /** Writes all of the items, or throws. */
  write: (tx: Tx, ones: readonly One[]) => Promise<void>
  /** Records why an item was not written. */
  refuse: (tx: Tx, one: One, reason: string) => Promise<void>
  /** The reason for an error that is not a refusal. It is logged. undefined: such an error is thrown, and nothing is recorded. */
  failed?: { reason: string; log: (error: unknown, one: One) => void }
}

/**
 * Writes the items of a long job, each completely or not at all. They share a transaction. If it is refused, each half is written
 * separately, until the refused item is alone: only this item is not written, and the reason is recorded. Returns false once the job is
 * stopped.
 */
export async function writeItemsIsolatingRefusals<One>(db: Db, ones: readonly One[], how: SharedWrite<One>): Promise<boolean> {
  const { hold, write, refuse, failed } = how
  const held = (work: (tx: Tx) => Promise<void>) =>
    runInTransaction(db, async (tx) => {
      if (!(await hold(tx))) return false
      await work(tx)
      return true
    })
  const [one, ...others] = ones
  if (one === undefined) return true
  try {
    return await held((tx) => write(tx, ones))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (others.length > 0) {
      const half = Math.ceil(ones.length / 2)
      return (await writeItemsIsolatingRefusals(db, ones.slice(0, half), how)) && writeItemsIsolatingRefusals(db, ones.slice(half), how)
    }
    if (error instanceof Refusal) return held((tx) => refuse(tx, one, error.message))
    if (!failed) throw error
    failed.log(error, one)
    return held((tx) => refuse(tx, one, failed.reason))
  }
}

/** How often an item is planned again if somebody else changes it between planning and writing. */
const TRIES = 3

/**
 * Plans and writes the items of a long job, and repeats this for items that somebody else changed in between. `attempt` returns those;
 * undefined: the job is stopped. The last attempt records why an item is refused instead. Returns false once the job is stopped.
 */
export async function writeItemsRetryingChangedMeanwhile<One>(
  ones: readonly One[],
  attempt: (open: readonly One[], last: boolean) => Promise<readonly One[] | undefined>,
): Promise<boolean> {
  let open: readonly One[] | undefined = ones
  for (let tries = 1; open && open.length > 0; tries++) open = await attempt(open, tries === TRIES)
  return open !== undefined
}

/**
 * Splits items into groups that share a transaction: one, two, four, and so on up to a maximum. So the first items are done at once, and
 * people see them; a job of a few items can be stopped between two of them.
 */
export function* splitIntoGrowingGroups<One>(ones: readonly One[], largest: number): Generator<One[]> {
  for (let [at, size] = [0, 1]; at < ones.length; [at, size] = [at + size, Math.min(largest, size * 2)]) yield ones.slice(at, at + size)
}

/** One hash over everything that a trial would write, so that exactly this is written later. */
export async function hashTrialWrites(jobId: string, seen: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256').update(jobId)
  for await (const one of seen) hash.update(one)
  return hash.digest()
}
