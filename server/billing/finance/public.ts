/**
 * Owns the lists and sums of finance over all companies: debtors by age, credit accounts, incoming payments.
 * Writes no table.
 * Never changes what a company owes.
 */

export { debtorsSql, summariseDebtors } from './debtors.ts'
