import { formatCouponRejection } from '#contract/catalog/pricing/coupons.ts'
import { getUnitPrice, type PaymentMethod, type PriceType, paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { type Fen, ORDER_AMOUNT_MAX, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { computeFreight } from '#contract/sites/freight/freight.ts'
import { markCouponsOfPaidOrdersUsed, reevaluateOrderCouponsAtNewPrices, releaseCouponsOfOrders } from '#server/catalog/coupons/public.ts'
import { computeLineAmount } from '#server/catalog/pricing/public.ts'
import { lockAndRequireSufficientCredit } from '#server/money/credit/public.ts'
import { closeOpenPaymentAndInformProvider, collectTradePayment, payOrdersOfTradeWithIncomingMoney } from '#server/money/payments/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { type RepricedOrder, updateTradeMethodAndPrices } from './order-inserts.ts'
import { listOrderLines, type OrderLineRow } from './order-lines.ts'
import { findOrdersOfTrade, formatGoodsOfOrders, lockOrdersOfTrade, type Order, selectOrdersThatMayHaveCoupon } from './order-store.ts'
import { buildContractsChangedEvent, recordOrderEventWithoutTransition, transitionOrders } from './order-transitions.ts'
import {
  findApprovalReasonOfUnpaidTrade,
  lockPurchaseLimitsOfTradeSubmitter,
  recordApprovalByPaymentMethodChange,
  returnTradeToApproval,
} from './purchase-limits.ts'

/**
 * Describes a trade by its orders. Cancelled orders are neither listed nor payable. If all orders are cancelled, all are listed and the
 * amount is zero.
 */
export function toSubmittedTrade(orders: readonly Order[]): SubmittedTrade {
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  const shown = open.length > 0 ? open : orders
  const [first] = shown
  if (!first) refuse('TRADE_NOT_FOUND')
  return {
    tradeId: first.tradeId,
    method: first.method,
    payable: sum(open.map(({ payableFen }) => payableFen)),
    orders: shown.map(({ orderNo, payableFen, state }) => ({ orderNo, payable: payableFen, state })),
  }
}

/** Selects the orders of a trade that have to be paid: not cancelled, and with an amount above zero. */
const filterPayable = (orders: readonly Order[]): Order[] =>
  orders.filter(({ state, payableFen }) => state !== 'CANCELLED' && payableFen > 0)

/** Locks the orders of a trade that wait for payment. Refuses TRADE_NOT_FOUND, and ALREADY_PAID if one of them is paid. */
async function lockUnpaidOrders(tx: Tx, enterpriseId: string, tradeId: string): Promise<Order[]> {
  const orders = await lockOrdersOfTrade(tx, enterpriseId, tradeId)
  if (orders.length === 0) refuse('TRADE_NOT_FOUND')
  const open = filterPayable(orders)
  const waiting = open.filter(({ state }) => state === 'WAIT_PAY')
  if (waiting.length === 0 || waiting.length !== open.length) refuse('ALREADY_PAID')
  return waiting
}

/** Does the same for a trade with the given payment method. Refuses METHOD_NOT_OFFERED if the method has changed meanwhile. */
export async function lockUnpaidOrdersOfTradeWithMethod(
  tx: Tx,
  { enterpriseId, tradeId, method }: { enterpriseId: string; tradeId: string; method: PaymentMethod },
): Promise<Order[]> {
  const orders = await lockUnpaidOrders(tx, enterpriseId, tradeId)
  return orders[0]?.method === method ? orders : refuse('METHOD_NOT_OFFERED', { msg: '订单的支付方式已变更，请刷新后再支付' })
}

interface Payer {
  enterpriseId: string
  userId: string
  accountType: 1 | 2
}

export interface TradePaymentInput {
  payer: Payer
  tradeId: string
  method: PaymentMethod
}

/**
 * Locks the orders of a trade that is about to be paid. Also returns why they need the approval of the main account first, because the
 * limits of the person who submitted the trade were lowered below its amount (domain §5); null: no approval is needed.
 */
export async function lockUnpaidOrdersAndFindApprovalReason(
  tx: Tx,
  { payer, tradeId, method }: TradePaymentInput,
): Promise<{ orders: Order[]; why: string | null }> {
  const { enterpriseId, accountType } = payer
  const [allowance, orders] = await awaitAllAndThrowFirstError(
    accountType === 1 ? Promise.resolve(undefined) : lockPurchaseLimitsOfTradeSubmitter(tx, enterpriseId, tradeId),
    lockUnpaidOrdersOfTradeWithMethod(tx, { enterpriseId, tradeId, method }),
  )
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  return { orders, why: allowance ? await findApprovalReasonOfUnpaidTrade(tx, allowance, { orders, method, amountFen }) : null }
}

const byMember = ({ userId }: Payer) => ({ kind: 'member', userId }) as const

/**
 * Pays all orders of a trade by its method, or none. If a sub-account pays and the limits of the person who submitted the trade were
 * lowered below its amount, nothing is paid: the trade goes to approval, which its state then shows. `seenFen`: what the payer has seen;
 * refuses PAY_AMOUNT_CHANGED if it is another amount by now, because a colleague has changed the method or cancelled an order.
 */
export async function payTrade(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, method, seenFen }: TradePaymentInput & { seenFen?: Fen | undefined },
): Promise<SubmittedTrade> {
  const { orders, why } = await lockUnpaidOrdersAndFindApprovalReason(tx, { payer, tradeId, method })
  if (seenFen !== undefined && seenFen !== sum(orders.map(({ payableFen }) => payableFen))) refuse('PAY_AMOUNT_CHANGED')
  if (why !== null) {
    await returnTradeToApproval(tx, moment, orders, { why, actor: byMember(payer) })
    return toSubmittedTrade(orders.map((order) => ({ ...order, state: 'WAIT_APPROVAL' })))
  }
  await awaitAllAndThrowFirstError(
    markCouponsOfPaidOrdersUsed(tx, moment, selectOrdersThatMayHaveCoupon(orders)),
    collectTradePayment(tx, moment, method, {
      enterpriseId: payer.enterpriseId,
      tradeId,
      userId: payer.userId,
      orders: orders.map((order) => ({ orderId: order.id, amountFen: order.payableFen, title: formatGoodsOfOrders([order]) })),
    }),
    transitionOrders(tx, moment, orders, { verb: 'pay', actor: byMember(payer) }),
  )
  return toSubmittedTrade(orders.map((order) => ({ ...order, state: 'WAIT_SEND' })))
}

export interface IncomingPayment {
  enterpriseId: string
  tradeId: string
  paymentId: string
  userId: string
  amountFen: Fen
  source: 'gateway' | 'bank'
  valueDay: string
}

/**
 * Pays orders with money that has arrived. Returns false and changes nothing if the locked orders do not wait for payment any more, or if
 * their amount differs.
 */
export async function payOrdersByIncomingPayment(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  money: IncomingPayment,
): Promise<boolean> {
  const open = filterPayable(orders)
  const due = sum(open.map(({ payableFen }) => payableFen))
  if (open.length === 0 || open.some(({ state }) => state !== 'WAIT_PAY') || due !== money.amountFen) return false
  const { enterpriseId, paymentId, source, valueDay, userId } = money
  const paid = open.map((order) => ({ orderId: order.id, amountFen: order.payableFen, title: formatGoodsOfOrders([order]) }))
  await awaitAllAndThrowFirstError(
    markCouponsOfPaidOrdersUsed(tx, moment, selectOrdersThatMayHaveCoupon(open)),
    payOrdersOfTradeWithIncomingMoney(tx, moment, { enterpriseId, paymentId, source, valueDay, orders: paid }),
    transitionOrders(tx, moment, open, { verb: 'pay', actor: { kind: 'member', userId } }),
  )
  return true
}

interface OrderTotals {
  order: Order
  orderId: string
  shopId: string
  lines: { goodsId: string; amountFen: Fen }[]
  goodsFen: Fen
  freightFen: Fen
}

/** Computes the amounts of orders at a price type, with the prices stored at submit and before coupons. Refuses NOT_ON_CREDIT. */
function computeOrderTotals(orders: readonly Order[], all: readonly OrderLineRow[], priceType: PriceType): OrderTotals[] {
  return orders.map((order) => {
    const lines = all
      .filter(({ orderId }) => orderId === order.id)
      .map((line) => {
        const unit = getUnitPrice(line, priceType) ?? refuse('NOT_ON_CREDIT', { orderNo: order.orderNo })
        return { goodsId: line.goodsId, amountFen: computeLineAmount(unit, line.quantity) }
      })
    const goodsFen = sum(lines.map(({ amountFen }) => amountFen))
    return { order, orderId: order.id, shopId: order.shopId, lines, goodsFen, freightFen: computeFreight(goodsFen, order.freight) }
  })
}

type EvaluatedOrderCoupon = NonNullable<ReturnType<Awaited<ReturnType<typeof reevaluateOrderCouponsAtNewPrices>>['get']>>

/** Takes off what the coupon of an order takes off at its new prices; nothing if it does not apply any more. */
function applyCoupon({ order, goodsFen, freightFen }: OrderTotals, verdict: EvaluatedOrderCoupon['verdict'] | undefined) {
  const shares = verdict?.applies ? verdict.shares : []
  const discountFen = sum(shares)
  const freightDiscountFen = verdict?.applies ? verdict.freightDiscountFen : ZERO_FEN
  const chargedFreightFen = subtractFen(freightFen, freightDiscountFen)
  const payableFen = subtractFen(sum([goodsFen, chargedFreightFen]), discountFen)
  return { id: order.id, goodsFen, freightFen: chargedFreightFen, freightDiscountFen, shares, discountFen, payableFen }
}

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id)

