import type { Fen } from '#contract/platform/core/money.ts'

/** How money comes in online. `card` stands for cards and 企业网银, both behind the bank's own page. */
export type GatewayChannel = 'wechat' | 'alipay' | 'card'

/** What a buyer is asked to pay. `outTradeNo` is the payment's id without dashes, and is all that a notice names it by. */
export interface ChargeRequest {
  outTradeNo: string
  amountFen: Fen
  title: string
  expiresAt: Date
  /** Where the provider tells us, and where it sends the buyer's browser afterwards. */
  notifyUrl: string
  returnUrl: string
}

/** How the buyer gets to pay: a QR code to scan, or a page of the provider's to go to. */
export type PaymentAction = { show: 'qr'; codeUrl: string } | { show: 'redirect'; url: string }

/** What a provider says of a charge. Amount and parties are checked against ours before anything is believed. */
export interface ChargeReport {
  outTradeNo: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND' | 'MISSING'
  /** The provider's own number, its amount in fen of CNY, and when it was paid: of a SUCCESS. */
  gatewayNo?: string
  amountFen?: Fen
  currency?: string
  paidAt?: Date
}

export interface RefundRequest {
  outTradeNo: string
  /** The refund's id without dashes: asked for twice, it is one refund. */
  outRefundNo: string
  amountFen: Fen
  totalFen: Fen
  reason: string
}

export interface RefundReport {
  outRefundNo: string
  state: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL' | 'MISSING'
  gatewayNo?: string
  amountFen?: Fen
  refundedAt?: Date
}

/** A line of the provider's daily bill: money that came or went. */
export interface SettlementRow {
  kind: 'pay' | 'refund'
  gatewayNo: string
  outTradeNo: string
  outRefundNo?: string
  amountFen: Fen
  at: Date
}

/** A notice as it came in: the bytes that were signed, never parsed and written again. */
export interface RawNotification {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** What a notice tells. `noticeId` is the provider's number of the notice itself. */
export type GatewayNotification =
  | { kind: 'trade'; noticeId: string; report: ChargeReport }
  | { kind: 'refund'; noticeId: string; report: RefundReport }

/** A notice that counts for nothing: signature, serial, time or cipher are wrong. */
export class InvalidNotification extends Error {}

/** The provider could not be asked, or did not answer in words that we understand: nobody knows what became of the call. */
export class GatewayOutcomeUnknown extends Error {}

/** The provider said no, in its own code and words. */
export class GatewayRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One provider. Every call may throw `GatewayOutcomeUnknown` (ask again later) or `GatewayRefusal`. */
export interface Gateway {
  channel: GatewayChannel
  /** It listens on this very machine, as no provider does: no money moves there. */
  sandbox: boolean
  create(charge: ChargeRequest, now: Date): Promise<PaymentAction>
  query(outTradeNo: string, now: Date): Promise<ChargeReport>
  /** After this nobody can pay it any more. A charge that is closed, or that the provider never saw, is closed. */
  close(outTradeNo: string, now: Date): Promise<void>
  refund(wish: RefundRequest, now: Date): Promise<RefundReport>
  queryRefund(outRefundNo: string, outTradeNo: string, now: Date): Promise<RefundReport>
  /** Reads a notice; throws `InvalidNotification`. Trusts nothing that is not signed, fresh and meant for us. */
  readNotice(raw: RawNotification, now: Date): GatewayNotification
  /** What the provider wants to hear when a notice was taken, or was not. */
  noticeAnswer(taken: boolean): { status: number; type: string; body: string }
  /** Everything of one day of Asia/Shanghai. */
  bill(day: string, now: Date): Promise<SettlementRow[]>
}
