// Limits of the orders of a sub-account without an approval, and the approval above them (domain §5).
import { sql } from 'kysely'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import { type Fen, formatMoney, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getShanghaiMonthInterval, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import {
  findLatestGrantedPurchaseApproval,
  findPurchaseLimitsOfSubAccount,
  insertPurchaseApproval,
  lockPurchaseLimitsOfSubAccount,
  type PurchaseLimits,
} from '#server/people/organisation/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { EventActor } from './order-events.ts'
import { findOrdersOfTrade, type Order } from './order-store.ts'
import { sendMessagesOfOrderTransition, transitionOrders } from './order-transitions.ts'

/** A person in an enterprise, and a month 'YYYY-MM' in Asia/Shanghai. */
interface Budget {
  enterpriseId: string
  userId: string
  month: string
}

/** Selects the orders that count for a month: submitted in it and not cancelled. Orders that wait for an approval count too. */
const counted = (db: Db, enterpriseId: string, month: string) => {
  const { from, until } = getShanghaiMonthInterval(month)
  return db
    .selectFrom('order')
    .select(sql<Fen>`coalesce(sum(payable_fen), 0)::bigint`.as('used'))
    .where('enterprise_id', '=', enterpriseId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('state', '<>', 'CANCELLED')
}

/** Returns the used amount of a month in fen, by person. People without orders are left out. */
export async function sumMonthlyPurchasesByUser(
  db: Db,
  { enterpriseId, userIds, month }: { enterpriseId: string; userIds: readonly string[]; month: string },
): Promise<Map<string, Fen>> {
  const rows = await counted(db, enterpriseId, month)
    .select('user_id')
    .where('user_id', '=', anyOfIdsSql(userIds))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, used }) => [user_id, used]))
}

/** Returns the used amount of a month in fen, without one trade. */
async function usedBeside(db: Db, { enterpriseId, userId, month }: Budget, tradeId?: string): Promise<Fen> {
  let query = counted(db, enterpriseId, month).where('user_id', '=', userId)
  if (tradeId !== undefined) query = query.where('trade_id', '<>', tradeId)
  return (await query.executeTakeFirst())?.used ?? ZERO_FEN
}

/**
 * Returns which limits an amount exceeds, as text with the numbers; null: none. A trade counts as one purchase, so it cannot be split into
 * small orders.
 */
function passed({ orderLimitFen, monthLimitFen }: PurchaseLimits, usedFen: Fen, amountFen: Fen): string | null {
  const after = sum([usedFen, amountFen])
  const over = [
    orderLimitFen !== null && amountFen > orderLimitFen
      ? `单笔限额 ${formatMoney(orderLimitFen)}，本次 ${formatMoney(amountFen)}，超出 ${formatMoney(subtractFen(amountFen, orderLimitFen))}`
      : null,
    monthLimitFen !== null && after > monthLimitFen
      ? `每月限额 ${formatMoney(monthLimitFen)}，已用 ${formatMoney(usedFen)}，本次 ${formatMoney(amountFen)}，超出 ${formatMoney(subtractFen(after, monthLimitFen))}`
      : null,
  ].filter((one) => one !== null)
  return over.length > 0 ? over.join('；') : null
}

/** The main account orders without limits, and is never a buyer of the parent. */
export const OF_MAIN_ACCOUNT = { why: null, parentName: null } as const

/** A purchase of a person, in fen. */
export interface PlannedPurchase {
  enterpriseId: string
  userId: string
  amountFen: Fen
}

/** Returns why a purchase would need an approval now; null: it would not. It is only for display: submit decides again. */
export async function findApprovalReason(db: Db, moment: Moment, { amountFen, ...buyer }: PlannedPurchase): Promise<string | null> {
  const [allowance, usedFen] = await awaitAllAndThrowFirstError(
    findPurchaseLimitsOfSubAccount(db, buyer.enterpriseId, buyer.userId),
    usedBeside(db, { ...buyer, month: toShanghaiMonth(moment.now) }),
  )
  return allowance ? passed(allowance, usedFen, amountFen) : null
}

/**
 * Does the same for a sub-account, with its membership locked until the transaction ends, so that two concurrent purchases cannot both stay below
 * the limit. `parentName`: the parent whose buyer it is; null: an own sub-account.
 */
