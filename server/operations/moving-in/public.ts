/**
 * Owns moving companies in from an older system: the content of a file, the trial results, the approval by two people, and the move. Writes
 * the tables `moving_in` and `moving_in_company`. Never writes the moved data itself: the modules that own it do.
 */

export { deleteOldMovingInRowsAndUnapprovedRuns } from './moving-in-store.ts'
export { runMovingInForTimeSlice } from './run-moving-in.ts'
