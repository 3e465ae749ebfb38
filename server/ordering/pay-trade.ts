import { type Fen, sum } from '../../contract/money.ts'
import { goodsTotal, type PaymentMethod, type PriceType, paymentMethods } from '../../contract/ordering/amounts.ts'
import type { SubmittedTrade } from '../../contract/ordering/shapes.ts'
import { freightFor } from '../../contract/pricing/freight.ts'
import { refuse } from '../../contract/refusals.ts'
import { demandCredit } from '../credit/public.ts'
import { closeOpenPayment, settle, takeForOrders } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { moveOrders, noteOrder } from './move-order.ts'
import { type Repriced, repriceTrade } from './order-inserts.ts'
import { listLines, type Order } from './order-rows.ts'
import { findTrade, lockTrade } from './order-store.ts'
import { agreeAtOnce, askApproval, holdAllowance, whyAgain } from './purchase-limits.ts'

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
export async function lockUnpaid(tx: Tx, enterpriseId: string, tradeId: string): Promise<Order[]> {
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
  accountType: 1 | 2
}

export interface Paying {
  payer: Payer
  tradeId: string
  method: PaymentMethod
}

const byMember = ({ userId }: Payer) => ({ kind: 'member', userId }) as const

/**
 * Pays all of a trade's orders by its method, or none. A sub-account's press pays nothing where the limits of whoever submitted the
 * trade have been lowered below it since: the trade goes to wait for the main account's word instead, as its state then says.
 */
export async function payTrade(tx: Tx, moment: Moment, { payer, tradeId, method }: Paying): Promise<SubmittedTrade> {
  const allowance = payer.accountType === 1 ? undefined : await holdAllowance(tx, payer.enterpriseId, tradeId)
  const orders = await lockUnpaid(tx, payer.enterpriseId, tradeId)
  if (orders[0]?.method !== method) refuse('METHOD_NOT_OFFERED', { msg: '订单的支付方式已变更，请刷新后再支付' })
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  const why = allowance ? await whyAgain(tx, allowance, { orders, method, amountFen }) : null
  if (why !== null) {
    await askApproval(tx, moment, orders, { why, actor: byMember(payer) })
    return describeTrade(orders.map((order) => ({ ...order, state: 'WAIT_APPROVAL' })))
  }
  await settle(tx, moment, method, {
    enterpriseId: payer.enterpriseId,
    tradeId,
    userId: payer.userId,
    orders: orders.map(({ id, payableFen, firstGoods }) => ({ orderId: id, amountFen: payableFen, title: firstGoods })),
  })
  await moveOrders(tx, moment, orders, { verb: 'pay', actor: byMember(payer) })
  return describeTrade(orders.map((order) => ({ ...order, state: 'WAIT_SEND' })))
}

export interface ArrivedMoney {
  enterpriseId: string
  tradeId: string
  paymentId: string
  userId: string
  amountFen: Fen
  source: 'gateway' | 'bank'
  valueDay: string
}

/**
 * Money that has arrived for a trade pays for its orders. False, and nothing moved: the orders, which the caller has locked, wait for none any
 * more, or come to another amount.
 */
export async function payByReceipt(tx: Tx, moment: Moment, orders: readonly Order[], money: ArrivedMoney): Promise<boolean> {
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  const due = sum(open.map(({ payableFen }) => payableFen))
  if (open.length === 0 || open.some(({ state }) => state !== 'WAIT_PAY') || due !== money.amountFen) return false
  const { enterpriseId, paymentId, source, valueDay, userId } = money
  const paid = open.map(({ id, payableFen, firstGoods }) => ({ orderId: id, amountFen: payableFen, title: firstGoods }))
  await takeForOrders(tx, moment, { enterpriseId, paymentId, source, valueDay, orders: paid })
  await moveOrders(tx, moment, open, { verb: 'pay', actor: { kind: 'member', userId } })
  return true
}

/** What orders come to at another price type, by the prices that were promised at submit. */
async function repriced(tx: Tx, enterpriseId: string, orders: readonly Order[], priceType: PriceType): Promise<Repriced[]> {
  const ids = orders.map(({ id }) => id)
  const lines = await listLines(tx, enterpriseId, ids)
  return orders.map((order) => {
    const goodsFen = goodsTotal(
      lines.filter(({ orderId }) => orderId === order.id),
      priceType,
    )
    if (goodsFen === undefined) refuse('NOT_ON_CREDIT', { orderNo: order.orderNo })
    const freightFen = freightFor(goodsFen, order.freight)
    return { id: order.id, priceType, goodsFen, freightFen, payableFen: sum([goodsFen, freightFen]) }
  })
}

/**
 * Another method for an unpaid trade: every order takes the prices of it that were promised at submit, and its checks. What is then
 * above its buyer's limits, or other than what was agreed to, waits for the main account's word; its own press is that word.
 */
export async function changeMethod(tx: Tx, moment: Moment, { payer, tradeId, method }: Paying): Promise<SubmittedTrade> {
  const { enterpriseId, userId } = payer
  const allowance = await holdAllowance(tx, enterpriseId, tradeId)
  const unpaid = await lockUnpaid(tx, enterpriseId, tradeId)
  const orders = await repriced(tx, enterpriseId, unpaid, paymentMethods[method].priceType)
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  if (method === 'credit') await demandCredit(tx, moment, { enterpriseId, amountFen })
  await closeOpenPayment(tx, moment, { enterpriseId, tradeId, why: '已更换支付方式' })
  await repriceTrade(tx, { enterpriseId, tradeId, method, orders })
  for (const order of unpaid) {
    await noteOrder(tx, moment, order, { verb: 'changeMethod', actor: byMember(payer), note: paymentMethods[method].label })
  }
  const changed = (await findTrade(tx, enterpriseId, tradeId)).filter(({ state }) => state === 'WAIT_PAY')
  const why = allowance ? await whyAgain(tx, allowance, { orders: changed, method, amountFen }) : null
  if (why !== null && payer.accountType === 1) await agreeAtOnce(tx, moment, changed, { why, userId })
  if (why !== null && payer.accountType === 2) await askApproval(tx, moment, changed, { why, actor: byMember(payer) })
  return describeTrade(await findTrade(tx, enterpriseId, tradeId))
}
