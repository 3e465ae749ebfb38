/**
 * Owns the parcels, their contents, tracking and proof of delivery.
 * Writes the tables `parcel`, `parcel_line`, `parcel_receipt` and `parcel_track`.
 * Never writes the row of an order: orders/orders does.
 */

export { findGoodsSummariesByOrder, findGoodsSummariesByParcel } from './goods-summary.ts'
export { distributeReversalOverParcels, type ParcelReversal, recordReversedParcelAmounts } from './parcel-reversals.ts'
export { listBatchesShippedWithOrder, listParcelsWithTrackingAndProof } from './parcel-view.ts'
export {
  findOrderIdsOfParcels,
  findWarehouseOfLatestParcelByLine,
  findWaybillUseTextsByCarrierAndNumber,
  formatSharedWaybillQuestion,
  parcelTransportColumns,
  toParcelTransport,
  updateAutomaticReceiptDeadline,
} from './parcels.ts'
export { queryDueTracking } from './query-tracking.ts'
export { closePartlyShippedOrderAndRefundRest, type ShipParcelInput, shipParcel } from './ship-parcel.ts'
