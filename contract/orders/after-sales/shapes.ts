import * as z from 'zod/mini'
import { goodsAfterSaleRules } from '#contract/catalog/goods/terms.ts'
import { refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { PaymentMethodSchema } from '#contract/orders/orders/shapes.ts'
import { Id, Instant, OrderNo, Quantity, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { afterSaleLifecycle, afterSaleTypes } from './after-sale-lifecycle.ts'

export const AFTER_SALE_PICTURES_MAX = 6
export const AFTER_SALE_DESCRIPTION_LENGTH_MAX = 500
export const AFTER_SALE_MESSAGE_LENGTH_MAX = 300

export const AfterSaleTypeSchema = z.enum(keysOf(afterSaleTypes), '请选择售后类型')
export const AfterSaleStateSchema = z.enum(keysOf(afterSaleLifecycle.states), '售后状态不正确')
/** Units that were not shipped, or units that were. */
export const ShippingStage = z.enum(['unsent', 'sent'], '请选择未发或已发的商品')
export type ShippingStage = z.output<typeof ShippingStage>
const LineNo = z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(1_000, '行号不正确'))
export const AfterSaleMessage = RequiredText(AFTER_SALE_MESSAGE_LENGTH_MAX, '请填写内容')
export const OptionalAfterSaleNote = z._default(Text(AFTER_SALE_MESSAGE_LENGTH_MAX), '')

/** The units of an after-sale: the order line, and whether they were shipped. */
export const createAfterSaleLinesSchema = <Count extends z.ZodMiniType<number>>(quantity: Count) =>
  z.array(z.strictObject({ lineNo: LineNo, stage: ShippingStage, quantity })).check(
    z.maxLength(400, '一次最多 400 行'),
    z.refine((lines) => new Set(lines.map(({ lineNo, stage }) => `${lineNo} ${stage}`)).size === lines.length, '同一行商品只能出现一次'),
  )

/** The type and units of an after-sale, before the buyer gives a reason. */
export const afterSaleRequestFields = {
  orderNo: OrderNo,
  type: AfterSaleTypeSchema,
  lines: createAfterSaleLinesSchema(Quantity),
  freight: z._default(z.boolean(), false),
}

/** The after-sale rule of the goods at the time of the order. */
const Rule = z.enum(keysOf(goodsAfterSaleRules))

/** The after-sales that an order allows now, or why it allows none. */
export const AfterSaleOptions = z.object({
  orderNo: OrderNo,
  /** The rule, the numbers and the next step; null: an after-sale is possible. */
  why: z.nullable(z.string()),
  types: z.array(AfterSaleTypeSchema),
  /** Until when an after-sale is possible after delivery; null: no end yet. */
  deadline: z.nullable(Instant),
  freightLeft: Yuan,
  method: PaymentMethodSchema,
  lines: z.array(
    z.object({
      lineNo: z.int(),
      goodsName: z.string(),
      image: z.nullable(Id),
      skuCode: z.string(),
      skuProps: SkuProps,
      unit: z.string(),
      goodsNum: z.int(),
      price: Yuan,
      /** Units that an after-sale is possible for: not shipped yet, and shipped. */
      unsent: z.int(),
      sent: z.int(),
      rule: Rule,
      /** Units in open after-sales, and units of finished ones. */
      asked: z.int(),
      settled: z.int(),
    }),
  ),
})
export type AfterSaleOptions = z.output<typeof AfterSaleOptions>

/** The refund of each line, and where it goes. */
export const AfterSaleRefundPreview = z.object({
  lines: z.array(z.object({ lineNo: z.int(), stage: ShippingStage, quantity: z.int(), amount: Yuan })),
  freight: Yuan,
  total: Yuan,
  /** The destination of the money, in words. */
  ways: z.array(z.object({ text: z.string(), amount: Yuan })),
})
export type AfterSaleRefundPreview = z.output<typeof AfterSaleRefundPreview>

/** The actions on an after-sale that are possible now, for a buyer and for staff. */
export const buyerAfterSaleVerbs = ['withdraw', 'sendBack', 'say'] as const
export const staffAfterSaleVerbs = ['approve', 'reject', 'inspect', 'refundInstead', 'exchange', 'refund', 'say'] as const
export type StaffAfterSaleVerb = (typeof staffAfterSaleVerbs)[number]

export const AfterSaleHistoryEntry = z.object({ verb: z.string(), by: z.string(), mine: z.boolean(), text: z.string(), at: Instant })
export type AfterSaleHistoryEntry = z.output<typeof AfterSaleHistoryEntry>

const rowFields = {
  id: Id,
  afterSaleNo: z.string(),
  orderNo: OrderNo,
  type: AfterSaleTypeSchema,
  state: AfterSaleStateSchema,
  createdAt: Instant,
  stateAt: Instant,
  reason: z.string(),
  firstGoods: z.string(),
  /** How many different goods were requested. */
  goodsKinds: z.int(),
  image: z.nullable(Id),
  /** The requested units. */
  units: z.int(),
  /** The refunded amount; null: nothing yet. */
  refunded: z.nullable(Yuan),
}
export const AfterSaleRow = z.object(rowFields)
export type AfterSaleRow = z.output<typeof AfterSaleRow>

const detailFields = {
  ...rowFields,
  method: PaymentMethodSchema,
  description: z.string(),
  pictures: z.array(Id),
  freightAsked: z.boolean(),
  freight: Yuan,
  lines: z.array(
    z.object({
      lineNo: z.int(),
      stage: ShippingStage,
      goodsName: z.string(),
      image: z.nullable(Id),
      skuProps: SkuProps,
      unit: z.string(),
      price: Yuan,
      asked: z.int(),
      accepted: z.int(),
      /** The part of the returned units that went back into stock. */
      restocked: z.int(),
      refunded: Yuan,
      rule: Rule,
    }),
  ),
  /** The return address; null: the mall's address, or no goods have to come back now. */
  returnTo: z.nullable(z.object({ shopName: z.string(), address: z.string(), name: z.string(), phone: z.string() })),
  carrier: z.nullable(z.string()),
  trackingNo: z.nullable(z.string()),
  exchangeOrderNo: z.nullable(OrderNo),
  /** When it ends automatically; null: never in this state. */
  deadline: z.nullable(Instant),
  /** The refund as of now; null: there will be none, or goods are exchanged. */
  preview: z.nullable(AfterSaleRefundPreview),
  refunds: z.array(
    z.object({ refundNo: z.string(), amount: Yuan, way: z.string(), state: z.enum(keysOf(refundLifecycle.states)), at: Instant }),
  ),
  entries: z.array(AfterSaleHistoryEntry),
}
export const AfterSaleDetail = z.object({ ...detailFields, actions: z.array(z.enum(buyerAfterSaleVerbs)) })
export type AfterSaleDetail = z.output<typeof AfterSaleDetail>

const companyFields = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const ConsoleAfterSaleRow = z.object({ ...rowFields, ...companyFields })
export type ConsoleAfterSaleRow = z.output<typeof ConsoleAfterSaleRow>
export const ConsoleAfterSale = z.object({
  ...detailFields,
  ...companyFields,
  appliedBy: z.string(),
  /** The amount paid for the order, and the part that was refunded before. */
  paid: Yuan,
  refundedBefore: Yuan,
  freightLeft: Yuan,
  actions: z.array(z.enum(staffAfterSaleVerbs)),
})
export type ConsoleAfterSale = z.output<typeof ConsoleAfterSale>
