import type { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readSalesOverview } from './sales-report.ts'
import { listSalesRows } from './sales-rows.ts'

/** 报表: what is read from the totals of sales. */
export const consoleSalesReportHandlers: Handlers<typeof consoleSalesReportEndpoints> = {
  summary: (input, { db, caller: { staffId } }) => readSalesOverview(db, input, staffId),
  list: (input, { db, caller: { staffId } }) => listSalesRows(db, input, staffId),
}
