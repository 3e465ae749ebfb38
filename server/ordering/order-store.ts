// The only file that touches the tables `trade`, `order` and `order_line`.
import { sql } from 'kysely'
import type { Fen } from '../../contract/money.ts'
import type { PaymentMethod, PriceType } from '../../contract/ordering/amounts.ts'
import type { OrderState } from '../../contract/ordering/order-lifecycle.ts'
import { anyOf, type Db, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'

export interface Order {
  enterpriseId: string
  id: string
  orderNo: string
  tradeId: string
  userId: string
  shopId: string
  state: OrderState
  priceType: PriceType
  goodsFen: Fen
  freightFen: Fen
  discountFen: Fen
  payableFen: Fen
  remark: string
  receiver: { name: string; mobile: string; region: string; detail: string }
  firstGoods: string
  goodsCount: number
  cancelAskedAt: Date | null
  cancelReason: string | null
  stateAt: Date
  createdAt: Date
  method: PaymentMethod
}

export interface Line {
  orderId: string
  lineNo: number
  skuId: string
  goodsId: string
  goodsName: string
  goodsSlug: string
  unit: string
  skuCode: string
  skuProps: Record<string, string>
  quantity: number
  salePriceFen: Fen
  creditPriceFen: Fen | null
  unitPriceFen: Fen
  amountFen: Fen
  discountFen: Fen
  shipped: number
  postedFen: Fen
}

const orderColumns = [
  'order.enterprise_id',
  'order.id',
  'order.order_no',
  'order.trade_id',
  'order.user_id',
  'order.shop_id',
  'order.state',
  'order.price_type',
  'order.goods_fen',
  'order.freight_fen',
  'order.discount_fen',
  'order.payable_fen',
  'order.remark',
  'order.receiver_name',
  'order.receiver_mobile',
  'order.receiver_region',
  'order.receiver_detail',
  'order.first_goods',
  'order.goods_count',
  'order.cancel_asked_at',
  'order.cancel_reason',
  'order.state_at',
  'order.created_at',
  'trade.method',
] as const

/** Orders with the method of their trade. */
export const selectOrders = (db: Db) =>
  db
    .selectFrom('order')
    .innerJoin('trade', (join) => join.onRef('trade.enterprise_id', '=', 'order.enterprise_id').onRef('trade.id', '=', 'order.trade_id'))
    .select(orderColumns)

type RawOrder = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

export const orderFrom = (row: RawOrder): Order => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  orderNo: row.order_no,
  tradeId: row.trade_id,
  userId: row.user_id,
  shopId: row.shop_id,
  state: row.state,
  priceType: row.price_type,
  goodsFen: row.goods_fen,
  freightFen: row.freight_fen,
  discountFen: row.discount_fen,
  payableFen: row.payable_fen,
  remark: row.remark,
  receiver: { name: row.receiver_name, mobile: row.receiver_mobile, region: row.receiver_region, detail: row.receiver_detail },
  firstGoods: row.first_goods,
  goodsCount: row.goods_count,
  cancelAskedAt: row.cancel_asked_at,
  cancelReason: row.cancel_reason,
  stateAt: row.state_at,
  createdAt: row.created_at,
  method: row.method,
})

export async function findOrder(db: Db, enterpriseId: string, orderNo: string): Promise<Order | undefined> {
  const row = await selectOrders(db)
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.order_no', '=', orderNo)
    .executeTakeFirst()
  return row && orderFrom(row)
}

/** The order, locked until the transaction ends: what is decided about it stays true. */
export async function lockOrder(tx: Tx, enterpriseId: string, orderNo: string): Promise<Order | undefined> {
  const row = await selectOrders(tx)
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.order_no', '=', orderNo)
    .forNoKeyUpdate('order')
    .executeTakeFirst()
  return row && orderFrom(row)
}

/** All orders of a trade, locked, in one order for everybody. */
export async function lockTrade(tx: Tx, enterpriseId: string, tradeId: string): Promise<Order[]> {
  const rows = await selectOrders(tx)
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.trade_id', '=', tradeId)
    .orderBy('order.id')
    .forNoKeyUpdate('order')
    .execute()
  return rows.map(orderFrom)
}

