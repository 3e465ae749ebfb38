import * as z from 'zod/mini'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** Bought goods in records of money. `materialCode` is the company's own number. */
export const BoughtGoods = z.object({
  goodsName: z.string(),
  skuProps: SkuProps,
  materialCode: z.nullable(z.string()),
  quantity: z.int(),
  unit: z.string(),
})
