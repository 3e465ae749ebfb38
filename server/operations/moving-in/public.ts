/**
 * Owns moving companies in from an older system: what a file says, what a trial says of it, the two people who agree, and the move.
 * Writes the tables `moving_in` and `moving_in_company`.
 * Never writes what is moved in itself: the modules that own it do.
 */

export { deleteOldMovingIns } from './moving-in-store.ts'
export { runMovingIn } from './run-moving-in.ts'
