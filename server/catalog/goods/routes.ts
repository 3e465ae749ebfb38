import type { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { hardnessBands } from '#contract/catalog/goods/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { listKeywordVariants, readKeywordMeaning, recordMissedSearch } from '#server/catalog/search-words/public.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import { findGoods, listShopNames } from './goods-store.ts'
import { readCategoryTree, readGoodsCards, readGoodsDetail, readRecommendedGoodsByCategory, viewerOf } from './goods-view.ts'
import { isUnsearchable, readHardnessBandSummary, searchGoods, searchSimilarGoods } from './search-index.ts'

type ListInput = InputOf<typeof goodsEndpoints.list>

const RECOMMENDED = 10

export const goodsCategoryHandlers: Handlers<typeof goodsCategoryEndpoints> = {
  list: (_, { db }) => readCategoryTree(db),
  recom: (_, context) => readRecommendedGoodsByCategory(context.db, viewerOf(context), RECOMMENDED),
}

/** Whether a list has no other condition than its keyword. Under others, finding nothing says little about the keyword. */
const isPlainSearch = ({ pageNo, pageSize: _, sort: __, keyword: ___, inStock, ...filters }: ListInput): boolean =>
  pageNo === 1 && !inStock && Object.values(filters).every((one) => one === undefined)

interface FoundGoods {
  ids: string[]
  total: number
  similar?: true
  redirect?: string
}

/**
 * Finds a page of goods by the keyword and its synonyms; if there are none, goods that one wrong letter hides. A keyword that is searched for
 * in vain is counted.
 */
async function findGoodsPage(input: ListInput, { db, moment, log, writeSeparately }: Context): Promise<FoundGoods> {
  const { keyword } = input
  if (!keyword) return searchGoods(db, input)
  const { synonyms, redirect } = await readKeywordMeaning(db, keyword)
  const found = await searchGoods(db, input, listKeywordVariants(keyword, synonyms))
  if (redirect !== undefined) return { ...found, redirect }
  if (found.total > 0) return found
  const similar = await searchSimilarGoods(db, input)
  if (isPlainSearch(input))
    // A search does not fail because it cannot be counted.
    await writeSeparately((tx) => recordMissedSearch(tx, moment, { keyword, similarShown: similar.total > 0 })).catch((error: unknown) =>
      log.warn({ err: error }, 'a search without a result was not counted'),
    )
  return similar.total > 0 ? { ...similar, similar: true } : found
}

export const goodsHandlers: Handlers<typeof goodsEndpoints> = {
  list: async (input, context) => {
    const { db } = context
    if (isUnsearchable(input.keyword)) return { dataList: [], total: 0 }
    const { ids, total, ...about } = await findGoodsPage(input, context)
    const shopName = input.shopId === undefined ? undefined : (await listShopNames(db)).get(input.shopId)
    const dataList = await readGoodsCards(db, viewerOf(context), ids)
    return { dataList, total, ...about, ...(shopName === undefined ? {} : { shopName }) }
  },
  detail: ({ goodsId }, context) => readGoodsDetail(context.db, viewerOf(context), goodsId),
  // One after the other: in parallel each needs its own connection, and a busy server may not have enough of them for a guest.
  hardness: async (_, { db }) => {
    const bands = []
    for (const { band, from, to } of hardnessBands) {
      const { total, first } = await readHardnessBandSummary(db, { from, to })
      const [example] = first === undefined ? [] : await findGoods(db, [first])
      bands.push({ band, goodsCount: total, example: example?.name ?? null })
    }
    return bands
  },
}
