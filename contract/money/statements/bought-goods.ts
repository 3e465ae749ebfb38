import * as z from 'zod/mini'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** What was bought, as records of money show it; `materialCode` is the company's own number of it. */
export const BoughtGoods = z.object({
  goodsName: z.string(),
  skuProps: SkuProps,
  materialCode: z.nullable(z.string()),
  quantity: z.int(),
  unit: z.string(),
})
