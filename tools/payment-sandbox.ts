/**
 * The sandbox gateway as a process of its own: a payment provider on this machine, which `npm start` starts beside a demo.
 * Start: node tools/payment-sandbox.ts --folder data/sandbox --port 8090
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openPaymentSandbox } = await loadProgram({ source: 'sandbox/sandbox.ts', loadSource: () => import('#sandbox/sandbox.ts') })

await runProviderProcess({ folder: 'data/sandbox', port: 8090 }, openPaymentSandbox)
