import * as z from 'zod/mini'
import {
  CHOSEN_BRANDS_MAX,
  CHOSEN_DISTINCT_ATTRIBUTES_MAX,
  CHOSEN_FACET_VALUES_MAX,
  ChosenFacetValueText,
  GoodsFacets,
  parseChosenFacetValue,
  RockHardnessBand,
} from '#contract/catalog/facets/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, IntegerId, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'
import { CrossReferenceMatch } from './cross-reference.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from './keyword.ts'
import { ReplacementSku } from './replacement.ts'
import { Category, GoodsCard, GoodsDetail, ParametricTableColumn, ParametricTableRow } from './shapes.ts'

export const goodsSorts = { default: '综合', sales: '销量', priceUp: '价格从低到高', priceDown: '价格从高到低', newest: '新品' } as const
export type GoodsSort = keyof typeof goodsSorts

/** The sort keys of the parametric table. An attribute is named in a separate field. */
export const skuSorts = {
  default: '综合',
  name: '商品',
  code: '规格编码',
  price: '现金价',
  creditPrice: '赊销价',
  stock: '库存',
  attribute: '参数',
} as const
export type SkuSort = keyof typeof skuSorts

export const goodsCategoryEndpoints = defineEndpoints('/goods-api/api/goods-category', {
  list: readEndpoint({
    path: 'list',
    summary: '分类树',
    needs: 'guest or lookGoods',
    input: EmptyInput,
    output: z.array(Category),
    cached: true,
  }),
  recom: readEndpoint({
    path: 'recom',
    summary: '按分类推荐的商品',
    needs: 'guest or lookGoods',
    input: EmptyInput,
    output: z.array(z.object({ category: z.object({ id: IntegerId, name: z.string() }), goods: z.array(GoodsCard) })),
    cached: true,
  }),
})

/** The conditions that a person has chosen. Lists and tables of goods have the same ones. */
const conditions = {
  /** A category of either level. */
  categoryId: z.optional(IntegerId),
  shopId: z.optional(Id),
  /** Goods that fit this machine model. */
  machineModelId: z.optional(Id),
  /** A sub-category by its name, in any category. */
  subName: z.optional(Text(20)),
  keyword: z.optional(Text(GOODS_KEYWORD_LENGTH_MAX)),
  priceMin: z.optional(YuanUpTo()),
  priceMax: z.optional(YuanUpTo()),
  /** Only goods that have all words of the keyword, also if there are none. */
  exact: z.optional(z.boolean()),
  inStock: z.optional(z.boolean()),
  hardness: z.optional(RockHardnessBand),
  /** Goods of any of these brands. */
  brandIds: z.optional(z.array(Id).check(z.maxLength(CHOSEN_BRANDS_MAX, `最多选择 ${CHOSEN_BRANDS_MAX} 个品牌`))),
  /** Values of attributes. Any of the values of one attribute is enough; one SKU must fit all attributes, the price and the stock. */
  choices: z.optional(
    z.array(ChosenFacetValueText).check(
      z.maxLength(CHOSEN_FACET_VALUES_MAX, `最多选择 ${CHOSEN_FACET_VALUES_MAX} 个参数值`),
      z.refine(
        (choices) => new Set(choices.map((one) => parseChosenFacetValue(one).code)).size <= CHOSEN_DISTINCT_ATTRIBUTES_MAX,
        `最多按 ${CHOSEN_DISTINCT_ATTRIBUTES_MAX} 个参数筛选`,
      ),
    ),
  ),
} as const

export const goodsEndpoints = defineEndpoints('/goods-api/api/goods', {
  list: readEndpoint({
    path: 'list',
    summary: '商品列表：搜索、筛选、排序、分页',
    needs: 'guest or lookGoods',
    input: z.strictObject({
      ...pageInput,
      ...conditions,
      /** Whether the answer also contains the facets. */
      facets: z.optional(z.boolean()),
      sort: z._default(z.enum(['default', 'sales', 'priceUp', 'priceDown', 'newest']), 'default'),
    }),
    output: z.extend(pageOutput(GoodsCard), {
      /** The name of the shop, if the request names one that exists. */
      shopName: z.optional(z.string()),
      /** Nothing matches the keyword. These goods match it with one wrong letter. */
      similar: z.optional(z.literal(true)),
      /** The keyword with the one wrong letter or sound that was forgiven put right; the goods have all its words. */
      correctedKeyword: z.optional(z.string()),
      /** The keyword is the part number of a SKU that is no longer sold. The goods of its replacement are in the list. */
      replaced: z.optional(z.object({ code: z.string(), by: ReplacementSku })),
      /** The keyword has the part number of another maker: the SKUs that correspond to it. Their goods are in the list. */
      crossReferences: z.optional(z.array(CrossReferenceMatch)),
      /** The address that staff configured for the keyword. The storefront goes there. */
      redirect: z.optional(z.string()),
      /** If the request asks for them. */
      facets: z.optional(GoodsFacets),
    }),
    cached: true,
  }),
  skuList: readEndpoint({
    path: 'sku-list',
    summary: '参数表：每个规格一行',
    needs: 'guest or lookGoods',
    input: z.strictObject({
      ...pageInput,
      ...conditions,
      sort: z._default(z.enum(keysOf(skuSorts)), 'default'),
      /** The code of the attribute to sort by. */
      sortAttribute: z.optional(Text(40)),
      descending: z.optional(z.boolean()),
    }),
    output: z.extend(pageOutput(ParametricTableRow), {
      /** The attributes that staff have marked for comparison, ordered by how many goods have them. */
      columns: z.array(ParametricTableColumn),
    }),
    cached: true,
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '商品详情',
    needs: 'guest or lookGoods',
    input: z.strictObject({ goodsId: Id }),
    output: GoodsDetail,
    refusals: ['GOODS_NOT_FOUND'],
    cached: true,
  }),
  hardness: readEndpoint({
    path: 'hardness',
    summary: '按岩石硬度分段的商品数；没有参数用作硬度标尺时为空',
    needs: 'guest or lookGoods',
    input: EmptyInput,
    output: z.array(z.object({ band: RockHardnessBand, goodsCount: z.int(), example: z.nullable(z.string()) })),
    cached: true,
  }),
})
