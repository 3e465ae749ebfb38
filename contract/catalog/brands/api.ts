import * as z from 'zod/mini'
import { CategoryGoodsCount } from '#contract/catalog/goods/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { BRAND_NAME_MAX } from './console-api.ts'

/** A brand in the list of brands. */
export const Brand = z.object({
  brandId: Id,
  name: z.string(),
  /** The place of production of its goods; may be empty. */
  origin: z.string(),
  /** Its logo; null: none. */
  pictureId: z.nullable(Id),
  /** The number of its goods on sale. */
  goodsCount: z.int(),
})
export type Brand = z.output<typeof Brand>

export const BrandDetail = z.object({ ...Brand.shape, certificates: z.array(z.string()), categories: z.array(CategoryGoodsCount) })
export type BrandDetail = z.output<typeof BrandDetail>

/** The goods of a brand are listed by `goods.list` with `brandId`. */
export const brandEndpoints = defineEndpoints('/goods-api/api/brand', {
  list: readEndpoint({
    path: 'list',
    summary: '有在售商品的品牌，按名称排列',
    needs: 'guest or lookGoods',
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(BRAND_NAME_MAX)) }),
    output: pageOutput(Brand),
    cached: true,
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个品牌：产地、资质、各分类的在售商品数',
    needs: 'guest or lookGoods',
    input: z.strictObject({ brandId: Id }),
    output: BrandDetail,
    refusals: ['BRAND_NOT_FOUND'],
    cached: true,
  }),
})