export async function lockSubAccountAndFindApprovalReason(
  tx: Tx,
  moment: Moment,
  { amountFen, ...buyer }: PlannedPurchase,
): Promise<{ why: string | null; parentName: string | null }> {
  const [allowance, usedFen] = await awaitAllAndThrowFirstError(
    lockPurchaseLimitsOfSubAccount(tx, buyer.enterpriseId, buyer.userId),
    usedBeside(tx, { ...buyer, month: toShanghaiMonth(moment.now) }),
  )
  return allowance ? { why: passed(allowance, usedFen, amountFen), parentName: allowance.parentName } : OF_MAIN_ACCOUNT
}

/**
 * Locks the limits of the person who submitted a trade, with one statement. It is called before the orders are locked. Returns undefined if
 * the person has no limits, is the main account, or if the trade does not exist; locking the orders then refuses it.
 */
export const lockPurchaseLimitsOfTradeSubmitter = (tx: Tx, enterpriseId: string, tradeId: string): Promise<PurchaseLimits | undefined> => {
  const orders = tx.selectFrom('order').select('user_id').where('enterprise_id', '=', enterpriseId).where('trade_id', '=', tradeId)
  return lockPurchaseLimitsOfSubAccount(tx, enterpriseId, orders.orderBy('id').limit(1).$asScalar())
}

/**
 * Returns why an unpaid trade needs an approval now; null: it does not. An earlier approval stays valid for the same payment method and up
 * to the same amount.
 */
export async function findApprovalReasonOfUnpaidTrade(
  tx: Tx,
  allowance: PurchaseLimits,
  { orders, method, amountFen }: { orders: readonly Order[]; method: PaymentMethod; amountFen: Fen },
): Promise<string | null> {
  const [first] = orders
  if (!first) return null
  const { enterpriseId, userId, tradeId, createdAt } = first
  const [agreed, usedFen] = await awaitAllAndThrowFirstError(
    findLatestGrantedPurchaseApproval(tx, enterpriseId, tradeId),
    allowance.monthLimitFen === null
      ? Promise.resolve(ZERO_FEN)
      : usedBeside(tx, { enterpriseId, userId, month: toShanghaiMonth(createdAt) }, tradeId),
  )
  if (agreed?.method === method && amountFen <= agreed.payableFen) return null
  const changed = agreed && `审批同意的是${paymentMethods[agreed.method].label} ${formatMoney(agreed.payableFen)}`
  const now = `现为${paymentMethods[method].label} ${formatMoney(amountFen)}`
  if (changed) return `${changed}，${now}`
  return passed(allowance, usedFen, amountFen)
}

const asking = (orders: readonly Order[], why: string) => {
  const { enterpriseId, tradeId, userId, method } = orders[0] ?? refuse('TRADE_NOT_FOUND')
  return { enterpriseId, tradeId, askedBy: userId, why, method, payableFen: sum(orders.map(({ payableFen }) => payableFen)) }
}

/** Requests an approval for a trade that was just submitted above its buyer's limits. */
export async function requestApprovalOfSubmittedTrade(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, why }: { enterpriseId: string; tradeId: string; why: string },
): Promise<void> {
  const orders = await findOrdersOfTrade(tx, enterpriseId, tradeId)
  await insertPurchaseApproval(tx, moment, asking(orders, why))
  await sendMessagesOfOrderTransition(tx, moment, orders, { verb: 'askApproval', note: why })
}

/** Sends a locked, unpaid trade back to approval. */
export async function returnTradeToApproval(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { why, actor }: { why: string; actor: EventActor },
): Promise<void> {
  await insertPurchaseApproval(tx, moment, asking(orders, why))
  await transitionOrders(tx, moment, orders, { verb: 'askApproval', actor, note: why })
}

/** Records that the main account itself has changed a trade, which counts as its approval. */
export async function recordApprovalByPaymentMethodChange(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { why, userId }: { why: string; userId: string },
): Promise<void> {
  await insertPurchaseApproval(tx, moment, asking(orders, why), { by: userId, opinion: '主账号更换了支付方式' })
}
