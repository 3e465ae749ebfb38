import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** The resolution of the measurement. */
const RESOLUTION_MS = 10

/**
 * Measures the event loop's delay for the life of a server. Returns the average delay of the last sample in milliseconds. A loop that did
 * not turn in a whole sample was late for all of it. It opens no file, because it must work when there are no file handles left.
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
