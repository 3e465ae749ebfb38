import * as z from 'zod/mini'
import { VisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { withheldField } from '#contract/platform/core/figures.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { ReplacementSku } from './replacement.ts'

/** A SKU in a list: its name, its current prices, and whether it is available. */
export const SkuBrief = z.object({
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  /** The first picture of its goods. */
  image: z.nullable(Id),
  unit: z.string(),
  skuCode: z.string(),
  skuProps: SkuProps,
  /** The price of the smallest quantity. The steps have those of larger quantities. */
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  steps: VisiblePriceSteps,
  stock: z.int(),
  minimum: z.int(),
  step: z.int(),
  onShelf: z.boolean(),
  /** Its shop is paused: it cannot be bought now. */
  shopPaused: z.boolean(),
  /** Its replacement, if it is no longer sold. */
  replacement: z.nullable(ReplacementSku),
  /** 客户物料编码: the enterprise's own number of the SKU. */
  materialCode: z.nullable(z.string()),
})
export type SkuBrief = z.output<typeof SkuBrief>

/** The same shape for calls that members without permission to see prices may make. */
export const SkuBriefWithWithheldPrices = z.object({
  ...SkuBrief.shape,
  salePrice: withheldField('price', Yuan),
  creditPrice: withheldField('price', z.nullable(Yuan)),
  steps: withheldField('price', VisiblePriceSteps),
})
export type SkuBriefWithWithheldPrices = z.output<typeof SkuBriefWithWithheldPrices>
