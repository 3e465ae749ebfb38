/** A parcel for which a carrier's number is wanted. */
export interface WaybillNumberRequest {
  /** Our own id of the request. Two requests with it are one: the second is answered with the number of the first. */
  orderId: string
  carrier: string
  receiver: { name: string; mobile: string; address: string; company: string }
  sender: { address: string; company: string }
  /** What is inside, in a few words. */
  cargo: string
}

/** A number, and what the carrier wants to see on the label. Texts are '' if it has none. */
export interface TakenWaybillNumber {
  trackingNo: string
  /** What is wrong with the number by the rule of its carrier; '' if nothing is. It is a number in any case, and may have been paid for. */
  fault: string
  /** The carrier's own number of the order. It is wanted to give the waybill back. */
  carrierOrderNo: string
  /** 大头笔: the route in large letters. */
  route: string
  sortingPlace: string
}

/** A service that gives waybill numbers for carriers. */
export interface WaybillNumberService {
  /** Our names of the carriers that it gives numbers for. */
  carriers: readonly string[]
  /** Who sends, as printed on labels. */
  sender: { name: string; mobile: string }
  /**
   * Takes a number; `at` is the time of the request. Throws `GatewayRefusalError` with the provider's reason, after which no number is taken, and
   * `GatewayOutcomeUnknownError` if there was no answer that is known to be a refusal: then a number may be taken, and the same request is to be sent
   * again. Its message is `code: reason` if the provider has said something.
   */
  take(request: WaybillNumberRequest, at: Date): Promise<TakenWaybillNumber>
  /** Gives a number back. Throws as `take` does; after `GatewayRefusalError` this call has cancelled nothing. */
  giveBack(waybill: { carrier: string; trackingNo: string; carrierOrderNo: string; reason: string }, at: Date): Promise<void>
}
