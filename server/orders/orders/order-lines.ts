// The lines of orders: their type, how they are read, and how their units change.
import { type RawBuilder, sql } from 'kysely'
import type { AfterSaleLineAmountsAndUnits } from '#contract/orders/after-sales/line-shares.ts'
import { type Fen, subtractFen } from '#contract/platform/core/money.ts'
import { mainUserIdSql } from '#server/people/organisation/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Order } from './order-store.ts'

export interface OrderLineRow extends AfterSaleLineAmountsAndUnits {
  orderId: string
  lineNo: number
  skuId: string
  goodsId: string
  goodsName: string
  /** The value of the goods at the time of the order; null: they had none. */
  picture: string | null
  unit: string
  skuCode: string
  skuProps: Record<string, string>
  salePriceFen: Fen
  creditPriceFen: Fen | null
  unitPriceFen: Fen
  amountFen: Fen
  discountFen: Fen
  postedFen: Fen
  /** Unshipped units of open after-sales. They must not be shipped until these are decided. */
  heldBack: number
  /** Shipped units of open after-sales. */
  claimed: number
  /** Shipped units that were exchanged. */
  exchanged: number
  /** The equipment that the line is for. */
  equipmentId: string | null
  /** The level gift; null for ordered goods. */
  giftId: string | null
  /** The warehouse that it is planned to leave from; null: the main one. */
  plannedFrom: string | null
}

const selectLines = (db: Db, enterpriseId: string, orderIds: readonly string[]) =>
  db
    .selectFrom('order_line')
    .selectAll('order_line')
    .where('order_line.enterprise_id', '=', enterpriseId)
    .where('order_line.order_id', '=', anyOfIdsSql(orderIds))
    .orderBy('order_line.order_id')
    .orderBy('order_line.line_no')

type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number]

const toOrderLine = (row: LineRow): OrderLineRow => ({
  orderId: row.order_id,
  lineNo: row.line_no,
  skuId: row.sku_id,
  goodsId: row.goods_id,
  goodsName: row.goods_name,
  picture: row.picture,
  unit: row.unit,
  skuCode: row.sku_code,
  skuProps: row.sku_props as Record<string, string>,
  quantity: row.quantity,
  salePriceFen: row.sale_price_fen,
  creditPriceFen: row.credit_price_fen,
  unitPriceFen: row.unit_price_fen,
  amountFen: row.amount_fen,
  discountFen: row.discount_fen,
  netFen: subtractFen(row.amount_fen, row.discount_fen),
  shipped: row.shipped,
  postedFen: row.posted_fen,
  heldBack: row.held_back,
  dropped: row.dropped,
  droppedFen: row.dropped_fen,
  claimed: row.claimed,
  returned: row.returned,
  returnedFen: row.returned_fen,
  exchanged: row.exchanged,
  equipmentId: row.equipment_id,
  giftId: row.gift_id,
  plannedFrom: row.planned_from,
})

/** Lists the lines of the given orders of one enterprise, order by order. */
export async function listOrderLines(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return []
  return (await selectLines(db, enterpriseId, orderIds).execute()).map(toOrderLine)
}

/** A line with the enterprise's own material code of its SKU; null: it has none. */
export type OrderLineWithMaterialCode = OrderLineRow & { materialCode: string | null }

/** Lists the lines as `listOrderLines` does, with their material codes, in the same statement. */
export async function listOrderLinesWithMaterialCodes(
  db: Db,
  enterpriseId: string,
  orderIds: readonly string[],
): Promise<OrderLineWithMaterialCode[]> {
  if (orderIds.length === 0) return []
  const rows = await selectLines(db, enterpriseId, orderIds)
    .leftJoin('material_code', (join) =>
      join.onRef('material_code.enterprise_id', '=', 'order_line.enterprise_id').onRef('material_code.sku_id', '=', 'order_line.sku_id'),
    )
    .select('material_code.code as material_code')
    .execute()
  return rows.map((row) => Object.assign(toOrderLine(row), { materialCode: row.material_code }))
}

