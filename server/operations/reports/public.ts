/**
 * Owns the totals of what was sold, day by day, and the reports that are read from them.
 * Writes the tables `sales_day`, `sales_span` and `sales_total`.
 * Never writes an order, and no order waits for it.
 */

export { computeSalesTotalsOfUnclosedDays } from './compute-sales-totals.ts'
export { readSalesOfClosedDayByShop, readSalesTotalsStatus, type ShopDaySales, salesTotalsOfRangeSql } from './ranges.ts'
export {
  IS_OUTDATED_DAY_SQL,
  listTotalFiguresSql,
  type SalesTotalDimension,
  salesMovementsSql,
  sumSalesMovementsByDimensionSql,
} from './sales-movements-sql.ts'
