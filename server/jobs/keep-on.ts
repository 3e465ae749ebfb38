import type { Logger } from 'pino'

const IDLE_MS = 250

/** Does a piece of work again and again, at once while there is some and four times a second while there is none. A fault is logged and rested over. */
export function keepOn(log: Logger, name: string, work: () => Promise<number>): { stop(): Promise<void> } {
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const done = await work().catch((error) => {
        log.warn({ err: error }, name)
        return 0
      })
      if (done === 0) await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}
