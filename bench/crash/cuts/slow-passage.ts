import { setTimeout as wait } from 'node:timers/promises'

/** Where chunks go. */
interface Destination {
  readonly destroyed: boolean
  write(chunk: Buffer): unknown
}

/**
 * The way to one side of a connection. Chunks are passed on in their order, each as late as `drawDelayMs` says when it comes (0: at once), so that the acts
 * of others come between the statements of a transaction: a lock that is missing shows also on a machine where they rarely would.
 */
export function createSlowPassage(to: Destination, drawDelayMs: () => number): (chunk: Buffer) => void {
  let passed = Promise.resolve()
  const passOn = async (chunk: Buffer, delayMs: number) => {
    if (delayMs > 0) await wait(delayMs)
    if (!to.destroyed) to.write(chunk)
  }
  return (chunk) => {
    const delayMs = drawDelayMs()
    passed = passed.then(() => passOn(chunk, delayMs))
  }
}
