import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { CatalogIndex, IndexedGoods, IndexedSku } from './catalog-index.ts'
import { compileGoodsConditions, type GoodsConditions } from './conditions.ts'
import { createFacetCounter } from './count-facets.ts'
import { createConditionEvaluator, type FoundGoods, forEachGoodsOfIndex, type KeywordMatches, toFoundGoods } from './find-goods.ts'
import { createGoodsComparator, takeFirstFoundGoods } from './sort-goods.ts'

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
export function findGoodsInIndex(
  index: CatalogIndex,
  given: GoodsConditions & { sort: GoodsSort; facets?: boolean | undefined; count: number },
  matches: KeywordMatches,
  known?: GoodsFacets | undefined,
): GoodsListResult {
  const conditions = compileGoodsConditions(index, given)
  const judge = createConditionEvaluator(index, conditions)
  const counter = given.facets && !known ? createFacetCounter(index.frame, conditions, given.brandIds ?? []) : undefined
  const found: FoundGoods[] = []
  forEachGoodsOfIndex(index, judge, matches, (judged) => {
    counter?.add(judged)
    const one = toFoundGoods(judged, matches?.get(judged.goods.id))
    if (one) found.push(one)
  })
  return {
    first: takeFirstFoundGoods(found, given.count, createGoodsComparator(given.sort)),
    total: found.length,
    fittingOf: (goods) => {
      const failed = judge(goods)?.failed
      return goods.skus.filter((_, at) => failed?.[at] === 0)
    },
    facets: given.facets ? (known ?? counter?.describe()) : undefined,
  }
}