/**
 * Computes the amounts of orders at another price type, with the prices stored at submit and the coupons of the orders. Refuses
 * COUPON_NOT_MET if a coupon does not apply any more, unless the buyer has agreed to pay without it.
 */
async function repriced(tx: Tx, orders: readonly Order[], priceType: PriceType, withoutCoupons: boolean): Promise<RepricedOrder[]> {
  const enterpriseId = orders[0]?.enterpriseId ?? ''
  const totals = computeOrderTotals(orders, await listOrderLines(tx, enterpriseId, idsOf(orders)), priceType)
  if (totals.some(({ goodsFen, freightFen }) => sum([goodsFen, freightFen]) > ORDER_AMOUNT_MAX)) refuse('ORDER_TOO_LARGE')
  const evaluated = await reevaluateOrderCouponsAtNewPrices(tx, enterpriseId, totals)
  return totals.map((total) => {
    const { coupon, verdict } = evaluated.get(total.orderId) ?? {}
    if (coupon && !verdict?.applies && !withoutCoupons) {
      const unmet = verdict ? formatCouponRejection(verdict.why) : ''
      refuse('COUPON_NOT_MET', {
        msg: `按${priceTypeLabels[priceType]}计算，优惠券「${coupon.name}」${unmet}；可不用优惠券继续更换`,
        orderNo: total.order.orderNo,
      })
    }
    return { ...applyCoupon(total, verdict), priceType }
  })
}

