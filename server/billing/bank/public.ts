/**
 * Owns the lines of the platform’s bank statements, and what each of them is used for.
 * Writes the tables `bank_allocation`, `bank_import` and `bank_line`.
 * Never writes a payment: money/payments does.
 */

export { allocateFromLine } from './allocations.ts'
export { notifyUnconfirmedLines } from './checks/unconfirmed-lines.ts'
export { insertManualLine, isUnconfirmed } from './line-store.ts'
