import * as z from 'zod/mini'
import { VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, IntegerId, Text } from '#contract/platform/core/fields.ts'

/** The search suggestions. Each part has at most five entries; only an empty keyword gets hot words. */
export const SearchSuggestions = z.object({
  hot: z.array(z.string()),
  /** Goods that the company ordered before, newest first. Empty for guests and for members who may not see orders. */
  purchased: z.array(z.object({ goodsId: Id, skuCode: z.string(), name: z.string() })),
  /**
   * `replaces`: the typed number, which is no longer sold; this SKU replaces it. `crossReference`: the typed number is of another maker; this
   * SKU corresponds to it.
   */
  partNumbers: z.array(
    z.object({
      goodsId: Id,
      /** The size with which the page opens; left out: its first. */
      skuId: z.optional(Id),
      skuCode: z.string(),
      name: z.string(),
      replaces: z.optional(z.string()),
      crossReference: z.optional(VisibleCrossReference),
    }),
  ),
  goods: z.array(z.object({ goodsId: Id, name: z.string() })),
  categories: z.array(z.object({ categoryId: IntegerId, name: z.string() })),
})
export type SearchSuggestions = z.output<typeof SearchSuggestions>

export const SEARCH_SUGGESTIONS_PER_PART_MAX = 5
export const HOT_WORDS_MAX = 8

export const searchSuggestionEndpoints = defineEndpoints('/goods-api/api/search', {
  suggest: readEndpoint({
    path: 'suggest',
    summary: '边输入边建议：商品、分类、型号、本企业买过的；没有输入时为热词',
    needs: 'guest or lookGoods',
    input: z.strictObject({ keyword: z._default(Text(GOODS_KEYWORD_LENGTH_MAX), '') }),
    output: SearchSuggestions,
    cached: true,
  }),
})
