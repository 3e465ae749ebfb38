import { FACET_VALUES_MAX, type GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import { isRangeInRockHardnessBand } from '#contract/catalog/goods/hardness.ts'
import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import type { CatalogStructure, IndexedSku } from './catalog-index/shapes.ts'
import {
  BRAND_CONDITION_BIT,
  CATEGORY_CONDITION_BIT,
  type GoodsConditions,
  HARDNESS_CONDITION_BIT,
  type IndexedGoodsFilter,
  PRICE_CONDITION_BIT,
  STOCK_CONDITION_BIT,
} from './conditions.ts'
import { createAttributeValueCounter } from './count-attributes.ts'
import { areAllConditionsMetExcept, type GoodsConditionResult, hasSkuMeetingConditionsExcept } from './find-goods.ts'

/** Counts the values that goods can be filtered by, while the goods are checked one by one. */
export interface FacetCounter {
  add(result: GoodsConditionResult): void
  describe(): GoodsFacets
}

function createPriceBounds() {
  let lower = Number.POSITIVE_INFINITY
  let upper = Number.NEGATIVE_INFINITY
  return {
    add(result: GoodsConditionResult) {
      const { goods, failed, uniform } = result
      if (uniform) {
        if (!hasSkuMeetingConditionsExcept(result, PRICE_CONDITION_BIT)) return
        lower = Math.min(lower, goods.lowestFen)
        upper = Math.max(upper, goods.highestFen)
        return
      }
      for (let at = 0; at < goods.skus.length; at++) {
        const { priceFen } = goods.skus[at] as IndexedSku
        if (!areAllConditionsMetExcept(failed[at] ?? 0, PRICE_CONDITION_BIT)) continue
        if (priceFen < lower) lower = priceFen
        if (priceFen > upper) upper = priceFen
      }
    },
    describe: () => (lower <= upper ? { lower: fen(lower), upper: fen(upper) } : null),
  }
}

/** `chosen` is the band that is listed even if no goods are left of it. */
function createHardnessCounter(chosen: GoodsConditions['hardness']) {
  const counts = rockHardnessBands.map((band) => ({ band, goodsCount: 0 }))
  return {
    add(result: GoodsConditionResult) {
      const { hardnessFrom: from, hardnessTo: to } = result.goods
      if (from === null || !hasSkuMeetingConditionsExcept(result, HARDNESS_CONDITION_BIT)) return
      for (const one of counts) if (isRangeInRockHardnessBand({ from, to }, one.band)) one.goodsCount++
    },
    describe: (): GoodsFacets['hardness'] =>
      counts
        .map(({ band: { band }, goodsCount }) => ({ band, goodsCount }))
        .filter(({ band, goodsCount }) => goodsCount > 0 || band === chosen),
  }
}

/** The brands with most goods first. */
const describeBrands = (counts: ReadonlyMap<string, number>, { brandNames }: CatalogStructure): GoodsFacets['brands'] =>
  [...counts]
    .flatMap(([brandId, goodsCount]) => {
      const name = brandNames.get(brandId)
      return name === undefined ? [] : [{ brandId, name, goodsCount }]
    })
    .sort((a, b) => b.goodsCount - a.goodsCount || (a.name < b.name ? -1 : 1))
    .slice(0, FACET_VALUES_MAX)

/** `chosen`: brands and a band of hardness, which are listed even if no goods are left of them. */
export function createFacetCounter(
  frame: CatalogStructure,
  conditions: IndexedGoodsFilter,
  chosen: Pick<GoodsConditions, 'brandIds' | 'hardness'>,
): FacetCounter {
  const attributes = createAttributeValueCounter(frame, conditions)
  const prices = createPriceBounds()
  const hardness = createHardnessCounter(chosen.hardness)
  const brands = new Map<string, number>(chosen.brandIds?.map((id) => [id, 0]))
  const categories = new Map<number, GoodsFacets['categories'][number]>()
  const looser = conditions.set.map((one) => ({ ...one, goodsCount: 0 }))
  let inStockCount = 0
  const countCategory = (categoryId: number, parentId: number) => {
    const known = categories.get(categoryId)
    if (known) known.goodsCount++
    else categories.set(categoryId, { categoryId, parentId, goodsCount: 1 })
  }
  return {
    add(result) {
      const { goods, failed, isInCategory, uniform } = result
      const { brandId, categoryId, parentId, skus } = goods
      if (brandId !== null && hasSkuMeetingConditionsExcept(result, BRAND_CONDITION_BIT))
        brands.set(brandId, (brands.get(brandId) ?? 0) + 1)
      if (hasSkuMeetingConditionsExcept(result, CATEGORY_CONDITION_BIT)) countCategory(categoryId, parentId)
      const isInStock = uniform
        ? goods.anyInStock && hasSkuMeetingConditionsExcept(result, STOCK_CONDITION_BIT)
        : skus.some(({ inStock }, at) => inStock && areAllConditionsMetExcept(failed[at] ?? 0, STOCK_CONDITION_BIT))
      if (isInStock) inStockCount++
      prices.add(result)
      hardness.add(result)
      for (const one of looser) if (hasSkuMeetingConditionsExcept(result, one.bit)) one.goodsCount++
      if (isInCategory && skus.length > 0) attributes.add(result)
    },
    describe: () => ({
      attributes: attributes.describe(),
      brands: describeBrands(brands, frame),
      categories: [...categories.values()],
      price: prices.describe(),
      inStockCount,
      hardness: hardness.describe(),
      looser: looser.map(({ condition, code, goodsCount }) => ({ condition, code, goodsCount })),
    }),
  }
}
