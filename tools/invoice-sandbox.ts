/**
 * The provider of e-invoices as a process of its own, which `npm start` starts beside a demo.
 * Start: node tools/invoice-sandbox.ts --folder data/e-invoice --port 8091
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openInvoiceSandbox } = await loadProgram({
  source: 'sandbox/e-invoice/provider.ts',
  loadSource: () => import('#sandbox/e-invoice/provider.ts'),
})

await runProviderProcess({ folder: 'data/e-invoice', port: 8091 }, openInvoiceSandbox)
