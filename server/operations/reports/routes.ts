import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import type { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import type { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import type { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listCustomers, listManagersOfCustomers, readCustomerReport } from './customers.ts'
import { listManagersOfDebtors, readReceivablesReport } from './receivables.ts'
import { readSalesReport } from './sales-report.ts'
import { listSalesRows } from './sales-rows.ts'
import { listStockOfReport, readStockReport } from './stock.ts'

/** 销售报表 */
export const consoleSalesReportHandlers: Handlers<typeof consoleSalesReportEndpoints> = {
  summary: (input, { db, caller: { staffId } }) => readSalesReport(db, input, staffId),
  list: (input, { db, caller: { staffId } }) => listSalesRows(db, input, staffId),
}

/** 客户报表 */
export const consoleCustomerReportHandlers: Handlers<typeof consoleCustomerReportEndpoints> = {
  summary: (input, { db, caller: { staffId }, moment }) => readCustomerReport(db, input, { moment, staffId }),
  list: (input, { db, caller: { staffId }, moment }) => listCustomers(db, input, { moment, staffId }),
  managers: (input, { db, caller: { staffId }, moment }) => listManagersOfCustomers(db, input, { moment, staffId }),
}

/** 应收报表 */
export const consoleReceivablesReportHandlers: Handlers<typeof consoleReceivablesReportEndpoints> = {
  summary: (_, { db, moment }) => readReceivablesReport(db, moment),
  managers: (input, { db, moment }) => listManagersOfDebtors(db, moment, input),
}

/** Who may see what SKUs cost sees what the stock is worth. */
const toStockReader = ({ staffId, roles }: Staff) => ({
  staffId,
  seesCosts: hasPermission({ roles }, consolePurchaseOrderEndpoints.costs.needs),
})

/** 库存报表 */
export const consoleStockReportHandlers: Handlers<typeof consoleStockReportEndpoints> = {
  summary: (input, { db, caller, moment }) => readStockReport(db, input, { moment, ...toStockReader(caller) }),
  list: (input, { db, caller, moment }) => listStockOfReport(db, input, { moment, ...toStockReader(caller) }),
}
