// Computes the invoiceable amounts of orders and statements. It only reads.

import { type RawBuilder, sql } from 'kysely'
import type { InvoiceableOrder, InvoiceableStatement } from '#contract/billing/invoices/shapes.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'

/**
 * An order line, or for an order on credit a line of one parcel, because parcels are posted. Line 0 is the freight. `netFen` is its current
 * amount: paid or posted, minus refunds.
 */
export interface InvoiceableLine {
  orderId: string
  orderNo: string
  shopId: string
  partId: string
  lineNo: number
  /** For freight: the goods with the largest share of the order, because freight has the tax class of the goods. */
  skuId: string
  goodsName: string
  skuProps: Record<string, string>
  unit: string
  /** null: a part was refunded, so no whole number of units equals the amount. */
  quantity: number | null
  netFen: Fen
  /** Whether a live request contains it. */
  taken: boolean
}

export type InvoiceableSource =
  /** All lines of the given orders, in any state. */
  | { orderIds: readonly string[] }
  /** The lines that the closed statement of a month has posted for one shop. */
  | { month: string; shopId: string }

/** Order states in which nothing is left to be shipped. Such an order is invoiced as a whole. */
export const fullyShippedOrderStates: readonly OrderState[] = ['SENT', 'WAIT_COMMENT', 'DONE']
const finished = sql`o.state = any(${[...fullyShippedOrderStates]}::text[])`

type Condition = RawBuilder<unknown>

/** SQL: orders that were paid at once. The order is the part. */
const wholes = (enterpriseId: string, which: Condition) => sql`
  select o.enterprise_id, o.id as order_id, o.order_no, o.shop_id, o.id as part_id, false as on_credit, true as bears_freight, 0::bigint as adjusted_fen
  from "order" o join trade t on t.enterprise_id = ${enterpriseId} and t.enterprise_id = o.enterprise_id and t.id = o.trade_id
  where o.enterprise_id = ${enterpriseId} and t.method <> 'credit' and o.payable_fen > 0 and ${which}`

/** SQL: parcels that posted an amount. The first one contains the freight. What was adjusted after a dispute is missing from them. */
const parcels = (enterpriseId: string, which: Condition) => sql`
  select o.enterprise_id, o.id as order_id, o.order_no, o.shop_id, p.id as part_id, true as on_credit, p.parcel_no = 1 as bears_freight,
    coalesce((select sum(e.amount_fen + e.wallet_fen) from statement_entry e
      where e.enterprise_id = ${enterpriseId} and e.enterprise_id = d.enterprise_id and e.draw_id = d.id and e.kind = 'adjust'), 0)::bigint as adjusted_fen
  from "order" o join parcel p on p.enterprise_id = ${enterpriseId} and p.enterprise_id = o.enterprise_id and p.order_id = o.id
  join ledger_transfer d on d.enterprise_id = ${enterpriseId} and d.enterprise_id = p.enterprise_id and d.kind = 'draw' and d.document = p.id
  where o.enterprise_id = ${enterpriseId} and ${which}`

/**
 * SQL: the lines of the parts with their net amounts. What was adjusted of a part is taken off its lines in the ratio of their amounts, to the
 * fen. The quantity of such a line stays, because it was the price that was lowered. Each table is told the company by its id, because a
 * distributed database does not see it through the union of the parts.
 */
