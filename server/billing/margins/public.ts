/**
 * Owns what goods earned: their revenue without tax, less what they cost by moving average (decision 350), in totals by day and month (decision 800).
 * Writes the tables `margin_day` and `margin_total`. Never writes revenue or a cost.
 */

export { computeMarginTotalsOfJournalDays } from './compute-margin-totals.ts'
export { listMarginFiguresSql, sumMarginsByDaySql } from './movements-sql.ts'
export { readMarginsOfOrders } from './order-margins.ts'
