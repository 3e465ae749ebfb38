import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { createWorkerPool } from '#server/platform/core/worker-thread.ts'
import type { PdfBundleData, PdfDocumentData } from './pdf-document.ts'

const thread = createWorkerPool<PdfDocumentData | PdfBundleData, Uint8Array<ArrayBuffer>>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  lane: createConcurrencyLimiter({ concurrency: 1, queueMax: 32, queueMaxPerOwner: 7 }),
  timeoutMs: 30_000,
})

/**
 * Renders a PDF on a worker thread, one at a time, with companies in turn. Refuses OVERLOADED if too many wait, and TOO_MANY if too many of
 * one company wait.
 */
export const renderPdfOnWorker = (printout: PdfDocumentData | PdfBundleData): Promise<Uint8Array<ArrayBuffer>> => thread.run(printout)
