/**
 * The local mailbox as a process of its own, which `npm start` starts beside a demo.
 * Start: node tools/mail-sandbox.ts --folder data/mailbox --port 8093
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openMailSandbox } = await loadProgram({
  source: 'sandbox/mailbox/provider.ts',
  loadSource: () => import('#sandbox/mailbox/provider.ts'),
})

await runProviderProcess({ folder: 'data/mailbox', port: 8093 }, openMailSandbox)