const OTHER_PRICE_TYPE = { sale: 'credit', credit: 'sale' } as const

/**
 * Reads what unpaid orders of one trade cost at each price type, with the prices stored at submit; undefined: one of the goods has no such
 * price. A coupon that would not apply is left out.
 */
export async function readTotalsOfUnpaidOrders(db: Db, orders: readonly Order[]): Promise<Record<PriceType, Fen | undefined>> {
  const [first] = orders
  if (!first) return { sale: undefined, credit: undefined }
  const { priceType } = paymentMethods[first.method]
  const other = OTHER_PRICE_TYPE[priceType]
  const lines = await listOrderLines(db, first.enterpriseId, idsOf(orders))
  const now = sum(orders.map(({ payableFen }) => payableFen))
  const then = lines.every((line) => getUnitPrice(line, other) != null) ? await sumAtPriceType(db, orders, lines, other) : undefined
  return priceType === 'sale' ? { sale: now, credit: then } : { sale: then, credit: now }
}

async function sumAtPriceType(db: Db, orders: readonly Order[], lines: readonly OrderLineRow[], priceType: PriceType): Promise<Fen> {
  const totals = computeOrderTotals(orders, lines, priceType)
  const evaluated = await reevaluateOrderCouponsAtNewPrices(db, orders[0]?.enterpriseId ?? '', totals)
  return sum(totals.map((total) => applyCoupon(total, evaluated.get(total.orderId)?.verdict).payableFen))
}

