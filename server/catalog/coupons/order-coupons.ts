// Binds coupons to orders and releases them: updates rows of the table `coupon`, which coupon-store.ts inserts.
import { formatCouponRejection } from '#contract/catalog/pricing/coupons.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { buildCouponQuery, type Coupon, toCoupon } from './coupon-store.ts'

/** Finds the coupons that the given orders of one enterprise hold, by order. */
export async function findCouponsByOrder(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Map<string, Coupon>> {
  if (orderIds.length === 0) return new Map()
  const rows = await buildCouponQuery(db)
    .where('coupon.enterprise_id', '=', enterpriseId)
    .where('coupon.order_id', '=', anyOfIdsSql(orderIds))
    .execute()
  return new Map(rows.map((row) => [row.order_id ?? '', toCoupon(row)]))
}

/** Locks coupons until the transaction ends, always in the same sequence. Refuses COUPON_TAKEN if one of them is not unused any more. */
export async function lockUnusedCouponsOfEnterprise(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('coupon')
    .select('state')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < ids.length || rows.some(({ state }) => state !== 'unused')) refuse('COUPON_TAKEN')
}

interface OrderRef {
  enterpriseId: string
  id: string
  orderNo: string
}

function refuseSecondFirstOrder(error: unknown): never {
  // A distributed database puts its own ending to the name.
  const isFirstOrderKey = error instanceof Error && 'constraint' in error && String(error.constraint).startsWith('coupon_first_order_once')
  if (isUniqueViolation(error) && isFirstOrderKey)
    refuse('COUPON_NOT_MET', { msg: formatCouponRejection({ kind: 'firstOrder', is: 'later' }) })
  throw error
}

/**
 * Binds a coupon to an order; it stays locked until the order is paid. Whether it is for the first order is copied from its template here
 * and not when it is claimed, because a server of the release before may have issued it. Refuses COUPON_TAKEN if another order has it, and
 * COUPON_NOT_MET if it is for the first order and an order that was submitted at the same time has such a coupon.
 */
export async function reserveCouponForOrder(tx: Tx, order: OrderRef, couponId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set((of) => ({
      state: 'locked' as const,
      order_id: order.id,
      order_no: order.orderNo,
      first_order: of.selectFrom('coupon_template as t').select('t.first_order').whereRef('t.id', '=', 'coupon.template_id'),
    }))
    .where('enterprise_id', '=', order.enterpriseId)
    .where('id', '=', couponId)
    .where('state', '=', 'unused')
    .executeTakeFirst()
    .catch(refuseSecondFirstOrder)
  if (numUpdatedRows === 0n) refuse('COUPON_TAKEN')
}

type OrderKey = Pick<OrderRef, 'enterpriseId' | 'id'>
const idsOf = (orders: readonly OrderKey[]) => anyOfIdsSql(orders.map(({ id }) => id))

/** Marks the coupons of paid orders of one enterprise as used. Call it before stock and money are changed (lock order). */
export async function markCouponsOfPaidOrdersUsed(tx: Tx, moment: Moment, orders: readonly OrderKey[]): Promise<void> {
  const [first] = orders
  if (!first) return
  await tx
    .updateTable('coupon')
    .set({ state: 'used', used_at: moment.now })
    .where('enterprise_id', '=', first.enterpriseId)
    .where('order_id', '=', idsOf(orders))
    .where('state', '=', 'locked')
    .execute()
}

/** Locks the coupons of orders of one enterprise again, whose payment was taken back. */
export async function lockCouponsOfUnpaidOrdersAgain(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  const [first] = orders
  if (!first) return
  await tx
    .updateTable('coupon')
    .set({ state: 'locked', used_at: null })
    .where('enterprise_id', '=', first.enterpriseId)
    .where('order_id', '=', idsOf(orders))
    .where('state', '=', 'used')
    .execute()
}

/**
 * Releases the coupons of orders that end before a shipment or that give their coupons up. They are unused again, or expired if their last
 * day is over. Orders without coupons are ignored. Call it before stock and money are changed (lock order).
 */
export async function releaseCouponsOfOrders(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  const [first] = orders
  if (!first) return
  await tx
    .updateTable('coupon')
    .set({ state: 'unused', order_id: null, order_no: null, used_at: null })
    .where('enterprise_id', '=', first.enterpriseId)
    .where('order_id', '=', idsOf(orders))
    .execute()
}
