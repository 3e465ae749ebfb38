import { sum } from '../../contract/money.ts'
import { goodsTotal, type PaymentMethod, paymentMethods } from '../../contract/ordering/amounts.ts'
import type { SubmittedTrade } from '../../contract/ordering/shapes.ts'
import { freightFor } from '../../contract/pricing/freight.ts'
import { refuse } from '../../contract/refusals.ts'
import { demandCredit } from '../credit/public.ts'
import { settle } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { moveOrders } from './move-order.ts'
import { noteOrder } from './note-order.ts'
import { repriceTrade } from './order-inserts.ts'
import { listLines, type Order } from './order-rows.ts'
import { findTrade, lockTrade } from './order-store.ts'

/**
 * A trade as its orders make it up. A cancelled order has split off: it is neither listed nor to be paid. Where every order was
 * cancelled all are listed, and nothing is to be paid.
 */
export function describeTrade(orders: readonly Order[]): SubmittedTrade {
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

/** The orders of a trade that wait for money, locked. One that was cancelled has split off; one that is paid ends the matter. */
async function lockUnpaid(tx: Tx, enterpriseId: string, tradeId: string): Promise<Order[]> {
  const orders = await lockTrade(tx, enterpriseId, tradeId)
  if (orders.length === 0) refuse('TRADE_NOT_FOUND')
  const waiting = orders.filter(({ state }) => state === 'WAIT_PAY')
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  if (waiting.length === 0 || waiting.length !== open.length) refuse('ALREADY_PAID')
  return waiting
}

export interface Payer {
  enterpriseId: string
  userId: string
}

/** Pays all of a trade's orders by its method, or none. */
export async function payTrade(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, method }: { payer: Payer; tradeId: string; method: PaymentMethod },
): Promise<SubmittedTrade> {
  const orders = await lockUnpaid(tx, payer.enterpriseId, tradeId)
  if (orders[0]?.method !== method) refuse('METHOD_NOT_OFFERED', { msg: '订单的支付方式已变更，请刷新后再支付' })
  await settle(tx, moment, method, {
    enterpriseId: payer.enterpriseId,
    tradeId,
    userId: payer.userId,
    orders: orders.map(({ id, payableFen, firstGoods }) => ({ orderId: id, amountFen: payableFen, title: firstGoods })),
  })
  await moveOrders(tx, moment, orders, { verb: 'pay', actor: { kind: 'member', userId: payer.userId } })
  return describeTrade(orders.map((order) => ({ ...order, state: 'WAIT_SEND' })))
}

/** Another method for an unpaid trade: every order takes the prices of it that were promised at submit, and its checks. */
export async function changeMethod(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, method }: { payer: Payer; tradeId: string; method: PaymentMethod },
): Promise<SubmittedTrade> {
  const { enterpriseId, userId } = payer
  const orders = await lockUnpaid(tx, enterpriseId, tradeId)
  const { priceType } = paymentMethods[method]
  const ids = orders.map(({ id }) => id)
  const lines = await listLines(tx, enterpriseId, ids)
  const repriced = orders.map((order) => {
    const goodsFen = goodsTotal(
      lines.filter(({ orderId }) => orderId === order.id),
      priceType,
    )
    if (goodsFen === undefined) refuse('NOT_ON_CREDIT', { orderNo: order.orderNo })
    const freightFen = freightFor(goodsFen)
    return { id: order.id, priceType, goodsFen, freightFen, payableFen: sum([goodsFen, freightFen]) }
  })
  if (method === 'credit') await demandCredit(tx, moment, { enterpriseId, amountFen: sum(repriced.map(({ payableFen }) => payableFen)) })
  await repriceTrade(tx, { enterpriseId, tradeId, method, orders: repriced })
  for (const order of orders) {
    await noteOrder(tx, moment, order, { verb: 'changeMethod', actor: { kind: 'member', userId }, note: paymentMethods[method].label })
  }
  return describeTrade(await findTrade(tx, enterpriseId, tradeId))
}
