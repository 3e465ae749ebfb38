/**
 * Owns the statements that hold for the data at all times, and the SQL that proves them.
 * Writes no table.
 * Never mends what it finds.
 */

export { checkInvariantsInServer, type InvariantResult } from './check-invariants.ts'
export { invariants } from './invariants.ts'
