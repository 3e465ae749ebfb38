import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** How finely the event loop is watched. */
const RESOLUTION_MS = 10

/**
 * Watches how late the event loop runs, for the life of a server. Returns the average delay of the last sample in milliseconds; a loop that did not
 * turn once in a whole sample was late for all of it. Opens no file: it must go on where file handles have run out.
 */
export function watchLoopDelay(app: FastifyInstance, sampleMs: number): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delay = 0
  const timer = setInterval(() => {
    const mean = histogram.mean / 1e6 - RESOLUTION_MS
    delay = Number.isNaN(mean) ? sampleMs : Math.min(Math.max(mean, 0), sampleMs)
    histogram.reset()
  }, sampleMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => delay
}
