/**
 * Owns the waybill numbers (电子面单) that carriers gave for parcels before they are shipped.
 * Writes the table `waybill`.
 * Never ships: whether a number is used is read from the parcels.
 */

export { type PrintedWaybill, readWaybillLabels } from './labels.ts'
export { isWaybillUnconfirmedSql } from './list-waybills.ts'
export { findOrderIdsWithLiveWaybill, findTrackingNumbersThatCannotLeave, requireNumberMayLeave } from './numbers-to-ship.ts'
