/**
 * Owns the choice of the warehouse that a parcel leaves from, and what orders have reserved in each. Writes no table. Never locks what lies there: whoever ships the parcel does.
 */

export { findUnitsPlannedElsewhere } from './planned-units.ts'
export { listShippingWarehousesOfOrder, requireNamedOrProposedWarehouse, warehousePreferenceForProvinceSql } from './shipping-warehouses.ts'
