// What of orders and statements can be invoiced: reads what others keep, and writes nothing.

import { type RawBuilder, sql } from 'kysely'
import type { UninvoicedOrder, UninvoicedStatement } from '#contract/billing/invoices/shapes.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { listShopNames } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Slice } from '#server/platform/core/paging.ts'

/**
 * What an invoice line is made of: a line of an order, or of an order on credit a line of one parcel, which is what was posted; line 0 is
 * freight. `netFen` is what it comes to now: paid or posted, less what went back.
 */
export interface InvoiceableLine {
  orderId: string
  orderNo: string
  shopId: string
  partId: string
  lineNo: number
  /** Of freight the good that the order was mostly for: what is charged along with goods goes by their tax class. */
  skuId: string
  goodsName: string
  skuProps: Record<string, string>
  unit: string
  /** null: a part of it came back, so that no whole number of units makes the amount. */
  quantity: number | null
  netFen: Fen
  /** A request that counts has it. */
  taken: boolean
}

export type InvoiceableSource =
  /** All of some orders, however far they are. */
  | { orderIds: readonly string[] }
  /** What the closed statement of a month posted, of one shop. */
  | { month: string; shopId: string }

/** Orders of which everything has left that will: these are invoiced as a whole. */
export const fullySentStates: readonly OrderState[] = ['SENT', 'WAIT_COMMENT', 'DONE']
const finished = sql`o.state = any(${[...fullySentStates]}::text[])`

type Condition = RawBuilder<unknown>

/** Orders that were paid at once: the part is the order. */
const wholes = (enterpriseId: string, which: Condition) => sql`
  select o.enterprise_id, o.id as order_id, o.order_no, o.shop_id, o.id as part_id, false as on_credit, true as bears_freight, false as adjusted
  from "order" o join trade t on t.enterprise_id = o.enterprise_id and t.id = o.trade_id
  where o.enterprise_id = ${enterpriseId} and t.method <> 'credit' and o.payable_fen > 0 and ${which}`

/** Parcels that posted, the first with the freight. What was adjusted away in a dispute is worth nothing. */
const parcels = (enterpriseId: string, which: Condition) => sql`
  select o.enterprise_id, o.id as order_id, o.order_no, o.shop_id, p.id as part_id, true as on_credit, p.parcel_no = 1 as bears_freight,
    exists (select from statement_entry e where e.enterprise_id = d.enterprise_id and e.draw_id = d.id and e.kind = 'adjust') as adjusted
  from "order" o join parcel p on p.enterprise_id = o.enterprise_id and p.order_id = o.id
  join ledger_transfer d on d.enterprise_id = p.enterprise_id and d.kind = 'draw' and d.document = p.id
  where o.enterprise_id = ${enterpriseId} and ${which}`

/** The lines of parts, with what they come to. */
const piecesOf = (parts: RawBuilder<unknown>) => sql`
  with part as (${parts}), piece as (
    select part.*, l.line_no, l.sku_id, l.goods_name, l.sku_props::jsonb as sku_props, l.unit,
      l.quantity - l.dropped - l.returned as quantity, l.amount_fen - l.discount_fen - l.dropped_fen - l.returned_fen as net_fen
    from part join order_line l on l.enterprise_id = part.enterprise_id and l.order_id = part.order_id where not part.on_credit
    union all
    select part.*, l.line_no, l.sku_id, l.goods_name, l.sku_props::jsonb, l.unit, case when c.returned_fen = 0 then c.quantity end,
      case when part.adjusted then 0 else c.post_fen - c.returned_fen end
    from part join parcel_line c on c.enterprise_id = part.enterprise_id and c.parcel_id = part.part_id
    join order_line l on l.enterprise_id = part.enterprise_id and l.order_id = part.order_id and l.line_no = c.line_no where part.on_credit
    union all
    select part.*, 0, (select l.sku_id from order_line l where l.enterprise_id = part.enterprise_id and l.order_id = part.order_id
      order by l.amount_fen desc, l.line_no limit 1), '运费', '{}'::jsonb, '次', 1,
      case when part.adjusted then 0 else o.freight_fen - o.freight_refunded_fen end
    from part join "order" o on o.enterprise_id = part.enterprise_id and o.id = part.order_id where part.bears_freight
  )
  select piece.*, taken.invoice_id is not null as taken from piece
  left join invoice_line taken on taken.enterprise_id = piece.enterprise_id and taken.part_id = piece.part_id
    and taken.order_line_no = piece.line_no and taken.live`

