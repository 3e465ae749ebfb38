// The orders that numbers are wanted for: who receives them, and which parcel is the next one.
import { sql } from 'kysely'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { unitsToShipOfLockedOrderSql } from '#server/orders/orders/public.ts'
import { anyOfTextsSql, type Tx } from '#server/platform/core/db.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'

/** Names an order. */
export interface OrderRef {
  enterpriseId: string
  orderNo: string
}

/** An order whose next parcel waits. */
export interface OrderAwaitingWaybill extends OrderRef {
  id: string
  /** The number of its next parcel. */
  parcelNo: number
  receiver: { name: string; mobile: string; address: string }
  cargo: string
}

const countParcelsSql = (enterpriseId: string) =>
  sql<number>`(select count(*)::int from parcel as sent where sent.enterprise_id = ${enterpriseId} and sent.order_id = "order".id)`

/** Locked, so that no order goes back to unpaid, is cancelled or shipped while a number is asked for. */
function lockNamedOrders(tx: Tx, orders: readonly OrderRef[], own: readonly string[] | null) {
  const ordersOf = Map.groupBy(orders, ({ enterpriseId }) => enterpriseId)
  return lockRowsByKey([...ordersOf.keys()], (enterpriseId) =>
    tx
      .selectFrom('order')
      .select(['order.enterprise_id', 'order.id', 'order.order_no', 'order.state', 'order.cancel_asked_at', 'order.first_goods'])
      .select(['order.receiver_name', 'order.receiver_mobile', 'order.receiver_region', 'order.receiver_detail'])
      .select([unitsToShipOfLockedOrderSql(enterpriseId).as('left'), countParcelsSql(enterpriseId).as('parcels')])
      .where('order.enterprise_id', '=', enterpriseId)
      .where('order.order_no', '=', anyOfTextsSql((ordersOf.get(enterpriseId) ?? []).map(({ orderNo }) => orderNo)))
      .where(isInShopsOrUnrestrictedSql('order.shop_id', own))
      .orderBy('order.id')
      .forShare('order')
      .execute(),
  )
}

type Row = Awaited<ReturnType<typeof lockNamedOrders>>[number]

/** Why the next parcel of an order gets no number; undefined: it gets one. */
function findFault(row: Row | undefined): string | undefined {
  if (!row) return '没有该订单'
  if (row.cancel_asked_at !== null) return '买家申请取消，处理后才能取号'
  if (row.state === 'CANCELLED') return '订单已取消'
  if (row.state !== 'WAIT_SEND' && row.state !== 'PART_SENT') return row.parcels > 0 ? '订单已全部发出' : '订单还没有付款'
  return row.left === 0 ? '商品在售后申请中，暂不要发' : undefined
}

const CARGO_MAX = 30
const cut = (text: string, max: number): string => [...text].slice(0, max).join('')

/**
 * Finds and locks the orders by number, and says of each that gets no number why. Orders of shops that the staff member does not keep are not there.
 */
export async function findOrdersToLabel(
  tx: Tx,
  { orders, staffId }: { orders: readonly OrderRef[]; staffId: string },
): Promise<{ waiting: OrderAwaitingWaybill[]; faults: Map<string, string> }> {
  const rows = await lockNamedOrders(tx, orders, await findShopIdsStaffIsLimitedTo(tx, staffId))
  const byNumber = new Map(rows.map((row) => [`${row.enterprise_id} ${row.order_no}`, row]))
  const waiting: OrderAwaitingWaybill[] = []
  const faults = new Map<string, string>()
  for (const { enterpriseId, orderNo } of orders) {
    const row = byNumber.get(`${enterpriseId} ${orderNo}`)
    const fault = findFault(row)
    if (fault !== undefined || !row) {
      faults.set(orderNo, fault ?? '')
      continue
    }
    waiting.push({
      enterpriseId,
      orderNo,
      id: row.id,
      parcelNo: row.parcels + 1,
      receiver: { name: row.receiver_name, mobile: row.receiver_mobile, address: `${row.receiver_region} ${row.receiver_detail}` },
      cargo: cut(row.first_goods, CARGO_MAX),
    })
  }
  return { waiting, faults }
}
