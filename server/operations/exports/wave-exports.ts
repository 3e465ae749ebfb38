import type { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { createListExport, type HandlersOf } from './list-export.ts'
import { waveCandidateColumns, waveColumns, waveOrderColumns } from './wave-columns.ts'

/** Handlers that export the lists of waves. */
export const createWaveExportHandlers = (
  lists: HandlersOf<'consoleWave'>,
): Pick<Handlers<typeof consoleExportEndpoints>, 'waves' | 'waveOrders' | 'waveCandidates'> => ({
  waves: createListExport(lists.consoleWave.list, '波次', waveColumns),
  waveOrders: createListExport(lists.consoleWave.orders, '波次订单', waveOrderColumns),
  waveCandidates: createListExport(lists.consoleWave.candidates, '可编入波次的订单', waveCandidateColumns),
})
