// The only file that touches the tables `payment` and `payment_allocation`: what settles a trade, and what of it went back.
import { sql } from 'kysely'
import { type Fen, minus, sum } from '../../contract/money.ts'
import type { PaymentMethod } from '../../contract/ordering/amounts.ts'
import { refuse } from '../../contract/refusals.ts'
import { anyOf, type Db, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface PaidOrder {
  orderId: string
  amountFen: Fen
}

export interface NewPayment {
  enterpriseId: string
  tradeId: string
  method: PaymentMethod
  userId: string
  orders: readonly PaidOrder[]
}

/**
 * Writes down that a trade is paid: one payment, one allocation an order, each its order's payable. An order has one allocation, so
 * of two payments at once the second breaks its key.
 */
export async function insertPayment(tx: Tx, moment: Moment, { enterpriseId, tradeId, method, userId, orders }: NewPayment): Promise<void> {
  const id = moment.newId()
  const amount = sum(orders.map(({ amountFen }) => amountFen))
  await tx
    .insertInto('payment')
    .values({
      enterprise_id: enterpriseId,
      id,
      trade_id: tradeId,
      method,
      amount_fen: amount,
      state: 'SETTLED',
      paid_by: userId,
      paid_at: moment.now,
    })
    .execute()
  await tx
    .insertInto('payment_allocation')
    .values(
      orders.map(({ orderId, amountFen }) => ({ enterprise_id: enterpriseId, payment_id: id, order_id: orderId, amount_fen: amountFen })),
    )
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('ALREADY_PAID')
      throw error
    })
}

export interface Allocation {
  method: PaymentMethod
  amountFen: Fen
  refundedFen: Fen
  paidAt: Date
}

const allocations = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('payment_allocation as part')
    .innerJoin('payment', (join) =>
      join.onRef('payment.enterprise_id', '=', 'part.enterprise_id').onRef('payment.id', '=', 'part.payment_id'),
    )
    .select(['part.order_id', 'payment.method', 'part.amount_fen', 'part.refunded_fen', 'payment.paid_at'])
    .where('part.enterprise_id', '=', enterpriseId)

/** How an order was paid; undefined when it was not. */
export async function findAllocation(db: Db, enterpriseId: string, orderId: string): Promise<Allocation | undefined> {
  const row = await allocations(db, enterpriseId).where('part.order_id', '=', orderId).executeTakeFirst()
  return row && { method: row.method, amountFen: row.amount_fen, refundedFen: row.refunded_fen, paidAt: row.paid_at }
}

/** When orders were paid, by order; those that were not are not there. */
export async function paidTimes(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await allocations(db, enterpriseId).where('part.order_id', '=', anyOf(orderIds)).execute()
  return new Map(rows.map(({ order_id, paid_at }) => [order_id, paid_at]))
}

/** Marks a part of an order's money as gone back. Never more than was paid: the CHECK and this guard both say so. */
export async function markRefunded(tx: Tx, { enterpriseId, orderId, amountFen }: PaidOrder & { enterpriseId: string }): Promise<void> {
  const row = await tx
    .updateTable('payment_allocation')
    .set({ refunded_fen: sql<Fen>`refunded_fen + ${amountFen}` })
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .where(sql<boolean>`refunded_fen + ${amountFen} <= amount_fen`)
    .returning('refunded_fen')
    .executeTakeFirst()
  if (!row) throw new Error(`order ${orderId} would be refunded more than was paid`)
}

/** What of an order's money has not gone back yet. */
export const unrefunded = ({ amountFen, refundedFen }: Allocation): Fen => minus(amountFen, refundedFen)
