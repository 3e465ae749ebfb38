/**
 * Owns the suppliers, and what they ask for SKUs.
 * Writes the tables `supplier` and `supplier_price`.
 * Never changes a price that was entered, and never deletes a supplier: it is stopped.
 */

export { currentSupplierPricesSql, findCurrentSupplierPricesBySku } from './supplier-prices.ts'
export { findSupplierIdsByName, findSupplierNamesById, requireLockedActiveSupplier } from './supplier-store.ts'
