// For jobs that go through many cases: one that fails, however often it is tried, holds up no other.
import { Refusal } from '#contract/platform/core/refusal.ts'
import { DatabaseUnavailable } from './database-errors.ts'

/** What a case came to: how many things were done for it, or whether it was. */
type Done = number | boolean

/** Throws what went wrong once everything has been tried. The first failure is named, because a job's row in the queue keeps the message alone. */
function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed, the first of them: ${String(failures[0])}`)
}

const partsOf = (error: unknown): unknown[] => (error instanceof AggregateError ? error.errors : [error])

/**
 * Works on one case after the other. Returns how much was done; throws an AggregateError of all failures after the last case. Without a
 * database there is no next case: that is thrown at once.
 */
export async function forEachIsolated<T>(cases: Iterable<T> | AsyncIterable<T>, work: (one: T) => Promise<Done>): Promise<number> {
  let done = 0
  const failures: unknown[] = []
  for await (const one of cases) {
    try {
      done += Number(await work(one))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failures.push(...partsOf(error))
    }
  }
  throwAll(failures)
  return done
}

/** The same for a handful of cases at once. Nothing is under way any more when it returns or throws. */
export async function runAllIsolated<T>(cases: readonly T[], work: (one: T) => Promise<Done>): Promise<number> {
  const ends = await Promise.allSettled(cases.map(work))
  throwAll(ends.flatMap((end) => (end.status === 'rejected' ? partsOf(end.reason) : [])))
  return ends.reduce((done, end) => done + (end.status === 'fulfilled' ? Number(end.value) : 0), 0)
}

/** The same for many cases a transaction: where that fails, each of its cases is tried by itself. */
export function forEachChunkIsolated<T>(cases: readonly T[], size: number, work: (chunk: readonly T[]) => Promise<Done>): Promise<number> {
  const chunks = Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => cases.slice(at * size, (at + 1) * size))
  return forEachIsolated(chunks, (chunk) =>
    work(chunk).catch((error: unknown) => {
      if (chunk.length === 1 || error instanceof DatabaseUnavailable) throw error
      return forEachIsolated(chunk, (one) => work([one]))
    }),
  )
}

/** False for a case that is refused: somebody else was quicker, and it is left alone. */
export const falseIfRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
