import type { OfferedChannel, Payment } from '#contract/money/payments/api.ts'
import type { RoutePath } from '#storefront/platform/components/route-types.ts'

const ASK_EVERY_MS = 3_000
const ASK_AT_LEAST_MS = 60_000
const open: readonly Payment['state'][] = ['CREATED', 'PENDING', 'UNKNOWN']

export const isOpenPayment = ({ state }: Pick<Payment, 'state'>): boolean => open.includes(state)

/**
 * In how many milliseconds a payment is asked about again; false: it is over. While nobody looks at the page each wait is twice as long as
 * the one before; `unseen` is how often it has been asked since.
 */
export const pollInterval = (payment: Pick<Payment, 'state'>, unseen: number): number | false =>
  isOpenPayment(payment) && Math.min(ASK_AT_LEAST_MS, ASK_EVERY_MS * 2 ** Math.min(unseen, 10))

/** How a payment stands, as its page shows it. */
export type PaymentStep =
  /** The provider has been told, or is about to be. */
  | { at: 'preparing' }
  /** It was told, and nobody knows what became of it. */
  | { at: 'unclear' }
  | { at: 'scan'; code: string }
  | { at: 'go'; url: string }
  /** Its time is over by our clock; whether it was paid in time is still being asked. */
  | { at: 'ending' }
  | { at: 'settled' }
  | { at: 'closed'; why: string }

/** A page of a provider's, and nothing that a browser would run. */
const isPage = (url: string): boolean => /^https?:\/\//.test(url)

export function paymentStep({ state, invitation, expiresAt, failure }: Payment, now: Date): PaymentStep {
  if (state === 'SETTLED') return { at: 'settled' }
  if (state === 'CLOSED') return { at: 'closed', why: failure ?? '支付已关闭' }
  if (expiresAt <= now) return { at: 'ending' }
  if (state === 'UNKNOWN') return { at: 'unclear' }
  if (invitation === null) return { at: 'preparing' }
  if (invitation.show === 'qr') return { at: 'scan', code: invitation.codeUrl }
  return isPage(invitation.url) ? { at: 'go', url: invitation.url } : { at: 'unclear' }
}

/** The page of the sandbox that stands for the telephone; undefined where money moves. */
export function sandboxPage({ channel }: Pick<Payment, 'channel'>, code: string, offered: readonly OfferedChannel[]): string | undefined {
  return isPage(code) && offered.some((one) => one.channel === channel && one.sandbox) ? code : undefined
}

interface Place {
  to: RoutePath
  search: Record<string, string>
}

type Purpose = Pick<Payment, 'purpose' | 'tradeId'>

/** Where a payment is tried anew, and where what it was for is looked at. */
export function paymentLinks({ purpose, tradeId }: Purpose): { again: Place; look: Place & { label: string } } {
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

export const purposeLabels = {
  trade: { amount: '应付金额', done: '支付成功' },
  topUp: { amount: '充值金额', done: '充值成功' },
  repay: { amount: '还款金额', done: '还款成功' },
} as const
