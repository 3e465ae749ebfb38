import * as z from 'zod/mini'
import { CouponWithOrderDiscount } from '#contract/catalog/coupons/shapes.ts'
import { UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { RequiredLicenceOfGoods } from '#contract/catalog/licences/shapes.ts'
import { GiftGoods } from '#contract/orders/levels/shapes.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { Address } from '#contract/sites/address/api.ts'
import { OrderProposalOrigin, OrderQuotation, PaymentMethodSchema, PriceTypeSchema, SubmittedTrade } from './shapes.ts'

/** A line on the confirmation page. */
export const OrderPreviewLine = z.object({
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
  /** The unit price of the payment method's price type. */
  price: Yuan,
  /** The name of that price; null: the public price. */
  priceLabel: z.nullable(z.string()),
  amount: Yuan,
  /** 罐车: no courier's days are promised. */
  byTanker: z.optional(z.literal(true)),
  /** Where it lies; left out: in the main warehouse alone. */
  unitsByWarehouse: z.optional(UnitsByWarehouse),
})
export type OrderPreviewLine = z.output<typeof OrderPreviewLine>

const PreviewShop = z.object({
  shopId: Id,
  shopName: z.string(),
  lines: z.array(OrderPreviewLine),
  goodsAmount: Yuan,
  freight: Yuan,
  /** false: at least one line is not delivered to the chosen address, and the order cannot be submitted. */
  delivered: z.boolean(),
  /** How much more must be bought for free delivery; null: there is no such amount, or delivery is free already. */
  missingForFree: z.nullable(Yuan),
  couponAmount: Yuan,
  /** The coupon that is used; null: none. */
  couponId: z.nullable(Id),
  /** All coupons of the enterprise: those that apply, the best first, then those that do not apply with the reason. */
  coupons: z.array(CouponWithOrderDiscount),
  /** 赠品: the free goods that are added, and where they lie; left out: in the main warehouse alone. */
  gifts: z.array(z.extend(GiftGoods, { unitsByWarehouse: z.optional(UnitsByWarehouse) })),
  payable: Yuan,
})

/** A payment method, and the reason if it is not available. */
export const OfferedPaymentMethod = z.object({
  method: PaymentMethodSchema,
  /** The total with this method; null if one SKU has no such price. */
  payable: z.nullable(Yuan),
  /** What the company has for it: the balance of the wallet, or the credit that is left; null: nothing to show. */
  funds: z.nullable(Yuan),
  available: z.boolean(),
  /** If it is not available: the rule, the number and the next step. */
  reason: z.nullable(z.string()),
  /** Credit only waits for the agreement, which the main account accepts. */
  agreementMissing: z.optional(z.literal(true)),
})
export type OfferedPaymentMethod = z.output<typeof OfferedPaymentMethod>

/** A trade with every payment method that it can change to; none if nothing of it waits for payment. */
export const TradeWithPaymentMethods = z.object({ ...SubmittedTrade.shape, methods: z.array(OfferedPaymentMethod) })
export type TradeWithPaymentMethods = z.output<typeof TradeWithPaymentMethods>

export const OrderPreview = z.object({
  method: PaymentMethodSchema,
  priceType: PriceTypeSchema,
  shops: z.array(PreviewShop),
  goodsAmount: Yuan,
  freight: Yuan,
  couponAmount: Yuan,
  payable: Yuan,
  methods: z.array(OfferedPaymentMethod),
  /** Why the order would need the main account's approval: which limit, with the numbers; null: it would not. */
  approval: z.nullable(z.string()),
  /** The requested address, or else the default one; null if there is none. */
  address: z.nullable(Address),
  /** The licences that prevent the submit. */
  licencesMissing: z.array(RequiredLicenceOfGoods),
  /** Why the company may not order at all (停单), with whom it can talk to; null: it may. */
  stopped: z.nullable(z.string()),
  /** The quotation whose prices apply; null: the prices are those of the catalog. */
  quotation: z.nullable(OrderQuotation),
  /** The proposal of staff whose lines these are; null: the buyer chose them himself. */
  proposal: z.nullable(OrderProposalOrigin),
  /** The prices that submit compares with those of its own time. */
  quote: z.string(),
})
export type OrderPreview = z.output<typeof OrderPreview>
