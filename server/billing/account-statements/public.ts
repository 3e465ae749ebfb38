/**
 * Owns the account statements of any period, and the confirmation letters.
 * Writes no table.
 * Never changes the ledger, whose balances it states.
 */

export { readConfirmationLetter } from './read-confirmation-letter.ts'
