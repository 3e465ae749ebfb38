/**
 * Owns how staff set prices: by hand, by file, and with a second look at large changes.
 * Writes no table. catalog/pricing writes the prices and their history, catalog/goods the base prices.
 * Never computes what a company pays: catalog/pricing does.
 */

export { areSamePrices, writePrices } from './change-prices.ts'
export { requireLargeChangesConfirmed } from './large-changes.ts'
