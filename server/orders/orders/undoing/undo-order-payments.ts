// Takes back that orders were paid: they wait for payment again, with their stock reserved and their coupons locked.
import { lockCouponsOfUnpaidOrdersAgain } from '#server/catalog/coupons/public.ts'
import { buildOrderQuery, type Order, selectOrdersThatMayHaveCoupon, toOrder } from '#server/orders/orders/order-store.ts'
import { transitionOrders } from '#server/orders/orders/order-transitions.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Finds orders of some companies by id. */
export async function findOrdersOfEnterprises(
  db: Db,
  { enterpriseIds, ids }: { enterpriseIds: readonly string[]; ids: readonly string[] },
): Promise<Order[]> {
  const rows = await buildOrderQuery(withoutTenantGuard(db, 'console'))
    .where('order.enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('order.id', '=', anyOfIdsSql(ids))
    .orderBy('order.id')
    .execute()
  return rows.map(toOrder)
}

/**
 * Lets paid orders of one company wait for payment again, until a time. The caller has locked them, and knows that nothing has followed from their
 * payment. Refuses ORDER_ACTION_NOT_ALLOWED if one of them does not wait to be shipped any more.
 */
export async function undoOrderPayments(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { staffId, reason, payBy }: { staffId: string; reason: string; payBy: Date },
): Promise<void> {
  await awaitAllAndThrowFirstError(
    lockCouponsOfUnpaidOrdersAgain(tx, selectOrdersThatMayHaveCoupon(orders)),
    transitionOrders(tx, moment, orders, { verb: 'undoPay', actor: { kind: 'staff', staffId }, note: reason, also: { pay_by: payBy } }),
  )
}
