/**
 * Owns the count of visitors, day by day, and the funnel from a visit to a payment (decision 790).
 * Writes the tables `visitor_day` and `visitor_sketch`.
 * Never keeps anything of a visitor.
 */

export { keepSavingVisitors, registerVisitorCounting } from './count-visitors.ts'
export { createVisitorCounter, type VisitorCounter } from './visitor-counter.ts'
export { deleteOldVisitorSketches } from './visitor-store.ts'
