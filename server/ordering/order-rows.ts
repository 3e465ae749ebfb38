import type { Fen } from '../../contract/money.ts'
import type { PaymentMethod, PriceType } from '../../contract/ordering/amounts.ts'
import type { OrderState } from '../../contract/ordering/order-lifecycle.ts'
import { anyOf, type Db } from '../platform/db.ts'

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
  /** When it is cancelled unpaid, where its voucher says otherwise than the lifecycle. */
  payBy: Date | null
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
  'order.pay_by',
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
  payBy: row.pay_by,
  createdAt: row.created_at,
  method: row.method,
})

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
