import * as z from 'zod/mini'
import { PriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { withheldField } from '#contract/platform/core/figures.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** A SKU as a list names it: what it is, what it costs now, and whether it can be had. */
export const SkuBrief = z.object({
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  /** The folder of its pictures. */
  image: z.string(),
  unit: z.string(),
  skuCode: z.string(),
  skuProps: SkuProps,
  /** Of its smallest quantity; larger ones are in the steps. */
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  steps: PriceSteps,
  stock: z.int(),
  minimum: z.int(),
  step: z.int(),
  onShelf: z.boolean(),
  /** 客户物料编码: the company's own number of it. */
  materialCode: z.nullable(z.string()),
})
export type SkuBrief = z.output<typeof SkuBrief>

/** The same where members may ask who see no prices. */
export const SkuBriefByRight = z.object({
  ...SkuBrief.shape,
  salePrice: withheldField('price', Yuan),
  creditPrice: withheldField('price', z.nullable(Yuan)),
  steps: withheldField('price', PriceSteps),
})
export type SkuBriefByRight = z.output<typeof SkuBriefByRight>
