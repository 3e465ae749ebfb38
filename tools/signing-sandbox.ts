/**
 * The local provider of electronic signatures as a process of its own, which `npm start` starts beside a demo.
 * Start: node tools/signing-sandbox.ts --folder data/e-signature --port 8094
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openSigningSandbox } = await loadProgram({
  source: 'sandbox/e-signature/provider.ts',
  loadSource: () => import('#sandbox/e-signature/provider.ts'),
})

await runProviderProcess({ folder: 'data/e-signature', port: 8094 }, openSigningSandbox)
