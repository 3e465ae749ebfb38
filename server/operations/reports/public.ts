/**
 * Owns the totals of what was sold, day by day, and the reports that are read from them.
 * Writes the tables `sales_company_total`, `sales_day`, `sales_span` and `sales_total`.
 * Never writes an order, and no order waits for it.
 */

export { computeSalesTotalsOfUnclosedDays } from './compute-sales-totals.ts'
export { countCouponsByDay } from './coupons.ts'
export {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesOfClosedDayByShop,
  readSalesTotalsStatus,
  requireValidReportRange,
  type ShopDaySales,
  salesTotalsOfPeriodsSql,
  salesTotalsOfRangeSql,
} from './ranges.ts'
export {
  IS_OUTDATED_DAY_SQL,
  listCompanyTotalFiguresSql,
  listTotalFiguresSql,
  type SalesTotalDimension,
  salesMovementsSql,
  sumCompanyTotalsSql,
  sumSalesMovementsByDimensionSql,
} from './sales-movements-sql.ts'
export { groupRowsByChartPoint, toReportAndComparisonPeriods } from './sales-report.ts'
