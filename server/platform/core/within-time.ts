import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits for work, at most some milliseconds. If it takes longer, the result is that of `late`, which may throw. The work continues, and its
 * result is ignored.
 */
export async function waitWithTimeout<T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  const done = new AbortController()
  const over = wait(ms, undefined, { ref: false, signal: done.signal }).then(late)
  over.catch(() => {})
  return Promise.race([work, over]).finally(() => done.abort())
}
