import type { companyGroupEndpoints } from '#contract/billing/company-groups/api.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import type { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import { type consoleSalesReportEndpoints, maySeeSalesBy } from '#contract/operations/reports/sales-api.ts'
import type { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { exportSheetsAsWorkbook } from '#server/adapters/spreadsheets/public.ts'
import { requirePermission } from '#server/platform/http/authorisation.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { readCompanyGroupCategories, readCompanyGroupPurchaseReport, readCompanyGroupPurchases } from './company-groups/group-purchases.ts'
import { buildCompanyGroupPurchaseSheets } from './company-groups/purchases-sheets.ts'
import { listCouponTemplatesWithReportSums, readCouponReport } from './coupons.ts'
import { countCustomersByGroupAndMonth, listAccountManagersWithCustomerGroups, listCustomersOfReportGroup } from './customers.ts'
import { listAccountManagersWithReceivables, readReceivablesReport } from './receivables.ts'
import { readSalesReport } from './sales-report.ts'
import { listSalesBreakdownWithComparison } from './sales-rows.ts'
import { listReplenishmentAdvice, readReplenishmentSums } from './stock-report/replenishment.ts'
import { listSkusOfStockReportGroup, readStockReportSums } from './stock-report/stock.ts'

/** 销售报表 */
export const consoleSalesReportHandlers: Handlers<typeof consoleSalesReportEndpoints> = {
  summary: (input, { db, caller: { staffId } }) => readSalesReport(db, input, staffId),
  list: (input, { db, caller }) => {
    if (!maySeeSalesBy(caller, input.by)) requirePermission(caller, consoleCustomerReportEndpoints.summary.needs)
    return listSalesBreakdownWithComparison(db, input, caller.staffId)
  },
}

/** 集团采购汇总 */
export const companyGroupPurchaseHandlers: Handlers<
  Pick<typeof companyGroupEndpoints, 'purchases' | 'purchaseCategories' | 'purchasesFile'>
> = {
  purchases: (_, { db, moment, caller: { enterpriseId } }) => readCompanyGroupPurchases(db, moment, enterpriseId),
  purchaseCategories: (_, { db, moment, caller: { enterpriseId } }) => readCompanyGroupCategories(db, moment, enterpriseId),
  purchasesFile: async (_, context) => {
    const { db, moment, caller } = context
    const { name, purchases, categories } = await readCompanyGroupPurchaseReport(db, moment, caller.enterpriseId)
    await recordViewInAuditLog(context, { enterpriseId: caller.enterpriseId, action: 'download group purchases' })
    const fileName = `集团采购汇总-${purchases.months.at(-1)}-${name}`
    return exportSheetsAsWorkbook(fileName, buildCompanyGroupPurchaseSheets(purchases, categories))
  },
}

/** 优惠券报表 */
export const consoleCouponReportHandlers: Handlers<typeof consoleCouponReportEndpoints> = {
  summary: (input, { db, caller: { staffId } }) => readCouponReport(db, input, staffId),
  list: (input, { db, caller: { staffId } }) => listCouponTemplatesWithReportSums(db, input, staffId),
}

/** 客户报表 */
export const consoleCustomerReportHandlers: Handlers<typeof consoleCustomerReportEndpoints> = {
  summary: (input, { db, caller: { staffId }, moment }) => countCustomersByGroupAndMonth(db, input, { moment, staffId }),
  list: (input, { db, caller: { staffId }, moment }) => listCustomersOfReportGroup(db, input, { moment, staffId }),
  managers: (input, { db, caller: { staffId }, moment }) => listAccountManagersWithCustomerGroups(db, input, { moment, staffId }),
}

/** 应收报表 */
export const consoleReceivablesReportHandlers: Handlers<typeof consoleReceivablesReportEndpoints> = {
  summary: (_, { db, moment }) => readReceivablesReport(db, moment),
  managers: (input, { db, moment }) => listAccountManagersWithReceivables(db, moment, input),
}

/** Who may see what SKUs cost sees what the stock is worth. */
const toStockReader = (caller: Staff) => ({
  staffId: caller.staffId,
  seesCosts: hasPermission(caller, consolePurchaseOrderEndpoints.costs.needs),
})

/** 库存报表 */
export const consoleStockReportHandlers: Handlers<typeof consoleStockReportEndpoints> = {
  summary: (input, { db, caller, moment }) => readStockReportSums(db, input, { moment, ...toStockReader(caller) }),
  list: (input, { db, caller, moment }) => listSkusOfStockReportGroup(db, input, { moment, ...toStockReader(caller) }),
  replenishment: (input, { db, caller: { staffId }, moment }) => listReplenishmentAdvice(db, input, { moment, staffId }),
  replenishmentSums: (input, { db, caller: { staffId }, moment }) => readReplenishmentSums(db, input, { moment, staffId }),
}
