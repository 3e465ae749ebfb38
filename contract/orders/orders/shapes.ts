import * as z from 'zod/mini'
import { ConsoleParcel, Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { EnterpriseTag } from '#contract/people/account-managers/tags.ts'
import { Day, Id, Instant, OrderNo } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { paymentMethods } from './amounts.ts'
import { orderLifecycle } from './order-lifecycle.ts'

export const PaymentMethodSchema = z.enum(keysOf(paymentMethods), '请选择支付方式')
export const OrderStateSchema = z.enum(keysOf(orderLifecycle.states), '订单状态不正确')
export const PriceTypeSchema = z.enum(['sale', 'credit'])

const SubmittedOrder = z.object({ orderNo: OrderNo, payable: Yuan, state: OrderStateSchema })
export const SubmittedTrade = z.object({ tradeId: Id, method: PaymentMethodSchema, payable: Yuan, orders: z.array(SubmittedOrder) })
export type SubmittedTrade = z.output<typeof SubmittedTrade>
/** The same in the answer to submit. `withGifts`: the orders that a gift of the member level is added to. */
export const SubmitTradeOutput = z.object({ ...SubmittedTrade.shape, withGifts: z.array(OrderNo) })
export type SubmitTradeOutput = z.output<typeof SubmitTradeOutput>

export const OrderLine = z.object({
  lineNo: z.int(),
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  unit: z.string(),
  skuCode: z.string(),
  skuProps: SkuProps,
  /** 客户物料编码: the enterprise's own number of the SKU, as of now. */
  materialCode: z.nullable(z.string()),
  goodsNum: z.int(),
  price: Yuan,
  amount: Yuan,
  /** The line's share of the order's coupon. */
  couponShare: Yuan,
  /** Units that were shipped. */
  shipped: z.int(),
  /** Units that can still be shipped: not refunded, and not in an after-sale. */
  left: z.int(),
  /** Units that were refunded, shipped or not. */
  refunded: z.int(),
  /** 赠品: a free gift of a member level. */
  gift: z.boolean(),
  /** 设备: the name of the equipment that it was ordered for; null: none. */
  equipmentName: z.nullable(z.string()),
  /** The warehouse that it is planned to leave from; left out: the main one. */
  plannedFrom: z.optional(Id),
  /** 罐车: whether the platform's own tankers bring it; only on the page of an order. */
  onOwnTanker: z.optional(z.boolean()),
})
export type OrderLine = z.output<typeof OrderLine>

/** The actions that a buyer can take now. `askCancel` asks staff to cancel a paid order, `withdrawCancel` takes that back while they have not decided; the others are events of the lifecycle. */
export const buyerOrderActions = {
  pay: '去支付',
  changeMethod: '更换支付方式',
  cancel: '取消订单',
  askCancel: '申请取消',
  withdrawCancel: '撤回取消申请',
  receive: '确认收货',
  afterSale: '申请售后',
} as const
export type BuyerOrderAction = keyof typeof buyerOrderActions

/** 报价单: the quotation at whose prices an order was made. */
export const OrderQuotation = z.object({ quotationId: Id, quotationNo: z.string() })
export type OrderQuotation = z.output<typeof OrderQuotation>

/** 代客下单: the proposal of staff that an order was made of, and the person of the mall who put it together. */
export const OrderProposalOrigin = z.object({ proposalId: Id, proposalNo: z.string(), preparedBy: z.string() })

/** What the day of the automatic receipt is counted from: the last parcel, or the carriers' report that all parcels were delivered. */
const AutomaticReceiptOrigin = z.enum(['shipment', 'delivery'])
export type AutomaticReceiptOrigin = z.output<typeof AutomaticReceiptOrigin>

const rowFields = {
  orderNo: OrderNo,
  tradeId: Id,
  state: OrderStateSchema,
  createdAt: Instant,
  shopName: z.string(),
  method: PaymentMethodSchema,
  priceType: PriceTypeSchema,
  payable: Yuan,
  /** 采购单号 and 成本中心, the buyer's own references; '': none. */
  poNumber: z.string(),
  costCentre: z.string(),
  goodsCount: z.int(),
  /** When the order changes its state automatically; null: never in this state. */
  deadline: z.nullable(Instant),
  /** What that is counted from, for an order that is on its way; null: it is not, or an after-sale of it is open. */
  receiptFrom: z.nullable(AutomaticReceiptOrigin),
  cancelAskedAt: z.nullable(Instant),
}

/** 项目: the project that the order is allocated to; null: none. */
const booked = { projectId: z.nullable(Id), projectName: z.nullable(z.string()) }

export const OrderRow = z.object({
  ...rowFields,
  ...booked,
  lines: z.array(OrderLine),
  actions: z.array(z.enum(keysOf(buyerOrderActions))),
})
export type OrderRow = z.output<typeof OrderRow>

export const OrderEvent = z.object({ verb: z.string(), to: OrderStateSchema, at: Instant, by: z.string(), note: z.string() })
export type OrderEvent = z.output<typeof OrderEvent>

const detailFields = {
  ...rowFields,
  ...booked,
  lines: z.array(OrderLine),
  goodsAmount: Yuan,
  freight: Yuan,
  couponAmount: Yuan,
  /** The coupon that is used; null: none, or it was returned when the order ended. */
  couponName: z.nullable(z.string()),
  /** 报价单: the quotation at whose prices it was made; null: at those of the catalog. */
  quotation: z.nullable(OrderQuotation),
  /** 代客下单: the proposal of staff that it was made of; null: the buyer chose the goods himself. */
  proposal: z.nullable(OrderProposalOrigin),
  remark: z.string(),
  receiverName: z.string(),
  receiverMobile: z.string(),
  receiverRegion: z.string(),
  receiverDetail: z.string(),
  orderedBy: z.string(),
  paidAt: z.nullable(Instant),
  /** 罐车: whether the platform's own tankers bring some of its goods, or all; left out: couriers bring them. */
  byTanker: z.optional(z.enum(['some', 'all'])),
  /** The warehouses that its promised day is computed from; left out: the main one alone. */
  promisedFrom: z.optional(z.array(Id)),
  cancelReason: z.nullable(z.string()),
  events: z.array(OrderEvent),
  parcels: z.array(Parcel),
}

export const OrderDetail = z.object({ ...detailFields, actions: z.array(z.enum(keysOf(buyerOrderActions))) })
export type OrderDetail = z.output<typeof OrderDetail>

/** The actions that staff can take now. */
export const staffOrderActions = { ship: '发货', agreeCancel: '同意取消', refuseCancel: '拒绝取消', closeShort: '剩余不再发货' } as const
export type StaffOrderAction = keyof typeof staffOrderActions

/** Whose order it is. */
const ordererFields = {
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  /** The parent whose buyer has ordered for the company (集团采购), as it was called then; null: an own person. */
  parentName: z.nullable(z.string()),
}

/** 发货时限: the day on which it is to be shipped; null: it does not wait for that. */
const shipByFields = { shipByDay: z.nullable(Day) }

export const ConsoleOrderRow = z.object({
  ...rowFields,
  ...ordererFields,
  ...shipByFields,
  receiverRegion: z.string(),
  firstGoods: z.string(),
  tags: z.array(EnterpriseTag),
})
export type ConsoleOrderRow = z.output<typeof ConsoleOrderRow>

export const ConsoleOrderDetail = z.object({
  ...detailFields,
  ...ordererFields,
  ...shipByFields,
  parcels: z.array(ConsoleParcel),
  /** The carrier of the company's last parcel; '': none. */
  lastCarrier: z.string(),
  tags: z.array(EnterpriseTag),
  actions: z.array(z.enum(keysOf(staffOrderActions))),
})
export type ConsoleOrderDetail = z.output<typeof ConsoleOrderDetail>
