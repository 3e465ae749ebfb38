import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id } from '#contract/platform/core/fields.ts'

/** How many SKUs can be compared at once. */
export const COMPARED_SKUS_MAX = 4

/** One SKU of a comparison, at the viewer's prices. It may be off the shelf or archived. */
export const ComparedSku = z.object({
  ...z.omit(SkuBrief, { materialCode: true }).shape,
  spec: z.string(),
  brand: z.nullable(z.object({ brandId: Id, name: z.string() })),
  weightGrams: z.int(),
})
export type ComparedSku = z.output<typeof ComparedSku>

export const GoodsComparison = z.object({
  /** In the order of the request. Unknown ones are left out. */
  skus: z.array(ComparedSku),
  /** A parameter, and its value for each SKU in the same order; null: no value. */
  rows: z.array(z.object({ name: z.string(), values: z.array(z.nullable(z.string())) })),
})
export type GoodsComparison = z.output<typeof GoodsComparison>

export const goodsCompareEndpoints = defineEndpoints('/goods-api/api/goods', {
  compare: readEndpoint({
    path: 'compare',
    summary: `对比最多 ${COMPARED_SKUS_MAX} 个规格：价格、库存和分类的对比参数`,
    needs: 'guest or lookGoods',
    input: z.strictObject({
      skuIds: z
        .array(Id)
        .check(z.minLength(1, '请选择要对比的商品'), z.maxLength(COMPARED_SKUS_MAX, `最多同时对比 ${COMPARED_SKUS_MAX} 种商品`)),
    }),
    output: GoodsComparison,
    cached: true,
  }),
})
