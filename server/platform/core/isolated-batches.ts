// Helpers for jobs over many cases: a case that fails every time does not stop the others.
import { Refusal } from '#contract/platform/core/refusal.ts'
import { DatabaseUnavailableError } from './database-errors.ts'
import { type Db, runInTransaction, type Tx } from './db.ts'

/** The result of a case: how many things were done, or whether it was done. */
type Done = number | boolean

/** Throws the failures after all cases were tried. Its message contains the first failure, because the queue stores only the message. */
function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed, the first of them: ${String(failures[0])}`)
}

const partsOf = (error: unknown): unknown[] => (error instanceof AggregateError ? error.errors : [error])

/**
 * Works on the cases one after another. Returns how much was done. Throws an AggregateError of all failures after the last case. If the
 * database is unavailable, it throws at once.
 */
export async function forEachCollectingErrors<T>(cases: Iterable<T> | AsyncIterable<T>, work: (one: T) => Promise<Done>): Promise<number> {
  let done = 0
  const failures: unknown[] = []
  for await (const one of cases) {
    try {
      done += Number(await work(one))
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      failures.push(...partsOf(error))
    }
  }
  throwAll(failures)
  return done
}

/** After this many failures the cause counts as unavailable; the next run tries again. */
const FAILURES_MAX = 20

/**
 * Works on all cases that `find` lists, batch after batch. Finished cases are no longer found. Failed cases are still found, before all
 * untried ones, so `find` gets their number to skip them. Returns how much was done.
 */
export function forEachFoundCollectingErrors<T>(find: (skip: number) => Promise<T[]>, work: (one: T) => Promise<Done>): Promise<number> {
  let failures = 0
  async function* cases() {
    while (failures < FAILURES_MAX) {
      const found = await find(failures)
      if (found.length === 0) return
      for (const one of found) if (failures < FAILURES_MAX) yield one
    }
  }
  return forEachCollectingErrors(cases(), (one) =>
    work(one).catch((error: unknown) => {
      failures++
      throw error
    }),
  )
}

/** Works on a few cases at once. All of them have ended when it returns or throws. */
export async function runAllAtOnceCollectingErrors<T>(cases: readonly T[], work: (one: T) => Promise<Done>): Promise<number> {
  const ends = await Promise.allSettled(cases.map(work))
  throwAll(ends.flatMap((end) => (end.status === 'rejected' ? partsOf(end.reason) : [])))
  return ends.reduce((done, end) => done + (end.status === 'fulfilled' ? Number(end.value) : 0), 0)
}

/** Works on chunks of cases, one transaction each. If a chunk fails, each of its cases is tried separately. */
export function forEachChunkRetryingFailedSingly<T>(
  cases: readonly T[],
  size: number,
  work: (chunk: readonly T[]) => Promise<Done>,
): Promise<number> {
  const chunks = Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => cases.slice(at * size, (at + 1) * size))
  return forEachCollectingErrors(chunks, (chunk) =>
    work(chunk).catch((error: unknown) => {
      if (chunk.length === 1 || error instanceof DatabaseUnavailableError) throw error
      return forEachCollectingErrors(chunk, (one) => work([one]))
    }),
  )
}

/** Turns a refusal into false: somebody else was faster, and the case needs no more work. */
export const returnFalseIfRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Works on all rows of a table in the order of their ids, each batch in its own transaction, so that it can be stopped and restarted.
 * `work` reads the batch after an id, and returns the last id that it has read; undefined: there are no more.
 */
export async function runBatchesByIdInOwnTransactions(db: Db, work: (tx: Tx, after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const last: string = after
    after = await runInTransaction(db, (tx) => work(tx, last))
  }
}
