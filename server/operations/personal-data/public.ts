/**
 * Owns what a person can do with his own data: getting it as a file, and closing his account. Writes the table `closed_account`. Never
 * reads the data of another person.
 */

export { deleteOldClosedAccounts } from './closed-accounts.ts'
