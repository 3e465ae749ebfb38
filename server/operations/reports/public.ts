/**
 * Owns the totals of what was sold, day by day, and the reports that are read from them.
 * Writes the tables `sales_day`, `sales_span` and `sales_total`.
 * Never writes an order, and no order waits for it.
 */

export { makeSalesDays } from './make-days.ts'
export { salesMovementsSql, salesSumsSql } from './movements.ts'
