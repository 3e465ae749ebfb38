import { sql } from 'kysely'
import type { AfterSaleLineAmountsAndUnits } from '#contract/orders/after-sales/line-shares.ts'
import type { PaymentMethod, PriceType } from '#contract/orders/orders/amounts.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, subtractFen } from '#contract/platform/core/money.ts'
import type { FreightRule } from '#contract/sites/freight/freight.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

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
  freightRefundedFen: Fen
  discountFen: Fen
  payableFen: Fen
  freight: FreightRule
  remark: string
  projectId: string | null
  poNumber: string
  costCentre: string
  receiver: { name: string; mobile: string; region: string; detail: string }
  firstGoods: string
  goodsCount: number
  cancelAskedAt: Date | null
  cancelReason: string | null
  /** Since when it has open after-sales; null: none is open. */
  afterSaleSince: Date | null
  stateAt: Date
  /** Only for an exchange order: its after-sale; null: the order was bought. */
  afterSaleId: string | null
  /** When it is cancelled if it is not paid. null: the deadline of the lifecycle applies. */
  payBy: Date | null
  createdAt: Date
  method: PaymentMethod
}

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
}

/** Selects orders with the payment method of their trade. */
export const buildOrderQuery = (db: Db) =>
  db
    .selectFrom('order')
    .innerJoin('trade', (join) => join.onRef('trade.enterprise_id', '=', 'order.enterprise_id').onRef('trade.id', '=', 'order.trade_id'))
    .select(['order.enterprise_id', 'order.id', 'order.order_no', 'order.trade_id', 'order.user_id', 'order.shop_id', 'order.state'])
    .select(['order.price_type', 'order.goods_fen', 'order.freight_fen', 'order.freight_refunded_fen', 'order.discount_fen'])
    .select([
      'order.payable_fen',
      'order.remark',
      'order.project_id',
      'order.receiver_name',
      'order.receiver_mobile',
      'order.receiver_region',
    ])
    .select(['order.receiver_detail', 'order.first_goods', 'order.goods_count', 'order.cancel_asked_at', 'order.cancel_reason'])
    .select(['order.po_number', 'order.cost_centre', 'order.freight_fee_fen', 'order.freight_free_from_fen'])
    .select(['order.after_sale_since', 'order.state_at', 'order.pay_by', 'order.created_at'])
    .select(['order.after_sale_id', 'trade.method'])

type RawOrder = Awaited<ReturnType<ReturnType<typeof buildOrderQuery>['executeTakeFirstOrThrow']>>

export const toOrder = (row: RawOrder): Order => ({
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
  freightRefundedFen: row.freight_refunded_fen,
  discountFen: row.discount_fen,
  payableFen: row.payable_fen,
  freight: { feeFen: row.freight_fee_fen, freeFromFen: row.freight_free_from_fen },
  remark: row.remark,
  projectId: row.project_id,
  poNumber: row.po_number,
  costCentre: row.cost_centre,
  receiver: { name: row.receiver_name, mobile: row.receiver_mobile, region: row.receiver_region, detail: row.receiver_detail },
  firstGoods: row.first_goods,
  goodsCount: row.goods_count,
  cancelAskedAt: row.cancel_asked_at,
  cancelReason: row.cancel_reason,
  afterSaleSince: row.after_sale_since,
  afterSaleId: row.after_sale_id,
  stateAt: row.state_at,
  payBy: row.pay_by,
  createdAt: row.created_at,
  method: row.method,
})

/** Lists the lines of the given orders of one enterprise, order by order. */
export async function listOrderLines(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('order_line')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', anyOfIdsSql(orderIds))
    .orderBy('order_id')
    .orderBy('line_no')
    .execute()
  return rows.map((row) => ({
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
  }))
}

/** Selects the orders that may have a coupon. The payable amount is lower with one. */
export const selectOrdersThatMayHaveCoupon = (orders: readonly Order[]): Order[] => orders.filter(({ discountFen }) => discountFen > 0)

/** Returns the picture of the first line of the given orders of one enterprise, by order; null: its goods had none. */
export async function findFirstLinePicturesByOrder(
  db: Db,
  enterpriseId: string,
  orderIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('order_line')
    .distinctOn('order_id')
    .select(['order_id', 'picture'])
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', anyOfIdsSql(orderIds))
    .orderBy('order_id')
    .orderBy('line_no')
    .execute()
  return new Map(rows.map(({ order_id, picture }) => [order_id, picture]))
}

/** Returns the units that can still be shipped: not shipped, not refunded, not held back. */
export const computeUnitsToShip = ({ quantity, shipped, dropped, heldBack }: OrderLineRow): number =>
  quantity - shipped - dropped - heldBack

/** Changes of the units of one line, each relative; amounts in fen. */
export interface OrderLineQuantityDelta extends Partial<Record<'heldBack' | 'dropped' | 'claimed' | 'returned' | 'exchanged', number>> {
  lineNo: number
  droppedFen?: Fen
  returnedFen?: Fen
}

/** Applies unit changes to the lines of a locked order. A change beyond the units of a line violates a CHECK. */
export async function changeOrderLineUnits(
  tx: Tx,
  { enterpriseId, id }: Pick<Order, 'enterpriseId' | 'id'>,
  changes: readonly OrderLineQuantityDelta[],
): Promise<void> {
  for (const { lineNo, heldBack = 0, dropped = 0, claimed = 0, returned = 0, exchanged = 0, droppedFen = 0, returnedFen = 0 } of changes) {
    await tx
      .updateTable('order_line')
      .set({
        held_back: sql<number>`held_back + ${heldBack}`,
        dropped: sql<number>`dropped + ${dropped}`,
        dropped_fen: sql<Fen>`dropped_fen + ${droppedFen}`,
        claimed: sql<number>`claimed + ${claimed}`,
        returned: sql<number>`returned + ${returned}`,
        returned_fen: sql<Fen>`returned_fen + ${returnedFen}`,
        exchanged: sql<number>`exchanged + ${exchanged}`,
      })
      .where('enterprise_id', '=', enterpriseId)
      .where('order_id', '=', id)
      .where('line_no', '=', lineNo)
      .executeTakeFirstOrThrow()
  }
}
