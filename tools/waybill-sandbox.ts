/**
 * The local carrier as a process of its own, which `npm start` starts beside a demo.
 * Start: node tools/waybill-sandbox.ts --folder data/waybills --port 8092
 */
import { runProviderProcess } from '#sandbox/run.ts'
import { loadProgram } from '#server/platform/core/built-program.ts'

const { openWaybillSandbox } = await loadProgram({
  source: 'sandbox/waybills/provider.ts',
  loadSource: () => import('#sandbox/waybills/provider.ts'),
})

await runProviderProcess({ folder: 'data/waybills', port: 8092 }, openWaybillSandbox)
