import type { consoleStockCountPrintoutEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallParty } from '#server/billing/documents/public.ts'
import { readEntryLines, requireStockCount } from '#server/catalog/stock-counts/public.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { layOutStockCount } from './stock-count-printout.ts'

export const consoleStockCountPrintoutHandlers: Handlers<typeof consoleStockCountPrintoutEndpoints> = {
  /** Prints the goods of a sheet for those who count. Refuses STOCK_COUNT_NOT_FOUND. */
  print: async ({ id }, context) => {
    const { db, caller, moment } = context
    const count = await requireStockCount(db, { id, staffId: caller.staffId })
    const lines = await readEntryLines(db, count)
    const { name } = await readMallParty(db)
    const bytes = await renderPdfOnWorker(layOutStockCount(count, lines, { seller: name, made: moment.now }))
    await recordViewInAuditLog(context, { action: 'download count sheet', objectKind: 'stock count', objectId: count.countNo })
    return { type: 'application/pdf', name: `盘点表-${count.countNo}.pdf`, bytes }
  },
}
