import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const IDLE_MS = 250
/** The maximum delay after failures. Each failure doubles the delay, so that an unavailable database does not fill the log. */
const REST_MS = 8_000

/** Runs `work` in a loop: again at once while it returns more than zero, else after `idleMs`. A failure is logged and followed by a delay. */
export function runRepeatedly(log: Logger, name: string, work: () => Promise<number>, idleMs = IDLE_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    let rest = idleMs
    while (!signal.aborted) {
      const done = await work().catch((error) => {
        log.warn({ err: error }, name)
        return undefined
      })
      rest = done === undefined ? Math.min(rest * 2, REST_MS) : idleMs
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
