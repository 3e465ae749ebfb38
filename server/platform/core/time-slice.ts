import { createHash } from 'node:crypto'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { type Db, runInTransaction, type Tx } from './db.ts'
import { monotonicNow } from './moment.ts'

/** After this time the rest is another job, so that a server that shall stop can, and other jobs have their turn. */
const SLICE_MS = 8_000
/** How often people see the progress move. */
const SHOWN_MS = 1_000

/** Why progress is recorded: people look, the time is over and there is more to do, or everything is done. */
export type SliceEnd = 'none' | 'slice' | 'complete'

/** When the slice ends that begins now, as `monotonicNow` counts. */
export const endOfSlice = (): number => monotonicNow() + SLICE_MS

/**
 * Works on the rows of a long job until the end of a slice. `step` works on the next rows after one and returns the last of them; undefined:
 * there are none, or somebody has stopped the job. `record` is called once a second, and at the end.
 */
export async function workUntil(
  until: number,
  { step, record }: { step: (after: number) => Promise<number | undefined>; record: (end: SliceEnd) => Promise<void> },
): Promise<void> {
  let after: number | undefined = 0
  let shown = monotonicNow()
  while (after !== undefined && monotonicNow() < until) {
    after = await step(after)
    if (monotonicNow() < shown + SHOWN_MS) continue
    shown = monotonicNow()
    await record('none')
  }
  await record(after === undefined ? 'complete' : 'slice')
}

interface OneWrite {
  /** Keeps the job from being stopped until the transaction ends. Returns false if it is stopped already. */
  hold: (tx: Tx) => Promise<boolean>
  /** Writes one thing, whole or not at all. */
  write: (tx: Tx) => Promise<void>
  /** Records why it was not written. */
  refuse: (tx: Tx, reason: string) => Promise<void>
  /** The reason of an error that is no refusal. It is logged. */
  failed: { reason: string; log: (error: unknown) => void }
}

/** Writes one thing of a long job in a transaction of its own, or records why not. Returns false once the job is stopped. */
export async function writeOrRecordFailure(db: Db, { hold, write, refuse, failed }: OneWrite): Promise<boolean> {
  const held = (work: (tx: Tx) => Promise<void>) =>
    runInTransaction(db, async (tx) => {
      if (!(await hold(tx))) return false
      await work(tx)
      return true
    })
  try {
    return await held(write)
  } catch (error) {
    if (error instanceof Refusal) return held((tx) => refuse(tx, error.message))
    if (isDatabaseUnavailable(error)) throw error
    failed.log(error)
    return held((tx) => refuse(tx, failed.reason))
  }
}

/** One hash over everything that a trial would write, so that exactly that is written later. */
export async function hashTrial(jobId: string, seen: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256').update(jobId)
  for await (const one of seen) hash.update(one)
  return hash.digest()
}
