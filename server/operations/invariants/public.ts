/**
 * Owns the statements that hold for the data at all times, and the SQL that checks them.
 * Writes no table.
 * Never repairs what it finds.
 */

export { checkInvariantsInServer, type InvariantResult } from './check-invariants.ts'
export { invariants } from './invariants.ts'
export type { NightlyCheckOptions } from './nightly-scope.ts'