const piecesOf = (enterpriseId: string, parts: RawBuilder<unknown>) => sql`
  with part as (${parts}), line as (
    select part.*, l.line_no, l.sku_id, l.goods_name, l.sku_props::jsonb as sku_props, l.unit,
      l.quantity - l.dropped - l.returned as quantity, l.amount_fen - l.discount_fen - l.dropped_fen - l.returned_fen as all_fen
    from part join order_line l on l.enterprise_id = ${enterpriseId} and l.enterprise_id = part.enterprise_id and l.order_id = part.order_id where not part.on_credit
    union all
    select part.*, l.line_no, l.sku_id, l.goods_name, l.sku_props::jsonb, l.unit, case when c.returned_fen = 0 then c.quantity end,
      c.post_fen - c.returned_fen
    from part join parcel_line c on c.enterprise_id = ${enterpriseId} and c.enterprise_id = part.enterprise_id and c.parcel_id = part.part_id
    join order_line l on l.enterprise_id = ${enterpriseId} and l.enterprise_id = part.enterprise_id and l.order_id = part.order_id and l.line_no = c.line_no where part.on_credit
    union all
    select part.*, 0, (select l.sku_id from order_line l where l.enterprise_id = ${enterpriseId} and l.enterprise_id = part.enterprise_id and l.order_id = part.order_id
      order by l.amount_fen desc, l.line_no limit 1), '运费', '{}'::jsonb, '次', 1, o.freight_fen - o.freight_refunded_fen
    from part join "order" o on o.enterprise_id = ${enterpriseId} and o.enterprise_id = part.enterprise_id and o.id = part.order_id where part.bears_freight
  ), summed as (
    select line.*, sum(all_fen) over (partition by part_id) as part_fen,
      sum(all_fen) over (partition by part_id order by line_no = 0, line_no) as up_to_fen from line
  ), piece as (
    select summed.*, case when adjusted_fen = 0 or part_fen = 0 then 0
      else (div(adjusted_fen * up_to_fen, part_fen) - div(adjusted_fen * (up_to_fen - all_fen), part_fen))::bigint end as taken_off_fen from summed
  )
  select piece.*, all_fen - taken_off_fen as net_fen, taken.invoice_id is not null as taken from piece
  left join invoice_line taken on taken.enterprise_id = ${enterpriseId} and taken.enterprise_id = piece.enterprise_id and taken.part_id = piece.part_id
    and taken.order_line_no = piece.line_no and taken.live`

/** SQL: the statement line of a parcel's drawdown. */
const inMonths = (months: readonly string[]) =>
  sql`exists (select from statement_line s where s.enterprise_id = d.enterprise_id and s.id = d.id and s.month = any(${[...months]}::text[]))`

interface Row {
  order_id: string
  order_no: string
  shop_id: string
  part_id: string
  line_no: number
  sku_id: string
  goods_name: string
  sku_props: Record<string, string>
  unit: string
  quantity: number | null
  net_fen: Fen
  taken: boolean
}

/** Lists all lines of a source, including those without an amount and those in other requests; order by order, freight last. */
export async function listInvoiceableLines(db: Db, enterpriseId: string, source: InvoiceableSource): Promise<InvoiceableLine[]> {
  const which =
    'orderIds' in source
      ? sql`o.id = any(${[...source.orderIds]}::uuid[])`
      : sql`o.shop_id = ${source.shopId} and ${inMonths([source.month])}`
  const parts =
    'orderIds' in source ? sql`${wholes(enterpriseId, which)} union all ${parcels(enterpriseId, which)}` : parcels(enterpriseId, which)
  const { rows } =
    await sql<Row>`select * from (${piecesOf(enterpriseId, parts)}) x order by order_no, part_id, line_no = 0, line_no`.execute(db)
  return rows.map((row) => ({
    orderId: row.order_id,
    orderNo: row.order_no,
    shopId: row.shop_id,
    partId: row.part_id,
    lineNo: row.line_no,

    skuId: row.sku_id,
    goodsName: row.goods_name,
    skuProps: row.sku_props,
    unit: row.unit,
    quantity: row.quantity,
    netFen: row.net_fen,
    taken: row.taken,
  }))
}

/**
 * SQL: finished orders with a net amount and with a part that is in no request. The paid amount is read order by order, so that the orders
 * come in the order of an index, as many as a page needs.
 */
