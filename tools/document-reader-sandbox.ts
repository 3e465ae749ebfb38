/**
 * The local reader of sample papers as a process of its own, which `npm start` starts beside a demo.
 * Start: node tools/document-reader-sandbox.ts --folder data/document-reader --port 8095
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openDocumentReaderSandbox } = await loadProgram({
  source: 'sandbox/document-reader/provider.ts',
  loadSource: () => import('#sandbox/document-reader/provider.ts'),
})

await runProviderProcess({ folder: 'data/document-reader', port: 8095 }, openDocumentReaderSandbox)
