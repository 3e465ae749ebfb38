/**
 * Owns the protocol that asks carriers where a parcel is.
 * Writes no table.
 * Never decides what an answer means for an order.
 */

export { type CarrierTracking, type TrackingReport, unconfiguredCarrierTracking } from './carrier-tracking.ts'
export { createKuaidi100Tracking, findKuaidi100CarrierCode, kuaidi100CarrierNames } from './kuaidi100.ts'
