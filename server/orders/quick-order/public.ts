/**
 * Owns reading lists of goods that somebody types or pastes, for a company.
 * Writes no table.
 * Never orders anything: the rows only say which SKUs they mean.
 */

export { matchQuickOrderRows } from './match-rows.ts'
