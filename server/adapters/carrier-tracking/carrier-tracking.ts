import type { TrackState } from '#contract/orders/fulfilment/shapes.ts'

/** A parcel as its carrier knows it. `mobile` is the receiver's: some carriers tell nobody else. */
export interface Waybill {
  carrier: string
  trackingNo: string
  mobile: string
}

/** What a carrier says of a parcel: where it is, and every step of its way. */
export interface TrackingReport {
  state: TrackState
  entries: { at: Date; place: string; text: string }[]
}

/** Who is asked where parcels are. */
export interface CarrierTracking {
  /** Whether it can be asked about this carrier's parcels. */
  knows(carrier: string): boolean
  /**
   * What is known of a parcel; undefined: no such number, or none yet. Throws `GatewayOutcomeUnknown` where nobody knows (ask later) and
   * `GatewayRefusal` where we are not to ask (the account).
   */
  ask(waybill: Waybill): Promise<TrackingReport | undefined>
}

/** Without an account nobody is asked: staff type the way of a parcel. */
export const noCarrierTracking: CarrierTracking = { knows: () => false, ask: () => Promise.resolve(undefined) }
