// What a sub-account may order without being asked for, and what happens above that (domain §5).
import { sql } from 'kysely'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import { type Fen, formatMoney, subtract, sum, ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { monthOf, monthSpan } from '#contract/platform/core/shanghai.ts'
import {
  findLatestApproved,
  findPurchaseLimits,
  insertApproval,
  lockPurchaseLimits,
  type PurchaseLimits,
} from '#server/people/organisation/public.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Actor } from './order-events.ts'
import type { Order } from './order-rows.ts'
import { findTrade } from './order-store.ts'
import { sendOrderMessages, transitionOrders } from './order-transitions.ts'

/** A person in a company, and a month 'YYYY-MM'. */
interface Budget {
  enterpriseId: string
  userId: string
  month: string
}

/** What counts for a month: the payable of what was submitted in it and is not cancelled. What waits for approval counts too. */
const counted = (db: Db, enterpriseId: string, month: string) => {
  const { from, until } = monthSpan(month)
  return db
    .selectFrom('order')
    .select(sql<Fen>`coalesce(sum(payable_fen), 0)::bigint`.as('used'))
    .where('enterprise_id', '=', enterpriseId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('state', '<>', 'CANCELLED')
}

/** What some people have used of a month, by person; who has ordered nothing is not in it. */
export async function sumMonthUsage(
  db: Db,
  { enterpriseId, userIds, month }: { enterpriseId: string; userIds: readonly string[]; month: string },
): Promise<Map<string, Fen>> {
  const rows = await counted(db, enterpriseId, month).select('user_id').where('user_id', '=', anyOf(userIds)).groupBy('user_id').execute()
  return new Map(rows.map(({ user_id, used }) => [user_id, used]))
}

/** What a month holds beside one trade. */
async function usedBeside(db: Db, { enterpriseId, userId, month }: Budget, tradeId?: string): Promise<Fen> {
  let query = counted(db, enterpriseId, month).where('user_id', '=', userId)
  if (tradeId !== undefined) query = query.where('trade_id', '<>', tradeId)
  return (await query.executeTakeFirst())?.used ?? ZERO
}

/** Which limits an amount passes, with the numbers; null: none. A trade is one purchase: its orders cannot be cut to fit. */
function passed({ orderLimitFen, monthLimitFen }: PurchaseLimits, usedFen: Fen, amountFen: Fen): string | null {
  const after = sum([usedFen, amountFen])
  const over = [
    orderLimitFen !== null && amountFen > orderLimitFen
      ? `单笔限额 ${formatMoney(orderLimitFen)}，本次 ${formatMoney(amountFen)}，超出 ${formatMoney(subtract(amountFen, orderLimitFen))}`
      : null,
    monthLimitFen !== null && after > monthLimitFen
      ? `每月限额 ${formatMoney(monthLimitFen)}，已用 ${formatMoney(usedFen)}，本次 ${formatMoney(amountFen)}，超出 ${formatMoney(subtract(after, monthLimitFen))}`
      : null,
  ].filter((one) => one !== null)
  return over.length > 0 ? over.join('；') : null
}

/** Who orders, how much, when. */
export interface PlannedPurchase {
  enterpriseId: string
  userId: string
  amountFen: Fen
}

/** Why a purchase of now would wait for the main account's word; null: it would not. For showing: submitting decides again. */
export async function findApprovalReason(db: Db, moment: Moment, { amountFen, ...buyer }: PlannedPurchase): Promise<string | null> {
  const allowance = await findPurchaseLimits(db, buyer.enterpriseId, buyer.userId)
  return allowance ? passed(allowance, await usedBeside(db, { ...buyer, month: monthOf(moment.now) }), amountFen) : null
}

/** The same for good: the seat stays locked until the transaction ends, so that two at once cannot both slip under its limit. */
export async function lockAndFindApprovalReason(tx: Tx, moment: Moment, { amountFen, ...buyer }: PlannedPurchase): Promise<string | null> {
  const allowance = await lockPurchaseLimits(tx, buyer.enterpriseId, buyer.userId)
  return allowance ? passed(allowance, await usedBeside(tx, { ...buyer, month: monthOf(moment.now) }), amountFen) : null
}

/**
 * The limits of whoever submitted a trade, locked before its orders are; undefined where he has none, or is the main account. A trade
 * that is not there has none either: whoever locks its orders next says so.
 */
export async function lockBuyerPurchaseLimits(tx: Tx, enterpriseId: string, tradeId: string): Promise<PurchaseLimits | undefined> {
  const [order] = await findTrade(tx, enterpriseId, tradeId)
  return order && lockPurchaseLimits(tx, enterpriseId, order.userId)
}

/**
 * Why an unpaid trade needs the main account's word as it is now; null: it does not. What he has agreed to needs no other word, for as
 * long as it is that: the method that he saw, and no more money.
 */
export async function findReapprovalReason(
  tx: Tx,
  allowance: PurchaseLimits,
  { orders, method, amountFen }: { orders: readonly Order[]; method: PaymentMethod; amountFen: Fen },
): Promise<string | null> {
  const [first] = orders
  if (!first) return null
  const { enterpriseId, userId, tradeId, createdAt } = first
  const agreed = await findLatestApproved(tx, enterpriseId, tradeId)
  if (agreed?.method === method && amountFen <= agreed.payableFen) return null
  const changed = agreed && `审批同意的是${paymentMethods[agreed.method].label} ${formatMoney(agreed.payableFen)}`
  const now = `现为${paymentMethods[method].label} ${formatMoney(amountFen)}`
  if (changed) return `${changed}，${now}`
  return passed(allowance, await usedBeside(tx, { enterpriseId, userId, month: monthOf(createdAt) }, tradeId), amountFen)
}

const asking = (orders: readonly Order[], why: string) => {
  const { enterpriseId, tradeId, userId, method } = orders[0] ?? refuse('TRADE_NOT_FOUND')
  return { enterpriseId, tradeId, askedBy: userId, why, method, payableFen: sum(orders.map(({ payableFen }) => payableFen)) }
}

/** A trade that has just been submitted above its buyer's limit: his main account is asked. */
export async function createApproval(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, why }: { enterpriseId: string; tradeId: string; why: string },
): Promise<void> {
  const orders = await findTrade(tx, enterpriseId, tradeId)
  await insertApproval(tx, moment, asking(orders, why))
  await sendOrderMessages(tx, moment, orders, { verb: 'askApproval', note: why })
}

/** An unpaid trade, locked, goes back to wait for the main account's word. */
export async function askApproval(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { why, actor }: { why: string; actor: Actor },
): Promise<void> {
  await insertApproval(tx, moment, asking(orders, why))
  await transitionOrders(tx, moment, orders, { verb: 'askApproval', actor, note: why })
}

/** The main account itself has changed somebody's trade: that is its word, and written down as such. */
export async function recordImmediateApproval(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { why, userId }: { why: string; userId: string },
): Promise<void> {
  await insertApproval(tx, moment, asking(orders, why), { by: userId, opinion: '主账号更换了支付方式' })
}