/** The units of an order line `line` that can be shipped now. */
export const unitsToShipOfLineSql = sql<number>`(line.quantity - line.shipped - line.dropped - line.held_back)`

const sumUnitsToShipSql = (enterpriseId: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum${unitsToShipOfLineSql}, 0)::int from order_line as line
  where line.enterprise_id = ${enterpriseId} and line.order_id = "order".id)`

/** The units of the order of a query that can be shipped now. */
export const unitsToShipOfOrderSql = sumUnitsToShipSql(sql.ref('order.enterprise_id'))

/** The same for a query that locks orders of one company: a distributed database wants it named for each table. */
export const unitsToShipOfLockedOrderSql = (enterpriseId: string) => sumUnitsToShipSql(sql.val(enterpriseId))

const selectPicturesAndMainUser = compileOnce((db, { enterpriseId, orderIds }: { enterpriseId: string; orderIds: readonly string[] }) =>
  db
    .selectFrom('order_line')
    .distinctOn('order_id')
    .select(['order_id', 'picture', mainUserIdSql(enterpriseId).as('main')])
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', anyOfIdsSql(orderIds))
    .orderBy('order_id')
    .orderBy('line_no'),
)

/**
 * Returns what messages about orders of one enterprise need: the picture of the first line by order, null if its goods had none, and the
 * user of the main account.
 */
export async function findFirstLinePicturesAndMainUserId(
  db: Db,
  enterpriseId: string,
  orderIds: readonly string[],
): Promise<{ pictures: Map<string, string | null>; main: string | undefined }> {
  const rows = await selectPicturesAndMainUser(db, { enterpriseId, orderIds }).execute()
  return { pictures: new Map(rows.map(({ order_id, picture }) => [order_id, picture])), main: rows[0]?.main ?? undefined }
}

/** Returns the units that can still be shipped: not shipped, not refunded, not held back. */
export const computeUnitsLeftToShip = ({ quantity, shipped, dropped, heldBack }: OrderLineRow): number =>
  quantity - shipped - dropped - heldBack

/** Changes of the units of one line, each relative; amounts in fen. */
export interface OrderLineQuantityDelta extends Partial<Record<'heldBack' | 'dropped' | 'claimed' | 'returned' | 'exchanged', number>> {
  lineNo: number
  droppedFen?: Fen
  returnedFen?: Fen
}

/**
 * Applies unit changes to the lines of a locked order, in one statement for any number of lines. Several changes of one line add up. A
 * change beyond the units of a line violates a CHECK.
 */
export async function applyOrderLineQuantityDeltas(
  tx: Tx,
  { enterpriseId, id }: Pick<Order, 'enterpriseId' | 'id'>,
  changes: readonly OrderLineQuantityDelta[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update order_line set
      held_back = order_line.held_back + given.held_back, dropped = order_line.dropped + given.dropped, dropped_fen = order_line.dropped_fen + given.dropped_fen,
      claimed = order_line.claimed + given.claimed, returned = order_line.returned + given.returned, returned_fen = order_line.returned_fen + given.returned_fen,
      exchanged = order_line.exchanged + given.exchanged
    from (
      select "lineNo" as line_no, coalesce(sum("heldBack"), 0) as held_back, coalesce(sum(dropped), 0) as dropped,
        coalesce(sum("droppedFen"), 0) as dropped_fen, coalesce(sum(claimed), 0) as claimed, coalesce(sum(returned), 0) as returned,
        coalesce(sum("returnedFen"), 0) as returned_fen, coalesce(sum(exchanged), 0) as exchanged
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(
        "lineNo" int, "heldBack" bigint, dropped bigint, "droppedFen" bigint, claimed bigint, returned bigint, "returnedFen" bigint,
        exchanged bigint)
      group by "lineNo"
    ) as given
    where order_line.enterprise_id = ${enterpriseId} and order_line.order_id = ${id} and order_line.line_no = given.line_no`.execute(tx)
}

