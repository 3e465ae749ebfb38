import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { createWorkerThread } from '#server/platform/core/worker-thread.ts'
import type { PdfDocument } from './pdf-document.ts'

const thread = createWorkerThread<PdfDocument, Uint8Array<ArrayBuffer>>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  lane: createConcurrencyLimiter({ atOnce: 1, waiting: 32, waitingEach: 7 }),
  timeoutMs: 30_000,
})

/** A PDF of a printout; one after the other on one thread of their own, companies in turns. Refuses OVERLOADED while too many wait, TOO_MANY while too many of one company do. */
export const renderPdf = (printout: PdfDocument): Promise<Uint8Array<ArrayBuffer>> => thread.run(printout)
