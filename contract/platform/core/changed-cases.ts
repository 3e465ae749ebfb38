import type { RefusalName } from './refusals.ts'
import { formatShanghaiTime, toShanghaiDay } from './shanghai.ts'

/** What somebody did to a case before another person decided it. */
export interface CaseChange {
  /** Who did it; '': nobody who has a name. */
  by: string
  at: Date
  /** '驳回凭证'. */
  what: string
}

/** The time of a change: `01:21`; the day is named if it is not today. */
const formatChangeTime = (at: Date, now: Date): string =>
  formatShanghaiTime(at).slice(toShanghaiDay(at) === toShanghaiDay(now) ? 11 : 5, 16)

/** Says who was faster, when and how: `财务小锋 已于 01:21 驳回凭证`. */
export const formatCaseChange = ({ by, at, what }: CaseChange, now: Date): string =>
  `${by} 已于 ${formatChangeTime(at, now)} ${what}`.trimStart()

/** Says what has become of a thing, whoever did it: `这个包裹已于 14:00 签收`. */
export const formatThingChange = (thing: string, { at, what }: Omit<CaseChange, 'by'>, now: Date): string =>
  `${thing}已于 ${formatChangeTime(at, now)} ${what}`

/** Names that no refusal of plain input has: a form that is closed loses what was typed. */
const reasons: readonly RefusalName[] = [
  ...(['ORDER_ACTION_NOT_ALLOWED', 'PARCEL_RECEIVED', 'WAVE_OVER', 'AFTER_SALE_MOVED', 'COMMENT_MOVED', 'QUOTATION_MOVED'] as const),
  ...(['ORDER_PROPOSAL_MOVED', 'PURCHASE_ORDER_STATE', 'SUPPLIER_INVOICE_STATE', 'STOCK_TRANSFER_STATE', 'STOCK_COUNT_STATE'] as const),
  ...(['INVOICE_MOVED', 'VOUCHER_STATE', 'TRANSFER_OVER', 'PAYMENT_OVER', 'REFUND_STATE', 'ACCEPTANCE_STATE', 'DISPUTE_DECIDED'] as const),
  ...(['FINANCE_REQUEST_DECIDED', 'DIFFERENCE_STATE', 'SENSITIVE_CHANGE_DECIDED', 'VERIFICATION_STATE', 'LICENCE_MOVED'] as const),
  ...(['INQUIRY_DONE', 'FOLLOW_UP_DONE', 'PHONE_CALL_WITHDRAWN', 'SHOP_MOVED'] as const),
]

/** Whether a call was refused because its case has changed meanwhile, so that its form has nothing left to decide. */
export const isCaseChangedRefusal = (reason: string): boolean => reasons.some((one) => one === reason)
