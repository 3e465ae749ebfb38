import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { CatalogIndex, IndexedGoods, IndexedSku } from './catalog-index/shapes.ts'
import { compileGoodsConditions, type GoodsConditions } from './conditions.ts'
import { createFacetCounter } from './count-facets.ts'
import { createGoodsConditionEvaluator, type FoundGoods, forEachGoodsOnShelf, type KeywordMatches, toFoundGoods } from './find-goods.ts'
import { createFirstEntriesCollector, createGoodsComparator } from './sort-goods.ts'

export interface GoodsListResult {
  /** The first goods in the requested order, as many as the caller asked for. */
  first: FoundGoods[]
  total: number
  /** The SKUs of goods that fit all conditions. */
  fittingOf: (goods: IndexedGoods) => IndexedSku[]
  facets: GoodsFacets | undefined
}

/**
 * Finds the goods that have a SKU which fits all conditions, and counts their facets on request; `known`: the facets were counted before.
 */
export async function findGoodsInIndex(
  db: Db,
  index: CatalogIndex,
  given: GoodsConditions & { sort: GoodsSort; facets?: boolean | undefined; count: number },
  matches: KeywordMatches,
  known?: GoodsFacets | undefined,
): Promise<GoodsListResult> {
  const conditions = compileGoodsConditions(index, given)
  const evaluate = createGoodsConditionEvaluator(index, conditions)
  const counter = given.facets && !known ? createFacetCounter(index.frame, conditions, given) : undefined
  const found = createFirstEntriesCollector(given.count, createGoodsComparator(given.sort))
  await forEachGoodsOnShelf({ db, index, evaluate, matches }, (result) => {
    counter?.add(result)
    const one = toFoundGoods(result, matches?.get(result.goods.id))
    if (one) found.add(one)
  })
  return {
    first: found.list(),
    total: found.total(),
    fittingOf: (goods) => {
      const failed = evaluate(goods)?.failed
      return goods.skus.filter((_, at) => failed?.[at] === 0)
    },
    facets: given.facets ? (known ?? counter?.describe()) : undefined,
  }
}