/** Records a shipped parcel on the lines: the units and, for an order on credit, the posted amount in fen. */
export async function recordShipmentOnOrderLines(
  tx: Tx,
  {
    enterpriseId,
    orderId,
    lines,
  }: { enterpriseId: string; orderId: string; lines: readonly { lineNo: number; units: number; postedFen: Fen }[] },
): Promise<void> {
  await sql`
    update order_line set shipped = shipped + given.units, posted_fen = posted_fen + given."postedFen"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given("lineNo" int, units bigint, "postedFen" bigint)
    where enterprise_id = ${enterpriseId} and order_id = ${orderId} and line_no = given."lineNo"`.execute(tx)
}

/** An order line as lists of staff show it. */
export interface StaffListOrderLine {
  orderNo: string
  lineNo: number
  goodsName: string
  skuCode: string
  skuProps: string
  unit: string
  quantity: number
  unitPriceFen: Fen
  amountFen: Fen
  shipped: number
  refunded: number
}

/** Lists the lines of the given orders of any enterprise, in the given sequence of orders. */
export async function listOrderLinesForStaff(db: Db, orderNos: readonly string[]): Promise<StaffListOrderLine[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('order')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .select(['order.order_no', 'line.line_no', 'line.goods_name', 'line.sku_code', 'line.sku_props', 'line.unit', 'line.quantity'])
    .select(['line.unit_price_fen', 'line.amount_fen', 'line.shipped', 'line.dropped', 'line.returned'])
    .where('order.order_no', '=', anyOfTextsSql(orderNos))
    .orderBy('line.line_no')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_no }) => order_no)
  return orderNos.flatMap((orderNo) =>
    (byOrder.get(orderNo) ?? []).map((row) => ({
      orderNo,
      lineNo: row.line_no,
      goodsName: row.goods_name,
      skuCode: row.sku_code,
      skuProps: JSON.stringify(row.sku_props),
      unit: row.unit,
      quantity: row.quantity,
      unitPriceFen: row.unit_price_fen,
      amountFen: row.amount_fen,
      shipped: row.shipped,
      refunded: row.dropped + row.returned,
    })),
  )
}

/** Finds the numbers of the orders that hold units of SKUs, by SKU, the oldest first. Their units are reserved and have not left. */
export async function findOrdersHoldingSkus(db: Db, skuIds: readonly string[]): Promise<Map<string, string[]>> {
  if (skuIds.length === 0) return new Map()
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('order_line as line')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'line.enterprise_id').onRef('order.id', '=', 'line.order_id'))
    .select(['line.sku_id', 'order.order_no'])
    .where('order.state', 'in', ['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT'])
    .where('line.sku_id', '=', anyOfIdsSql(skuIds))
    .where(sql<boolean>`line.quantity - line.shipped - line.dropped > 0`)
    .orderBy('order.created_at')
    .orderBy('order.order_no')
    .execute()
  const found = new Map<string, string[]>()
  for (const { sku_id, order_no } of rows) found.set(sku_id, [...new Set([...(found.get(sku_id) ?? []), order_no])])
  return found
}

/** What an enterprise bought of a SKU: the number of orders, the median quantity, and the time of the last order. */
export interface SkuPurchaseSummary {
  skuId: string
  orderCount: number
  quantity: number
  lastAt: Date
}

/** Lists the SKUs that an enterprise has ordered since a time, without cancelled orders, most frequent first. */
export async function listSkuPurchasesSince(
  db: Db,
  enterpriseId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<SkuPurchaseSummary[]> {
  const rows = await db
    .selectFrom('order')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .select('line.sku_id')
    .select((eb) => [eb.fn.count<number>('line.order_id').distinct().as('orders'), eb.fn.max('order.created_at').as('last_at')])
    .select(sql<number>`percentile_disc(0.5) within group (order by line.quantity)`.as('median'))
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.created_at', '>=', since)
    .where('order.state', '<>', 'CANCELLED')
    .groupBy('line.sku_id')
    .orderBy('orders', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('line.sku_id')
    .limit(limit)
    .execute()
  return rows.map(({ sku_id, orders, median, last_at }) => ({ skuId: sku_id, orderCount: orders, quantity: median, lastAt: last_at }))
}
