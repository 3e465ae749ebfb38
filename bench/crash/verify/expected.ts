import { sumOfCoupons } from '#bench/crash/acts/quote-coupons.ts'
import { type CrashJournal, getAnswerData, isCallDone, type JournalCall } from '#bench/crash/calls/journal.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'

interface ExpectedLine {
  skuId: string
  goodsNum: number
}

/** An order as its buyer and staff were answered. */
export interface ExpectedOrder {
  enterpriseId: string
  orderNo: string
  tradeId: string
  method: string
  payableFen: number
  lines: readonly ExpectedLine[]
  /** What a coupon took off. */
  discountFen: number
  state: 'WAIT_APPROVAL' | 'WAIT_PAY' | 'WAIT_SEND' | 'SENT' | 'CANCELLED'
  /** How it was paid, as far as its buyer was answered. */
  paidBy?: 'credit' | 'wallet' | 'transfer'
  /** The answer to its cancellation was lost, and the second one says that it is paid or cancelled. */
  cancelUnclear?: true
  /** The states that it was in. */
  states: string[]
}

/** A payment that somebody has begun at the provider. */
export interface ExpectedPayment {
  enterpriseId: string
  paymentId: string
  what: 'order' | 'topUp' | 'repay'
  tradeId?: string
  /** When it was asked for, in milliseconds of this process. */
  askedAt: number
  /** What the provider took, and what it has left of that after refunds. */
  takenFen: number
  keptFen: number
}

/** What must be there, computed from the journal and the provider's data alone. */
export interface ExpectedMall {
  calls: readonly JournalCall[]
  orders: ReadonlyMap<string, ExpectedOrder>
  /** The trade of a request for approval, or of a voucher. */
  tradeByDocument: ReadonlyMap<string, string>
  payments: readonly ExpectedPayment[]
  settled: readonly { enterpriseId: string; paymentId: string }[]
  topUps: readonly { enterpriseId: string; amountFen: number }[]
  repaid: readonly { enterpriseId: string; amountFen: number }[]
}

const PAYMENTS = {
  '/pay-api/api/payment/create': 'order',
  '/pay-api/api/payment/top-up': 'topUp',
  '/pay-api/api/payment/repay': 'repay',
} as const

export const SUBMIT = '/order-api/api/order/submit'
export const PAY_BY_CREDIT = '/order-api/api/order/pay-by-credit'
export const PAY_BY_WALLET = '/order-api/api/order/pay-by-wallet'
export const REPAY_BY_WALLET = '/account-api/api/statement/repay-by-wallet'
export const RECORD_TOP_UP = '/console-api/api/wallet/record-top-up'
export const AGREE_CANCEL = '/console-api/api/order/agree-cancel'
export const CANCEL = '/order-api/api/order/cancel'
export const REJECT = '/order-api/api/approval/reject'
export const CLAIM_COUPON = '/marketing-api/api/coupon/claim'
const APPROVE = '/order-api/api/approval/approve'
const APPROVE_VOUCHER = '/console-api/api/voucher/approve'
const SHIP = '/console-api/api/fulfilment/ship'

interface Submitted {
  tradeId: string
  payable: number
  orders: { orderNo: string; state: ExpectedOrder['state'] }[]
}

function orderFrom(call: JournalCall): ExpectedOrder {
  const { enterpriseId, body } = call
  const { tradeId, payable, orders } = getAnswerData<Submitted>(call)
  const { method, lines, quote } = body as { method: string; lines: ExpectedLine[]; quote: string }
  const { orderNo = '', state = 'WAIT_PAY' } = orders[0] ?? {}
  const amounts = { payableFen: fromYuan(payable), discountFen: sumOfCoupons(quote) }
  return Object.assign({ enterpriseId, orderNo, tradeId, method, lines, state, states: [state] }, amounts)
}

function moveTo(order: ExpectedOrder, state: ExpectedOrder['state']): void {
  order.state = state
  order.states.push(state)
}

