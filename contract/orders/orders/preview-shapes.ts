import * as z from 'zod/mini'
import { CouponChoice } from '#contract/catalog/coupons/shapes.ts'
import { GiftGoods } from '#contract/orders/levels/shapes.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { Address } from '#contract/sites/address/api.ts'
import { PaymentMethodField, PriceTypeField } from './shapes.ts'

/** A line on the confirmation page. */
export const PreviewLine = z.object({
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
  /** Of the price type that the method asks for. */
  price: Yuan,
  /** What such a price is called; null: everybody's. */
  priceLabel: z.nullable(z.string()),
  amount: Yuan,
})
export type PreviewLine = z.output<typeof PreviewLine>

const PreviewShop = z.object({
  shopId: Id,
  shopName: z.string(),
  lines: z.array(PreviewLine),
  goodsAmount: Yuan,
  freight: Yuan,
  /** False: nothing of it is brought to the chosen address, and it cannot be ordered. */
  delivered: z.boolean(),
  /** How much more is to be bought until bringing it costs nothing; null: it never will, or does not now. */
  missingForFree: z.nullable(Yuan),
  couponAmount: Yuan,
  /** The one that it takes; null: none. */
  couponId: z.nullable(Id),
  /** All that could be had, the best first, then those that do not apply and why. */
  coupons: z.array(CouponChoice),
  /** 赠品: what goes with it for nothing. */
  gifts: z.array(GiftGoods),
  payable: Yuan,
})

/** A way to pay, and why not, if not. */
export const OfferedMethod = z.object({
  method: PaymentMethodField,
  /** What the order comes to by this method; null where a good has no such price. */
  payable: z.nullable(Yuan),
  available: z.boolean(),
  /** The rule, the number and the next step, when it is not available. */
  reason: z.nullable(z.string()),
})
export type OfferedMethod = z.output<typeof OfferedMethod>

export const Preview = z.object({
  method: PaymentMethodField,
  priceType: PriceTypeField,
  shops: z.array(PreviewShop),
  goodsAmount: Yuan,
  freight: Yuan,
  couponAmount: Yuan,
  payable: Yuan,
  methods: z.array(OfferedMethod),
  /** Why it would wait for the main account's approval: which limit, and the numbers; null: it would not. */
  approval: z.nullable(z.string()),
  /** The one asked for, else the default one; null when there is none. */
  address: z.nullable(Address),
  /** What submit compares the prices of its moment with. */
  quote: z.string(),
})
export type Preview = z.output<typeof Preview>