const openOf = (enterpriseId: string) => sql`
  from "order" o
  where o.enterprise_id = ${enterpriseId} and ${finished}
    and (select a.amount_fen > a.refunded_fen from payment_allocation a where a.enterprise_id = o.enterprise_id and a.order_id = o.id) and (
    not exists (select from invoice_line l where l.enterprise_id = o.enterprise_id and l.order_id = o.id and l.live)
    or exists (select from parcel p where p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.post_fen > 0
      and not exists (select from invoice_line l where l.enterprise_id = p.enterprise_id and l.order_id = o.id and l.part_id = p.id and l.live)))`

interface OpenRow {
  order_id: string
  order_no: string
  created_at: Date
  shop_id: string
  first_goods: string
  goods_kinds: number | null
  image: string | null
  goods_count: number
}

/** Returns a page of an enterprise's orders that can be invoiced, newest first, and their number up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export async function listInvoiceableOrders(
  db: Db,
  enterpriseId: string,
  slice: RowSlice,
): Promise<{ dataList: InvoiceableOrder[]; total: number }> {
  const { rows } =
    await sql<OpenRow>`select o.id as order_id, o.order_no, o.created_at, o.shop_id, o.first_goods, o.goods_kinds, o.goods_count,
      (select l.picture from order_line l where l.enterprise_id = o.enterprise_id and l.order_id = o.id order by l.line_no limit 1) as image
    ${openOf(enterpriseId)} order by o.created_at desc, o.id ${limitAndOffsetSql(slice)}`.execute(db)
  const open = sql`select 1 ${openOf(enterpriseId)} limit ${sql.lit(ROWS_REACHABLE_BY_PAGES_MAX)}`
  const counted = await sql<{ total: number }>`select count(*) as total from (${open}) c`.execute(db)
  const pieces = rows.length === 0 ? [] : await listInvoiceableLines(db, enterpriseId, { orderIds: rows.map(({ order_id }) => order_id) })
  const shops = await listShopNamesById(db)
  const dataList = rows.map((row) => ({
    orderNo: row.order_no,
    createdAt: row.created_at,
    shopId: row.shop_id,
    shopName: shops.get(row.shop_id) ?? '',
    firstGoods: row.first_goods,
    goodsKinds: row.goods_kinds,
    image: row.image,
    goodsCount: row.goods_count,
    amount: sum(pieces.filter(({ orderId, taken }) => orderId === row.order_id && !taken).map(({ netFen }) => netFen)),
  }))
  return { dataList, total: counted.rows[0]?.total ?? 0 }
}

/** How many months back a statement can still be invoiced. */
const MONTHS_BACK = 24

/** Lists what can be invoiced of an enterprise's statements, by shop, latest month first. */
export async function listInvoiceableStatements(db: Db, enterpriseId: string): Promise<InvoiceableStatement[]> {
  const months = await db
    .selectFrom('statement')
    .select('month')
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('month', 'desc')
    .limit(MONTHS_BACK)
    .execute()
  if (months.length === 0) return []
  const named = months.map(({ month }) => month)
  const { rows } = await sql<{ month: string; shop_id: string; orders: number; amount: Fen }>`
    select s.month, x.shop_id, count(distinct x.order_id) as orders, sum(x.net_fen)::bigint as amount
    from (${piecesOf(enterpriseId, parcels(enterpriseId, inMonths(named)))}) x
    join ledger_transfer d on d.enterprise_id = ${enterpriseId} and d.enterprise_id = x.enterprise_id and d.kind = 'draw' and d.document = x.part_id
    join statement_line s on s.enterprise_id = ${enterpriseId} and s.enterprise_id = d.enterprise_id and s.id = d.id
    where not x.taken and x.net_fen > 0 group by s.month, x.shop_id order by s.month desc, x.shop_id`.execute(db)
  const shops = await listShopNamesById(db)
  return rows.map(({ month, shop_id, orders, amount }) => ({ month, shopId: shop_id, shopName: shops.get(shop_id) ?? '', orders, amount }))
}
