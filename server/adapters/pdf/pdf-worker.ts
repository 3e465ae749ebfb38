// The thread on which printouts are set: the server answers others meanwhile.
import { handleWorkerJobs } from '#server/platform/core/worker-thread.ts'
import { type PdfDocument, renderDocument } from './pdf-document.ts'

handleWorkerJobs(
  // A copy of its own: what is handed over to the other thread is no longer ours.
  async (printout: PdfDocument) => new Uint8Array(await renderDocument(printout)),
  (bytes) => [bytes.buffer],
)
