/**
 * The provider of e-invoices as a process of its own, which `npm start` starts beside a demo.
 * Start: node sandbox/e-invoice/start.ts --folder data/e-invoice --port 8091
 */
import { loadProgram } from '#server/platform/core/built-program.ts'
import { runProviderProcess } from '../run.ts'

const { openInvoiceSandbox } = await loadProgram({ source: 'sandbox/e-invoice/provider.ts', loadSource: () => import('./provider.ts') })

await runProviderProcess({ folder: 'data/e-invoice', port: 8091 }, openInvoiceSandbox)
