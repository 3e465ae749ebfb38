import * as z from 'zod/mini'
import { Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { Id, Instant, OrderNo } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { paymentMethods } from './amounts.ts'
import { orderLifecycle } from './order-lifecycle.ts'

export const PaymentMethodField = z.enum(keysOf(paymentMethods), '请选择支付方式')
export const OrderStateField = z.enum(keysOf(orderLifecycle.states), '订单状态不正确')
export const PriceTypeField = z.enum(['sale', 'credit'])

const SubmittedOrder = z.object({ orderNo: OrderNo, payable: Yuan, state: OrderStateField })
export const SubmittedTrade = z.object({ tradeId: Id, method: PaymentMethodField, payable: Yuan, orders: z.array(SubmittedOrder) })
export type SubmittedTrade = z.output<typeof SubmittedTrade>
/** The same as it begins; `withGifts`: those of its orders that a gift of the member level goes with. */
export const SubmittedTradeWithGifts = z.object({ ...SubmittedTrade.shape, withGifts: z.array(OrderNo) })
export type SubmittedTradeWithGifts = z.output<typeof SubmittedTradeWithGifts>

export const OrderLine = z.object({
  lineNo: z.int(),
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.string(),
  unit: z.string(),
  skuCode: z.string(),
  skuProps: SkuProps,
  /** 客户物料编码: the company's own number of it, as it is now. */
  materialCode: z.nullable(z.string()),
  goodsNum: z.int(),
  price: Yuan,
  amount: Yuan,
  /** What of the order's coupon falls to it. */
  couponShare: Yuan,
  /** Units that have left. */
  shipped: z.int(),
  /** Units that may still be sent: not refunded, not asked about. */
  left: z.int(),
  /** Units whose money went back, whether they had left or not. */
  refunded: z.int(),
  /** 赠品: it came for nothing, by a member level. */
  gift: z.boolean(),
  /** 设备: what it was ordered for, by name; null: none was named. */
  equipmentName: z.nullable(z.string()),
})
export type OrderLine = z.output<typeof OrderLine>

/** What a buyer may do now. `askCancel` asks staff to cancel what is paid; the others are verbs of the lifecycle. */
export const buyerActions = {
  pay: '去支付',
  changeMethod: '更换支付方式',
  cancel: '取消订单',
  askCancel: '申请取消',
  receive: '确认收货',
  afterSale: '申请售后',
} as const
export type BuyerAction = keyof typeof buyerActions

const rowFields = {
  orderNo: OrderNo,
  tradeId: Id,
  state: OrderStateField,
  createdAt: Instant,
  shopName: z.string(),
  method: PaymentMethodField,
  priceType: PriceTypeField,
  payable: Yuan,
  /** 采购单号 and 成本中心, as the buyer's books have them; '': none. */
  poNumber: z.string(),
  costCentre: z.string(),
  goodsCount: z.int(),
  /** When the clock moves the order on by itself; null: never in this state. */
  deadline: z.nullable(Instant),
  cancelAskedAt: z.nullable(Instant),
}

/** 项目: what an order is booked to; null: nothing. */
const booked = { projectId: z.nullable(Id), projectName: z.nullable(z.string()) }

export const OrderRow = z.object({ ...rowFields, ...booked, lines: z.array(OrderLine), actions: z.array(z.enum(keysOf(buyerActions))) })
export type OrderRow = z.output<typeof OrderRow>

export const OrderEvent = z.object({ verb: z.string(), to: OrderStateField, at: Instant, by: z.string(), note: z.string() })
export type OrderEvent = z.output<typeof OrderEvent>

const detailFields = {
  ...rowFields,
  ...booked,
  lines: z.array(OrderLine),
  goodsAmount: Yuan,
  freight: Yuan,
  couponAmount: Yuan,
  /** What takes it off; null: nothing, or it went back when the order ended. */
  couponName: z.nullable(z.string()),
  remark: z.string(),
  receiverName: z.string(),
  receiverMobile: z.string(),
  receiverRegion: z.string(),
  receiverDetail: z.string(),
  orderedBy: z.string(),
  paidAt: z.nullable(Instant),
  cancelReason: z.nullable(z.string()),
  events: z.array(OrderEvent),
  parcels: z.array(Parcel),
}

export const OrderDetail = z.object({ ...detailFields, actions: z.array(z.enum(keysOf(buyerActions))) })
export type OrderDetail = z.output<typeof OrderDetail>

/** What staff may do now. */
export const staffActions = { ship: '发货', agreeCancel: '同意取消', refuseCancel: '拒绝取消', closeShort: '剩余不再发货' } as const
export type StaffAction = keyof typeof staffActions

export const ConsoleOrderRow = z.object({
  ...rowFields,
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  receiverRegion: z.string(),
  firstGoods: z.string(),
})
export type ConsoleOrderRow = z.output<typeof ConsoleOrderRow>

export const ConsoleOrderDetail = z.object({
  ...detailFields,
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  actions: z.array(z.enum(keysOf(staffActions))),
})
export type ConsoleOrderDetail = z.output<typeof ConsoleOrderDetail>