/** Applies a call that was done to the order that it is about. */
function moveOrder(order: ExpectedOrder, { path, answer }: JournalCall): void {
  // What is shipped or refunded was paid. The payment of an order that is paid online has no call of its own.
  if ((path === SHIP || path === AGREE_CANCEL) && order.state === 'WAIT_PAY') moveTo(order, 'WAIT_SEND')
  if (path === PAY_BY_CREDIT || path === PAY_BY_WALLET) {
    order.paidBy = path === PAY_BY_CREDIT ? 'credit' : 'wallet'
    moveTo(order, 'WAIT_SEND')
  } else if (path === SHIP) moveTo(order, 'SENT')
  else if (path === APPROVE_VOUCHER) {
    order.paidBy = 'transfer'
    moveTo(order, 'WAIT_SEND')
  } else if (path === APPROVE) moveTo(order, 'WAIT_PAY')
  else if (path === AGREE_CANCEL || path === REJECT) moveTo(order, 'CANCELLED')
  else if (path === CANCEL && answer?.code !== 200 && order.method === 'online') order.cancelUnclear = true
  else if (path === CANCEL) moveTo(order, 'CANCELLED')
}

/** What a provider took of a payment, and what it has kept of that. */
function amountsOfTrade(trade: SandboxTrade | undefined): Pick<ExpectedPayment, 'takenFen' | 'keptFen'> {
  if (!trade?.paidAt) return { takenFen: 0, keptFen: 0 }
  return { takenFen: trade.amount, keptFen: trade.amount - trade.refunds.reduce((total, { amount }) => total + amount, 0) }
}

/** The trades of which the provider has kept money. */
export const findTradesPaidOnline = (payments: readonly ExpectedPayment[]): ReadonlySet<string> =>
  new Set(payments.flatMap(({ tradeId, keptFen }) => (tradeId !== undefined && keptFen > 0 ? [tradeId] : [])))

/** An order that was paid online waits to be shipped, whether its buyer has seen that or not. */
function payOnline(orders: Iterable<ExpectedOrder>, payments: readonly ExpectedPayment[]): void {
  const paid = findTradesPaidOnline(payments)
  for (const order of orders) if (order.state === 'WAIT_PAY' && paid.has(order.tradeId)) moveTo(order, 'WAIT_SEND')
}

/** The amount that a call asks for. */
export const amountOf = ({ body }: JournalCall): number => fromYuan(Number(body.amount))

/** Computes what must be there. `trades`: the provider's data. */
export function computeExpectedMall(journal: CrashJournal, trades: readonly SandboxTrade[]): ExpectedMall {
  const { calls, settled, tradeByDocument } = journal.read()
  const byNo = new Map<string, ExpectedOrder>()
  const byTrade = new Map<string, ExpectedOrder>()
  const byOutTradeNo = new Map(trades.map((trade) => [trade.outTradeNo, trade]))
  const payments: ExpectedPayment[] = []
  for (const call of calls) {
    const { enterpriseId, path, body, askedAt } = call
    if (!isCallDone(call)) continue
    if (path === SUBMIT) {
      const order = orderFrom(call)
      byNo.set(order.orderNo, order)
      byTrade.set(order.tradeId, order)
    } else if (path in PAYMENTS) {
      const { paymentId } = getAnswerData<{ paymentId: string }>(call)
      const amounts = amountsOfTrade(byOutTradeNo.get(paymentId.replaceAll('-', '')))
      const of = typeof body.tradeId === 'string' ? { tradeId: body.tradeId } : {}
      payments.push(Object.assign({ enterpriseId, paymentId, what: PAYMENTS[path as keyof typeof PAYMENTS], askedAt }, amounts, of))
    } else {
      const order = byNo.get(String(body.orderNo)) ?? byTrade.get(String(body.tradeId ?? tradeByDocument.get(String(body.id))))
      if (order) moveOrder(order, call)
    }
  }
  payOnline(byNo.values(), payments)
  const done = (path: string) =>
    calls
      .filter((call) => call.path === path && isCallDone(call))
      .map((call) => ({ enterpriseId: call.enterpriseId, amountFen: amountOf(call) }))
  return { calls, orders: byNo, tradeByDocument, payments, settled, topUps: done(RECORD_TOP_UP), repaid: done(REPAY_BY_WALLET) }
}
