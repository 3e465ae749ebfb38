import type { Facets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { CatalogIndex, IndexedGoods, IndexedSku } from './catalog-index.ts'
import { type GoodsConditions, readConditions } from './conditions.ts'
import { createFacetCounter } from './count-facets.ts'
import { createJudge, type FoundGoods, forEachGoods, type Matches, toFound } from './find-goods.ts'
import { listFirst, orderOf } from './sort-goods.ts'

export interface GoodsFound {
  /** The first of them in the requested order, as many as were asked for. */
  first: FoundGoods[]
  total: number
  /** The SKUs of goods that fit all conditions. */
  fittingOf: (goods: IndexedGoods) => IndexedSku[]
  facets: Facets | undefined
}

/** Finds the goods of which a SKU fits all conditions, and counts what they can be narrowed by if asked. */
export function findGoodsInIndex(
  index: CatalogIndex,
  given: GoodsConditions & { sort: GoodsSort; facets?: boolean | undefined; count: number },
  matches: Matches,
): GoodsFound {
  const conditions = readConditions(index, given)
  const judge = createJudge(index, conditions)
  const counter = given.facets ? createFacetCounter(index.frame, conditions, given.brandIds ?? []) : undefined
  const found: FoundGoods[] = []
  forEachGoods(index, judge, matches, (judged) => {
    counter?.add(judged)
    const one = toFound(judged, matches?.get(judged.goods.id))
    if (one) found.push(one)
  })
  return {
    first: listFirst(found, given.count, orderOf(given.sort)),
    total: found.length,
    fittingOf: (goods) => {
      const failed = judge(goods)?.failed
      return goods.skus.filter((_, at) => failed?.[at] === 0)
    },
    facets: counter?.describe(),
  }
}
