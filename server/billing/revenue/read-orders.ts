// Reads the orders, parcels and after-sales of which documents of a day are split.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface OrderRef {
  enterpriseId: string
  orderId: string
}

/** SQL: the given orders as rows `w` with `enterprise_id` and `order_id`. */
const wanted = (orders: readonly OrderRef[]) =>
  sql`unnest(${orders.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]) w(enterprise_id, order_id)`

export interface OrderRow {
  orderId: string
  enterpriseId: string
  shopId: string
  projectId: string | null
  onCredit: boolean
  freightFen: Fen
  lines: { lineNo: number; skuId: string; quantity: number; netFen: Fen }[]
}

/** Reads orders with their lines. */
export async function readOrdersWithLines(db: Db, orders: readonly OrderRef[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.enterprise_id as "enterpriseId", o.id as "orderId", o.shop_id as "shopId", o.project_id as "projectId", o.price_type = 'credit' as "onCredit",
      o.freight_fen as "freightFen", json_agg(json_build_object('lineNo', l.line_no, 'skuId', l.sku_id, 'quantity', l.quantity,
        'netFen', l.amount_fen - l.discount_fen) order by l.line_no) as lines
    from ${wanted(orders)} join "order" o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
      join order_line l on l.enterprise_id = o.enterprise_id and l.order_id = o.id group by o.enterprise_id, o.id`.execute(db)
  return rows
}

export interface ParcelRow {
  parcelId: string
  orderId: string
  no: number
  sentAt: Date
  receivedAt: Date | null
  /** For an order on credit: what it posted, with the freight in the first parcel. */
  postFen: Fen
  lines: { lineNo: number; quantity: number; postFen: Fen }[]
}

/** Reads the parcels of orders that were sent until a time, the earliest of each order first. */
export async function readParcelsSentUntil(db: Db, orders: readonly OrderRef[], until: Date): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    select p.id as "parcelId", p.order_id as "orderId", p.parcel_no as no, p.sent_at as "sentAt", p.post_fen as "postFen",
      least(p.received_at, (select min(e.at) from order_event e where e.enterprise_id = p.enterprise_id and e.order_id = p.order_id
        and e.verb in ('receive', 'autoReceive'))) as "receivedAt",
      (select json_agg(json_build_object('lineNo', l.line_no, 'quantity', l.quantity, 'postFen', l.post_fen) order by l.line_no) from parcel_line l
        where l.enterprise_id = p.enterprise_id and l.parcel_id = p.id) as lines
    from ${wanted(orders)} join parcel p on p.enterprise_id = w.enterprise_id and p.order_id = w.order_id
    where p.sent_at < ${until} order by p.order_id, p.parcel_no`.execute(db)
  return rows
}

export interface AfterSaleRow {
  afterSaleId: string
  orderId: string
  refundedAt: Date
  freightFen: Fen
  lines: { lineNo: number; stage: 'unsent' | 'sent'; quantity: number; refundFen: Fen }[]
}

/** Reads the after-sales of orders that were refunded until a time. */
export async function readAfterSalesRefundedUntil(db: Db, orders: readonly OrderRef[], until: Date): Promise<AfterSaleRow[]> {
  const { rows } = await sql<AfterSaleRow>`
    select a.id as "afterSaleId", a.order_id as "orderId", a.state_at as "refundedAt", a.freight_fen as "freightFen",
      (select coalesce(json_agg(json_build_object('lineNo', l.line_no, 'stage', l.stage, 'quantity', l.accepted, 'refundFen', l.refund_fen) order by l.line_no), '[]')
        from after_sale_line l where l.enterprise_id = a.enterprise_id and l.after_sale_id = a.id) as lines
    from ${wanted(orders)} join after_sale a on a.enterprise_id = w.enterprise_id and a.order_id = w.order_id
    where a.state = 'REFUNDED' and a.state_at < ${until}`.execute(db)
  return rows
}

/** SQL: an event of an order `e` is that a parcel was sent or received. */
const isParcelMovedSql = sql`e.verb in ('shipPart', 'shipRest', 'receiveParcel', 'receive', 'autoReceive')`

/** SQL: the orders of which something was sent or received on a day. */
export async function listOrdersWithParcelsSentOrReceived(db: Db, from: Date, until: Date): Promise<OrderRef[]> {
  const { rows } = await sql<OrderRef>`
    select distinct e.enterprise_id as "enterpriseId", e.order_id as "orderId" from order_event e where e.at >= ${from} and e.at < ${until}
      and ${isParcelMovedSql}`.execute(db)
  return rows
}

/** When the first parcel was sent or received within a range; undefined: none was. */
export async function findFirstParcelMovement(guarded: Db, { from, until }: { from: Date; until: Date }): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date | null
  }>`select min(e.at) as at from order_event e where e.at >= ${from} and e.at < ${until} and ${isParcelMovedSql}`.execute(
    withoutTenantGuard(guarded, 'finding work'),
  )
  return rows[0]?.at ?? undefined
}
