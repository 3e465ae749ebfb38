import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const IDLE_MS = 250
/** The longest rest after faults: each doubles it, so that a database that is away fills no log. */
const REST_MS = 8_000

/** Does a piece of work again and again, at once while there is some and four times a second while there is none. A fault is logged and rested over. */
export function runRepeatedly(log: Logger, name: string, work: () => Promise<number>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    let rest = IDLE_MS
    while (!signal.aborted) {
      const done = await work().catch((error) => {
        log.warn({ err: error }, name)
        return undefined
      })
      rest = done === undefined ? Math.min(rest * 2, REST_MS) : IDLE_MS
      if (!done) await wait(rest, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