/** The statement line that a parcel's drawdown became. */
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

/** Every piece of a source, those that come to nothing and those that are taken too; order by order, freight last. */
export async function listInvoiceableLines(db: Db, enterpriseId: string, source: InvoiceableSource): Promise<InvoiceableLine[]> {
  const which =
    'orderIds' in source
      ? sql`o.id = any(${[...source.orderIds]}::uuid[])`
      : sql`o.shop_id = ${source.shopId} and ${inMonths([source.month])}`
  const parts =
    'orderIds' in source ? sql`${wholes(enterpriseId, which)} union all ${parcels(enterpriseId, which)}` : parcels(enterpriseId, which)
  const { rows } = await sql<Row>`select * from (${piecesOf(parts)}) x order by order_no, part_id, line_no = 0, line_no`.execute(db)
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

/** Finished orders of which money is kept, and a part of which no request has. */
const openOf = (enterpriseId: string) => sql`
  from "order" o join payment_allocation a on a.enterprise_id = o.enterprise_id and a.order_id = o.id
  where o.enterprise_id = ${enterpriseId} and ${finished} and a.amount_fen > a.refunded_fen and (
    not exists (select from invoice_line l where l.enterprise_id = o.enterprise_id and l.order_id = o.id and l.live)
    or exists (select from parcel p where p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.post_fen > 0
      and not exists (select from invoice_line l where l.enterprise_id = p.enterprise_id and l.order_id = o.id and l.part_id = p.id and l.live)))`

interface OpenRow {
  order_id: string
  order_no: string
  created_at: Date
  shop_id: string
  first_goods: string
  image: string
  goods_count: number
}

/** A page of a company's orders that can be invoiced, the latest first. */
export async function listInvoiceableOrders(
  db: Db,
  enterpriseId: string,
  { limit, offset }: Slice,
): Promise<{ dataList: UninvoicedOrder[]; total: number }> {
  const { rows } = await sql<OpenRow>`select o.id as order_id, o.order_no, o.created_at, o.shop_id, o.first_goods, o.goods_count,
      (select l.goods_slug from order_line l where l.enterprise_id = o.enterprise_id and l.order_id = o.id order by l.line_no limit 1) as image
    ${openOf(enterpriseId)} order by o.created_at desc, o.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${openOf(enterpriseId)}`.execute(db)
  const pieces = rows.length === 0 ? [] : await listInvoiceableLines(db, enterpriseId, { orderIds: rows.map(({ order_id }) => order_id) })
  const shops = await listShopNames(db)
  const dataList = rows.map((row) => ({
    orderNo: row.order_no,
    createdAt: row.created_at,
    shopId: row.shop_id,
    shopName: shops.get(row.shop_id) ?? '',
    firstGoods: row.first_goods,
    image: row.image,
    goodsCount: row.goods_count,
    amount: sum(pieces.filter(({ orderId, taken }) => orderId === row.order_id && !taken).map(({ netFen }) => netFen)),
  }))
  return { dataList, total: counted.rows[0]?.total ?? 0 }
}

/** How many statements back one can still be invoiced. */
const MONTHS_BACK = 24

/** What of a company's statements can be invoiced, shop by shop, the latest month first. */
export async function listInvoiceableStatements(db: Db, enterpriseId: string): Promise<UninvoicedStatement[]> {
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
    from (${piecesOf(parcels(enterpriseId, inMonths(named)))}) x
    join ledger_transfer d on d.enterprise_id = x.enterprise_id and d.kind = 'draw' and d.document = x.part_id
    join statement_line s on s.enterprise_id = d.enterprise_id and s.id = d.id
    where not x.taken and x.net_fen > 0 group by s.month, x.shop_id order by s.month desc, x.shop_id`.execute(db)
  const shops = await listShopNames(db)
  return rows.map(({ month, shop_id, orders, amount }) => ({ month, shopId: shop_id, shopName: shops.get(shop_id) ?? '', orders, amount }))
}
