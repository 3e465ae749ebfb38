import type { ParcelTrackState } from '#contract/orders/fulfilment/shapes.ts'

/** A parcel as its carrier identifies it. `mobile` is the receiver's: some carriers answer only with it. */
export interface WaybillToTrack {
  carrier: string
  trackingNo: string
  mobile: string
}

/** A carrier's report about a parcel: its state, and all steps of its track. */
export interface TrackingReport {
  state: ParcelTrackState
  entries: { at: Date; place: string; text: string }[]
}

/** A service that tracks parcels. */
export interface CarrierTracking {
  /** Whether the service supports this carrier. */
  supports(carrier: string): boolean
  /**
   * Asks for a parcel's track; undefined if the number is unknown or too new. Throws `GatewayOutcomeUnknownError` if there was no usable answer
   * (ask again later) and `GatewayRefusalError` if the account is refused.
   */
  query(waybill: WaybillToTrack): Promise<TrackingReport | undefined>
}

/** Used without an account: staff type the tracks. */
export const unconfiguredCarrierTracking: CarrierTracking = { supports: () => false, query: () => Promise.resolve(undefined) }