/** Moves repriced orders with an amount of zero to the state ready to ship. */
async function sendFree(tx: Tx, moment: Moment, orders: readonly Order[], payer: Payer): Promise<void> {
  const free = orders.filter(({ payableFen }) => payableFen === 0)
  if (free.length === 0) return
  await markCouponsOfPaidOrdersUsed(tx, moment, free)
  await transitionOrders(tx, moment, free, { verb: 'pay', actor: byMember(payer) })
}

/**
 * Changes the payment method of an unpaid trade. Every order gets the prices for that method that were stored at submit, and its coupon and
 * credit are checked again. A trade that is then above its buyer's limits, or differs from what was approved, goes to approval. If the main
 * account itself changes the method, that counts as its approval.
 */
export async function changePaymentMethod(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, method, withoutCoupons }: TradePaymentInput & { withoutCoupons: boolean },
): Promise<SubmittedTrade> {
  const { enterpriseId, userId } = payer
  const allowance = await lockPurchaseLimitsOfTradeSubmitter(tx, enterpriseId, tradeId)
  const unpaid = await lockUnpaidOrders(tx, enterpriseId, tradeId)
  const orders = await repriced(tx, unpaid, paymentMethods[method].priceType, withoutCoupons)
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  if (method === 'credit') await lockAndRequireSufficientCredit(tx, moment, { enterpriseId, amountFen })
  const givenUp = unpaid.filter((_, at) => orders[at]?.shares.length === 0)
  await releaseCouponsOfOrders(tx, givenUp)
  await closeOpenPaymentAndInformProvider(tx, moment, { enterpriseId, tradeId, why: '已更换支付方式' })
  await awaitAllAndThrowFirstError(
    updateTradeMethodAndPrices(tx, { enterpriseId, tradeId, method, orders }),
    publishEvents(tx, moment, [buildContractsChangedEvent(unpaid)]),
  )
  for (const order of unpaid) {
    const note =
      givenUp.includes(order) && selectOrdersThatMayHaveCoupon([order]).length > 0
        ? `${paymentMethods[method].label}，不再使用优惠券`
        : paymentMethods[method].label
    await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'changeMethod', actor: byMember(payer), note })
  }
  const changed = (await findOrdersOfTrade(tx, enterpriseId, tradeId)).filter(({ state }) => state === 'WAIT_PAY')
  const why = allowance ? await findApprovalReasonOfUnpaidTrade(tx, allowance, { orders: changed, method, amountFen }) : null
  if (why !== null && payer.accountType === 1) await recordApprovalByPaymentMethodChange(tx, moment, changed, { why, userId })
  if (why !== null && payer.accountType === 2) await returnTradeToApproval(tx, moment, changed, { why, actor: byMember(payer) })
  else await sendFree(tx, moment, changed, payer)
  return toSubmittedTrade(await findOrdersOfTrade(tx, enterpriseId, tradeId))
}
