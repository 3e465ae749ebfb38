/**
 * Owns the choice of the warehouse that a parcel leaves from. Writes no table. Never locks what lies there: whoever ships the parcel does.
 */

export { listShippingWarehousesOfOrder, requireNamedOrProposedWarehouse, warehousePreferenceForProvinceSql } from './shipping-warehouses.ts'
