import type { Fen } from '#contract/platform/core/money.ts'

/** The channels of online payments. `card` means bank cards and 企业网银, both through the bank's page. */
export type GatewayChannel = 'wechat' | 'alipay' | 'card'

/** Where the buyer pays: at a desk (a code for his phone, or a page), in the browser of his phone, or inside WeChat. */
export type GatewayScene = 'desk' | 'phone' | 'wechat'

/** A request for payment. `outTradeNo` is the payment's id without dashes. Notifications contain no other id of it. */
export interface GatewayChargeRequest {
  outTradeNo: string
  amountFen: Fen
  title: string
  expiresAt: Date
  scene: GatewayScene
  /** The address of the buyer's device. A charge in a phone's browser needs it. */
  payerIp?: string
  /** The provider's id of the person who pays inside WeChat. It is personal data, and is passed on and not stored. */
  payerId?: string
  /** The URL for notifications, and the URL to which the provider redirects the buyer's browser afterwards. */
  notifyUrl: string
  returnUrl: string
}

/** What a page gives to `WeixinJSBridge` to open a payment. The names are the provider's. */
export interface WechatBridgeCall {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'RSA'
  paySign: string
}

/**
 * What the buyer pays with: a QR code to scan, the provider's page, or a call of WeChat's bridge, before which WeChat must say on its page who
 * pays (`authorise`).
 */
export type PaymentInvitation =
  | { show: 'qr'; codeUrl: string }
  | { show: 'redirect'; url: string }
  | { show: 'authorise'; url: string }
  | { show: 'bridge'; call: WechatBridgeCall }

/** A provider's report about a charge. Amount and parties are checked against the mall's before they are used. */
export interface GatewayChargeStatus {
  outTradeNo: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND' | 'MISSING'
  /** Only for SUCCESS: the provider's number, the amount in fen of CNY, and the time of payment. */
  gatewayNo?: string
  amountFen?: Fen
  currency?: string
  paidAt?: Date
}

export interface GatewayRefundRequest {
  outTradeNo: string
  /** The refund's id without dashes. Two requests with it are one refund. */
  outRefundNo: string
  amountFen: Fen
  totalFen: Fen
  reason: string
}

export interface GatewayRefundStatus {
  outRefundNo: string
  state: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL' | 'MISSING'
  gatewayNo?: string
  amountFen?: Fen
  refundedAt?: Date
}

/** A line of the provider's daily bill: an incoming or outgoing amount. */
export interface GatewayBillRow {
  kind: 'pay' | 'refund'
  gatewayNo: string
  outTradeNo: string
  outRefundNo?: string
  amountFen: Fen
  at: Date
}

/** A notification with its raw bytes, because the signature covers them. */
export interface RawGatewayNotification {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** The content of a notification. `noticeId` is the provider's id of the notification itself. */
export type GatewayNotification =
  | { kind: 'trade'; noticeId: string; report: GatewayChargeStatus }
  | { kind: 'refund'; noticeId: string; report: GatewayRefundStatus }

/** An invalid notification: wrong signature, serial number, time or encryption. */
export class InvalidGatewayNotificationError extends Error {}

/** The provider could not be reached, or its answer could not be understood, so the result of the call is unknown. */
export class GatewayOutcomeUnknownError extends Error {}

/** The provider refused, with its own code and message. */
export class GatewayRefusalError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One payment provider. Every call may throw `GatewayOutcomeUnknownError` (query again later) or `GatewayRefusalError`. */
export interface PaymentGateway {
  channel: GatewayChannel
  /** It runs on this machine, so no real money moves. */
  sandbox: boolean
  /** Where it can be paid. */
  scenes: readonly GatewayScene[]
  create(charge: GatewayChargeRequest, now: Date): Promise<PaymentInvitation>
  /** Inside WeChat: exchanges the code of an authorisation for the id of who pays. Throws `GatewayRefusalError` for an invalid or used code. */
  findPayerId?(code: string): Promise<string>
  query(outTradeNo: string, now: Date): Promise<GatewayChargeStatus>
  /** After this nobody can pay the charge. Closing an already closed or unknown charge succeeds. */
  close(outTradeNo: string, now: Date): Promise<void>
  refund(request: GatewayRefundRequest, now: Date): Promise<GatewayRefundStatus>
  queryRefund(outRefundNo: string, outTradeNo: string, now: Date): Promise<GatewayRefundStatus>
  /** Parses a notification. Throws `InvalidGatewayNotificationError` unless it is signed, recent and meant for this account. */
  parseNotification(raw: RawGatewayNotification, now: Date): GatewayNotification
  /** The response that the provider expects for an accepted or a rejected notification. */
  noticeResponse(taken: boolean): { status: number; type: string; body: string }
  /** All lines of one day in Asia/Shanghai. */
  bill(day: string, now: Date): Promise<GatewayBillRow[]>
}

/** Whether an error says that a provider did not answer, or refused the call. Everything else is a defect. */
export const isGatewayError = (error: unknown): error is GatewayOutcomeUnknownError | GatewayRefusalError =>
  error instanceof GatewayOutcomeUnknownError || error instanceof GatewayRefusalError

/** For `catch`: ignores such an error, because somebody asks the provider again later. Throws every other one. */
export const ignoreGatewayError = (error: unknown): undefined => {
  if (!isGatewayError(error)) throw error
  return undefined
}
