import type { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { hasHardnessRuler } from '#server/catalog/attributes/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findOncePublishedGoodsById } from './goods-store.ts'
import { readListedCategoryTreeWithCounts, readRecommendedGoodsByCategory, toPriceViewer } from './goods-view.ts'
import { readHardnessBandSummary } from './search-index.ts'

const RECOMMENDED = 10

export const goodsCategoryHandlers: Handlers<typeof goodsCategoryEndpoints> = {
  list: (_, { db }) => readListedCategoryTreeWithCounts(db),
  recom: (_, context) => readRecommendedGoodsByCategory(context.db, toPriceViewer(context), RECOMMENDED),
}

/** catalog/facets answers the lists and the page of goods. */
export const goodsHandlers: Pick<Handlers<typeof goodsEndpoints>, 'hardness'> = {
  // The reads run one after the other. In parallel each would need its own connection, and a busy server may not have enough for a guest.
  hardness: async (_, { db }) => {
    if (!(await hasHardnessRuler(db))) return []
    const bands = []
    for (const { band, from, to } of rockHardnessBands) {
      const { total, first } = await readHardnessBandSummary(db, { from, to })
      const [example] = first === undefined ? [] : await findOncePublishedGoodsById(db, [first])
      bands.push({ band, goodsCount: total, example: example?.name ?? null })
    }
    return bands
  },
}
