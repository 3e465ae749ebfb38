import type { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { hardnessBands } from '#contract/catalog/goods/shapes.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findGoods, listShopNames } from './goods-store.ts'
import { readCategoryTree, readGoodsCards, readGoodsDetail, readRecommendedGoods, viewerOf } from './goods-view.ts'
import { countGoodsByHardness, isUnsearchable, searchGoods } from './search-index.ts'

const RECOMMENDED = 10

export const goodsCategoryHandlers: Handlers<typeof goodsCategoryEndpoints> = {
  list: (_, { db }) => readCategoryTree(db),
  recom: (_, context) => readRecommendedGoods(context.db, viewerOf(context), RECOMMENDED),
}

export const goodsHandlers: Handlers<typeof goodsEndpoints> = {
  list: async (input, context) => {
    const { db } = context
    if (isUnsearchable(input.keyword)) return { dataList: [], total: 0 }
    const { ids, total } = await searchGoods(db, input)
    const shopName = input.shopId === undefined ? undefined : (await listShopNames(db)).get(input.shopId)
    return { dataList: await readGoodsCards(db, viewerOf(context), ids), total, ...(shopName === undefined ? {} : { shopName }) }
  },
  detail: ({ goodsId }, context) => readGoodsDetail(context.db, viewerOf(context), goodsId),
  // One after the other: in parallel each needs its own connection, and a busy server may not have enough of them for a guest.
  hardness: async (_, { db }) => {
    const bands = []
    for (const { band, from, to } of hardnessBands) {
      const { total, first } = await countGoodsByHardness(db, { from, to })
      const [example] = first === undefined ? [] : await findGoods(db, [first])
      bands.push({ band, goodsCount: total, example: example?.name ?? null })
    }
    return bands
  },
}
