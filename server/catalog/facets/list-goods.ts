import type { Facets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { type GoodsConditions, readConditions } from './conditions.ts'
import { createFacetCounter } from './count-facets.ts'
import { type FoundGoods, forEachGoods, type Matches, toFound } from './find-goods.ts'
import { sortGoods } from './sort-goods.ts'

export interface GoodsFound {
  /** All of them, in the requested order. */
  found: FoundGoods[]
  facets: Facets | undefined
}

/** Finds the goods of which a SKU fits all conditions, and counts what they can be narrowed by if asked. */
export function findGoodsInIndex(
  index: CatalogIndex,
  given: GoodsConditions & { sort: GoodsSort; facets?: boolean | undefined },
  matches: Matches,
): GoodsFound {
  const conditions = readConditions(index, given)
  const counter = given.facets ? createFacetCounter(index.frame, conditions, given.brandIds ?? []) : undefined
  const found: FoundGoods[] = []
  forEachGoods(index, conditions, matches, (judged) => {
    counter?.add(judged)
    const one = toFound(judged, matches?.get(judged.goods.id))
    if (one) found.push(one)
  })
  return { found: sortGoods(found, given.sort), facets: counter?.describe() }
}
