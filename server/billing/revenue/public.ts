/**
 * Owns the tax of every document that moves revenue, line by line, and what of it is delivered.
 * Writes the table `revenue_line`.
 * Never posts to the ledger, and never runs in the transaction that does.
 */

export { createRevenueLinesOfDay } from './make-revenue.ts'
export { findFirstParcelMovement } from './read-orders.ts'
