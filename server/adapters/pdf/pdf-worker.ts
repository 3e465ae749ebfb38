// The worker thread that renders PDFs, so that the server can answer others meanwhile.
import { handleWorkerJobs } from '#server/platform/core/worker-thread.ts'
import { type PdfBundleData, type PdfDocumentData, renderPdfInThisThread } from './pdf-document.ts'

handleWorkerJobs(
  // A copy, because the bytes are transferred to the other thread.
  async (printout: PdfDocumentData | PdfBundleData) => new Uint8Array(await renderPdfInThisThread(printout)),
  (bytes) => [bytes.buffer],
)
