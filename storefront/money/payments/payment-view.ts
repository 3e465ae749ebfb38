import type { OfferedPaymentChannel, Payment, WechatBridgeCall } from '#contract/money/payments/api.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'

const POLL_EVERY_MS = 3_000
const POLL_AT_LEAST_MS = 60_000
const open: readonly Payment['state'][] = ['CREATED', 'PENDING', 'UNKNOWN']

export const isOpenPayment = ({ state }: Pick<Payment, 'state'>): boolean => open.includes(state)

/**
 * Returns the milliseconds until the payment is fetched again; false: it is final. While the page is hidden, each interval is twice as long
 * as the one before; `unseen` is the number of fetches since it was hidden.
 */
export const computePaymentPollInterval = (payment: Pick<Payment, 'state'>, unseen: number): number | false =>
  isOpenPayment(payment) && Math.min(POLL_AT_LEAST_MS, POLL_EVERY_MS * 2 ** Math.min(unseen, 10))

/** What is left to do inside WeChat: its page says who pays, then its sheet takes the payment. */
export type WechatStep = { do: 'authorise'; url: string } | { do: 'pay'; call: WechatBridgeCall }

/** The state of a payment, as its page shows it. */
export type PaymentPageState =
  /** The provider has the payment, or will have it in a moment. */
  | { at: 'preparing' }
  /** The provider was called, and the result is unknown. */
  | { at: 'unclear' }
  | { at: 'scan'; code: string }
  | { at: 'go'; url: string }
  | { at: 'wechat'; step: WechatStep }
  /** Its time has ended by our clock, but the provider is still asked whether it was paid in time. */
  | { at: 'ending' }
  | { at: 'settled' }
  | { at: 'closed'; why: string }

/** Returns whether a URL is an https page of a provider, so that no script URL is opened. */
const isPage = (url: string): boolean => /^https?:\/\//.test(url)

export function toPaymentPageState({ state, invitation, expiresAt, failure }: Payment, now: Date): PaymentPageState {
  if (state === 'SETTLED') return { at: 'settled' }
  if (state === 'CLOSED') return { at: 'closed', why: failure ?? '支付已关闭' }
  if (expiresAt <= now) return { at: 'ending' }
  if (state === 'UNKNOWN') return { at: 'unclear' }
  if (invitation === null) return { at: 'preparing' }
  if (invitation.show === 'qr') return { at: 'scan', code: invitation.codeUrl }
  if (invitation.show === 'bridge') return { at: 'wechat', step: { do: 'pay', call: invitation.call } }
  const { url } = invitation
  if (!isPage(url)) return { at: 'unclear' }
  return invitation.show === 'authorise' ? { at: 'wechat', step: { do: 'authorise', url } } : { at: 'go', url }
}

/** The page of the sandbox that plays the role of the telephone; undefined in production. */
export function sandboxPageUrl(
  { channel }: Pick<Payment, 'channel'>,
  code: string,
  offered: readonly OfferedPaymentChannel[],
): string | undefined {
  return isPage(code) && offered.some((one) => one.channel === channel && one.sandbox) ? code : undefined
}

interface Place {
  to: RoutePath
  search: Record<string, string>
}

type Purpose = Pick<Payment, 'purpose' | 'tradeId'>

/** Where the person can pay again, and where he sees what he paid for. */
export function toPayAgainAndPaidForLinks({ purpose, tradeId }: Purpose): { again: Place; look: Place & { label: string } } {
  if (purpose === 'topUp')
    return {
      again: { to: '/cash_account_charge', search: {} },
      look: { to: '/cash_account_charge_log', search: {}, label: '查看充值记录' },
    }
  const repay = { to: '/credit_account_repayment_log', search: {} } as const
  if (purpose === 'repay') return { again: repay, look: { ...repay, label: '查看还款记录' } }
  return {
    again: { to: '/order_pay_online_pay', search: tradeId === null ? {} : { tradeId } },
    look: { to: '/my_order', search: {}, label: '查看订单' },
  }
}

export const paymentTextsByPurpose = {
  trade: { amount: '应付金额', done: '支付成功' },
  topUp: { amount: '充值金额', done: '充值成功' },
  repay: { amount: '还款金额', done: '还款成功' },
} as const
