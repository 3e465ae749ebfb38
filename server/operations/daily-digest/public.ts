/**
 * Owns the daily digest of staff: what was sold yesterday, what is owed, and what waits, as far as each may see it.
 * Writes no table.
 * Never sends it to anybody who has not switched it on.
 */

export { notifyStaffOfYesterday } from './daily-digest.ts'
