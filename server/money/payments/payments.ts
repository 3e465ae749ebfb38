// The table `payment_allocation`: what settles a trade, and the refunded part of it. external-payments.ts has the payments that have not
// arrived yet.
import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { compileInsertOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface PaidOrderAmount {
  orderId: string
  amountFen: Fen
}

export interface NewTradePayment {
  enterpriseId: string
  tradeId: string
  method: PaymentMethod
  userId: string
  orders: readonly PaidOrderAmount[]
}

const insertPayments = compileInsertOnce((tx) => tx.insertInto('payment'))
const insertAllocations = compileInsertOnce((tx) => tx.insertInto('payment_allocation'))

/**
 * Records that a trade is paid: one payment, and one allocation per order with the order's payable amount. An order has only one
 * allocation, so the second of two simultaneous payments violates its key.
 */
export async function recordTradePayment(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, method, userId, orders }: NewTradePayment,
): Promise<void> {
  const id = moment.newId()
  const amount = sum(orders.map(({ amountFen }) => amountFen))
  const payment = {
    enterprise_id: enterpriseId,
    id,
    trade_id: tradeId,
    method,
    amount_fen: amount,
    state: 'SETTLED' as const,
    paid_by: userId,
    created_at: moment.now,
    paid_at: moment.now,
  }
  await awaitAllAndThrowFirstError(
    insertPayments(tx, [payment]).execute().catch(refuseSecond),
    allocatePaymentToOrders(tx, { enterpriseId, paymentId: id, orders }),
  )
}

/** The second of two payments of a trade, or of two allocations of an order, violates a key. */
const refuseSecond = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('ALREADY_PAID')
  throw error
}

/** Records which orders a payment pays, and how much of each. */
export async function allocatePaymentToOrders(
  tx: Tx,
  { enterpriseId, paymentId, orders }: { enterpriseId: string; paymentId: string; orders: readonly PaidOrderAmount[] },
): Promise<void> {
  const rows = orders.map(({ orderId, amountFen }) => ({
    enterprise_id: enterpriseId,
    payment_id: paymentId,
    order_id: orderId,
    amount_fen: amountFen,
  }))
  await insertAllocations(tx, rows).execute().catch(refuseSecond)
}

/** Removes what some payments of one company paid: they were taken back, so their orders are paid by nothing. */
export async function deletePaymentAllocations(
  tx: Tx,
  { enterpriseId, paymentIds }: { enterpriseId: string; paymentIds: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('payment_allocation')
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', anyOfIdsSql(paymentIds))
    .execute()
}

/** The part of a payment that pays one order. */
export interface PaidOrderPart extends PaidOrderAmount {
  enterpriseId: string
  paymentId: string
  refundedFen: Fen
}

/** Lists which orders some payments of some companies pay. */
export async function listOrdersPaidByPayments(
  db: Db,
  { enterpriseIds, paymentIds }: { enterpriseIds: readonly string[]; paymentIds: readonly string[] },
): Promise<PaidOrderPart[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('payment_allocation')
    .select(['enterprise_id', 'payment_id', 'order_id', 'amount_fen', 'refunded_fen'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('payment_id', '=', anyOfIdsSql(paymentIds))
    .execute()
  return rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    amountFen: row.amount_fen,
    refundedFen: row.refunded_fen,
  }))
}

export interface PaymentAllocation {
  paymentId: string
  method: PaymentMethod
  amountFen: Fen
  refundedFen: Fen
}

const allocations = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('payment_allocation as part')
    .innerJoin('payment', (join) =>
      join.onRef('payment.enterprise_id', '=', 'part.enterprise_id').onRef('payment.id', '=', 'part.payment_id'),
    )
    .select(['part.order_id', 'part.payment_id', 'payment.method', 'part.amount_fen', 'part.refunded_fen', 'payment.paid_at'])
    .where('part.enterprise_id', '=', enterpriseId)

/** How an order was paid; undefined if it was not. */
export async function findPaymentAllocationOfOrder(db: Db, enterpriseId: string, orderId: string): Promise<PaymentAllocation | undefined> {
  const row = await allocations(db, enterpriseId).where('part.order_id', '=', orderId).executeTakeFirst()
  return row && { paymentId: row.payment_id, method: row.method, amountFen: row.amount_fen, refundedFen: row.refunded_fen }
}

/** The documents of a payment in the ledger: the payment itself, and the orders that it pays. */
export async function listLedgerDocumentIdsOfPayment(
  db: Db,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_allocation')
    .select('order_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', id)
    .execute()
  return [id, ...rows.map(({ order_id }) => order_id)]
}

/** When orders were paid, by order. Unpaid orders are missing. */
export async function findPaidTimesByOrderId(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await allocations(db, enterpriseId).where('part.order_id', '=', anyOfIdsSql(orderIds)).execute()
  return new Map(rows.flatMap(({ order_id, paid_at }) => (paid_at === null ? [] : [[order_id, paid_at] as const])))
}

/** Marks a part of an order's money as refunded. Both the CHECK and this guard ensure that it is never more than was paid. */
export async function recordRefundedAmountOfOrder(
  tx: Tx,
  { enterpriseId, orderId, amountFen }: PaidOrderAmount & { enterpriseId: string },
): Promise<void> {
  const row = await tx
    .updateTable('payment_allocation')
    .set({ refunded_fen: sql<Fen>`refunded_fen + ${amountFen}` })
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .where(sql<boolean>`refunded_fen + ${amountFen} <= amount_fen`)
    .returning('refunded_fen')
    .executeTakeFirst()
  if (!row) refuse('REFUND_TOO_MUCH')
}

/** The part of an order's money that was not refunded. */
export const computeUnrefundedFen = ({ amountFen, refundedFen }: PaymentAllocation): Fen => subtractFen(amountFen, refundedFen)
