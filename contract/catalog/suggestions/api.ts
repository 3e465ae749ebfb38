import * as z from 'zod/mini'
import { VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, IntegerId, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/**
 * What a suggested SKU costs the caller and whether it can be had; left out: it is not sold any more. `belowMinimum`: some are there, but
 * fewer than can be ordered.
 */
const terms = { salePrice: z.optional(Yuan), soldOut: z.optional(z.boolean()), belowMinimum: z.optional(z.literal(true)) }

const SuggestedSku = z.object({ goodsId: Id, skuCode: z.string(), name: z.string(), ...terms })

/** The search suggestions. Each part has at most five entries; only an empty keyword gets hot words. */
export const SearchSuggestions = z.object({
  hot: z.array(z.string()),
  /** Goods that the company ordered before, newest first. Empty for guests and for members who may not see orders. */
  purchased: z.array(SuggestedSku),
  /**
   * `replaces`: the typed number, which is no longer sold; this SKU replaces it. `crossReference`: the typed number is of another maker; this
   * SKU corresponds to it. `materialCode`: the company's own number of it, which begins with what was typed.
   */
  partNumbers: z.array(
    z.object({
      ...SuggestedSku.shape,
      /** The size with which the page opens; left out: its first. */
      skuId: z.optional(Id),
      replaces: z.optional(z.string()),
      crossReference: z.optional(VisibleCrossReference),
      materialCode: z.optional(z.string()),
    }),
  ),
  /** `skuCount`: it has several SKUs, and the price is that of the first that can be had. */
  goods: z.array(z.object({ goodsId: Id, name: z.string(), ...terms, skuCount: z.optional(z.int()) })),
  /** Nothing has exactly these words: the goods are the nearest. */
  similar: z.optional(z.literal(true)),
  categories: z.array(z.object({ categoryId: IntegerId, name: z.string() })),
  /** The company's own orders whose number begins or ends with what was typed, newest first. */
  orders: z.array(z.object({ orderNo: OrderNo })),
})
export type SearchSuggestions = z.output<typeof SearchSuggestions>

export const SEARCH_SUGGESTIONS_PER_PART_MAX = 5
export const HOT_WORDS_MAX = 8

export const searchSuggestionEndpoints = defineEndpoints('/goods-api/api/search', {
  suggest: readEndpoint({
    path: 'suggest',
    summary:
      '边输入边建议：商品与型号（含价格与有无现货）、分类、本企业的物料编码、买过的商品和订单；没有完全一致的给相近商品；没有输入时为热词',
    needs: 'guest or lookGoods',
    input: z.strictObject({ keyword: z._default(Text(GOODS_KEYWORD_LENGTH_MAX), '') }),
    output: SearchSuggestions,
    cached: true,
  }),
})