export async function findTrade(db: Db, enterpriseId: string, tradeId: string): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.trade_id', '=', tradeId)
    .orderBy('order.id')
    .execute()
  return rows.map(orderFrom)
}

/** The numbers of some orders of one company, by id. */
export async function orderNumbers(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('order')
    .select(['id', 'order_no'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, order_no }) => [id, order_no]))
}

/** The lines of some orders of one company, order by order. */
export async function listLines(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Line[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('order_line')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('order_id')
    .orderBy('line_no')
    .execute()
  return rows.map((row) => ({
    orderId: row.order_id,
    lineNo: row.line_no,
    skuId: row.sku_id,
    goodsId: row.goods_id,
    goodsName: row.goods_name,
    goodsSlug: row.goods_slug,
    unit: row.unit,
    skuCode: row.sku_code,
    skuProps: row.sku_props as Record<string, string>,
    quantity: row.quantity,
    salePriceFen: row.sale_price_fen,
    creditPriceFen: row.credit_price_fen,
    unitPriceFen: row.unit_price_fen,
    amountFen: row.amount_fen,
    discountFen: row.discount_fen,
    shipped: row.shipped,
    postedFen: row.posted_fen,
  }))
}

/**
 * Moves an order's state when it is still in one of the expected ones, and returns the number of the event that tells of it. Of two who
 * press at once exactly one wins; the other gets undefined.
 */
export async function swapState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, from, to }: { enterpriseId: string; id: string; from: readonly OrderState[]; to: OrderState },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('order')
    .set({ state: to, state_at: moment.now, event_count: sql<number>`event_count + 1` })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', sql<OrderState>`any(${[...from]}::text[])`)
    .returning('event_count')
    .executeTakeFirst()
  return row?.event_count
}

/** The number of an event that moves nothing. */
export async function countEvent(tx: Tx, { enterpriseId, id }: Pick<Order, 'enterpriseId' | 'id'>): Promise<number> {
  const row = await tx
    .updateTable('order')
    .set({ event_count: sql<number>`event_count + 1` })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  return row.event_count
}

const DUE_BATCH = 500

/** Orders of any company that have stood in a state since before an instant: for jobs, which then take them one by one. */
export async function findOverdue(
  db: Db,
  { states, before }: { states: readonly OrderState[]; before: Date },
): Promise<{ enterpriseId: string; orderNo: string }[]> {
  const rows = await acrossEnterprises(db, 'finding work')
    .selectFrom('order')
    .select(['enterprise_id', 'order_no'])
    .where('state', 'in', states)
    .where('state_at', '<=', before)
    .orderBy('state_at')
    .limit(DUE_BATCH)
    .execute()
  return rows.map(({ enterprise_id, order_no }) => ({ enterpriseId: enterprise_id, orderNo: order_no }))
}

/** Notes that the buyer asks for a paid order to be cancelled, or that he no longer does. */
export async function setCancelAsked(
  tx: Tx,
  { enterpriseId, id }: Order,
  { at, reason }: { at: Date | null; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('order')
    .set({ cancel_asked_at: at, cancel_reason: reason })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** A parcel has left: units out and, for an order on credit, money posted, line by line. */
export async function recordShipment(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    orderId,
    lines,
  }: { enterpriseId: string; orderId: string; lines: readonly { lineNo: number; units: number; postedFen: Fen }[] },
): Promise<void> {
  for (const { lineNo, units, postedFen } of lines) {
    await tx
      .updateTable('order_line')
      .set({ shipped: sql<number>`shipped + ${units}`, posted_fen: sql<Fen>`posted_fen + ${postedFen}` })
      .where('enterprise_id', '=', enterpriseId)
      .where('order_id', '=', orderId)
      .where('line_no', '=', lineNo)
      .execute()
  }
  await tx
    .updateTable('order')
    .set({ last_parcel_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', orderId)
    .execute()
}
