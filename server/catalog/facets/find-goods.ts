import type { KeywordMatch } from '#server/catalog/goods/public.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import type { Db } from '#server/platform/core/db.ts'
import { readGoodsOutsideCatalogIndex } from './catalog-index/catalog-index.ts'
import type { CatalogIndex, CategoryAttributeUse, IndexedGoods, IndexedSku, IndexedValues } from './catalog-index/shapes.ts'
import { CATEGORY_CONDITION_BIT, type IndexedGoodsFilter } from './conditions.ts'

/** A product of the list with the conditions that its SKUs fail. It is valid until the next product is checked. */
export interface GoodsConditionResult {
  goods: IndexedGoods
  /** The filter flags of the product's category. Without a category, the product has no values that can be filtered by. */
  use: CategoryAttributeUse | undefined
  isInCategory: boolean
  /** The bits that each SKU fails, by its position; 0: the SKU fits. There may be more entries than SKUs. */
  failed: Int32Array
  /** Whether any SKU fits, and whether all do. */
  anyFits: boolean
  allFit: boolean
  /** The bits that at least one SKU fails as its only failure. */
  failedAlone: number
  /** Whether all SKUs fail the same bits. */
  uniform: boolean
}

/** The bits of the chosen attributes that values satisfy, if the category of the goods has these attributes as filters. */
function satisfiedBits(
  { values, numbers }: IndexedValues,
  { satisfiedBy, ranges, bitOf }: IndexedGoodsFilter,
  { filterable, attributeOf }: { filterable: Uint8Array; attributeOf: Int32Array },
): number {
  let bits = 0
  for (const value of values) {
    const bit = satisfiedBy[value] ?? 0
    if (bit !== 0 && filterable[attributeOf[value] ?? 0] === 1) bits |= bit
  }
  for (let at = 0; at < numbers.length; at += 2) {
    const attribute = numbers[at] ?? 0
    if (bitOf[attribute] === 0 || filterable[attribute] !== 1) continue
    const number = numbers[at + 1] ?? 0
    const wanted = ranges.get(attribute)
    if (wanted?.ranges.some(({ from, to }) => (from === undefined || number >= from) && (to === undefined || number <= to)))
      bits |= wanted.bit
  }
  return bits
}

/** Whether a SKU with these failures fits all conditions except one; 0: all. */
export const areAllConditionsMetExcept = (failed: number, bit: number): boolean => (failed & ~bit) === 0

const nothingFilterable = new Uint8Array()

/** The goods that are visited, and the function that judges them. */
export interface GoodsTraversalInput {
  db: Db
  index: CatalogIndex
  evaluate: (goods: IndexedGoods) => GoodsConditionResult | undefined
  matches: KeywordMatches
}

/** The goods that a keyword finds; undefined: there is no keyword. */
export type KeywordMatches = ReadonlyMap<string, KeywordMatch> | undefined

/** Whether a SKU of the goods fits all conditions except one. */
export const hasSkuMeetingConditionsExcept = ({ anyFits, failedAlone }: GoodsConditionResult, bit: number): boolean =>
  anyFits || (failedAlone & bit) !== 0

/** The expected maximum of SKUs of one product. The buffer grows if there are more. */
const SKUS_EXPECTED = 256

const isSingle = (bits: number): boolean => bits !== 0 && (bits & (bits - 1)) === 0

/** All SKUs fail the conditions that their goods fail. */
function completeUniformResult(result: GoodsConditionResult, skuCount: number, byGoods: number): GoodsConditionResult {
  result.failed.fill(byGoods, 0, skuCount)
  result.uniform = true
  result.anyFits = byGoods === 0 && skuCount > 0
  result.allFit = result.anyFits
  result.failedAlone = isSingle(byGoods) && skuCount > 0 ? byGoods : 0
  return result
}

/**
 * Computes which conditions the SKUs of a product fail. It returns the same object each time, because a list checks tens of thousands of
 * goods.
 */
export function createGoodsConditionEvaluator(
  { frame }: CatalogIndex,
  conditions: IndexedGoodsFilter,
): (goods: IndexedGoods) => GoodsConditionResult | undefined {
  const { attributeBits, attributeOf } = { ...conditions, attributeOf: frame.attributeOf }
  const result = { failed: new Int32Array(SKUS_EXPECTED) } as GoodsConditionResult
  return (goods) => {
    if (!conditions.isOfList(goods)) return undefined
    const { skus } = goods
    if (skus.length > result.failed.length) result.failed = new Int32Array(skus.length)
    const byGoods = conditions.failedByGoods(goods)
    const isInCategory = (byGoods & CATEGORY_CONDITION_BIT) === 0
    // They are counted nowhere.
    if (!isInCategory && byGoods !== CATEGORY_CONDITION_BIT) return undefined
    const use = frame.categories.get(goods.categoryId)
    result.goods = goods
    result.use = use
    result.isInCategory = isInCategory
    if (!conditions.evaluatesSkus) return completeUniformResult(result, skus.length, byGoods)
    const own = { filterable: use?.filterable ?? nothingFilterable, attributeOf }
    const satisfied = attributeBits === 0 ? 0 : satisfiedBits(goods, conditions, own)
    let fitting = 0
    let failedAlone = 0
    for (let at = 0; at < skus.length; at++) {
      const sku = skus[at] as IndexedSku
      const bits = attributeBits === 0 ? 0 : attributeBits & ~(satisfied | satisfiedBits(sku, conditions, own))
      const failed = byGoods | conditions.failedBySku(sku) | bits
      result.failed[at] = failed
      if (failed === 0) fitting++
      else if (isSingle(failed)) failedAlone |= failed
    }
    result.uniform = false
    result.anyFits = fitting > 0
    result.allFit = fitting > 0 && fitting === skus.length
    result.failedAlone = failedAlone
    return result
  }
}

/** Few answers at once read goods that are not in memory: each of them takes many statements. */
const beyondMemoryLane = createConcurrencyLimiter({ concurrency: 2, queueMax: 60, queueMaxPerOwner: 10 })

/**
 * Visits the goods of a list once: first those in memory, then those for which the memory has no room. `endBatch` is awaited now and then,
 * and at the end.
 */
export async function forEachGoodsOnShelf(
  { db, index, evaluate, matches }: GoodsTraversalInput,
  visit: (result: GoodsConditionResult) => void,
  endBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const look = (one: IndexedGoods | undefined) => {
    const result = one && evaluate(one)
    if (result) visit(result)
  }
  const { goods, through } = index
  if (!matches) for (const one of goods.values()) look(one)
  else for (const id of matches.keys()) look(goods.get(id))
  // The index may change as soon as this function waits, so it is decided here which goods are left.
  const ids = through === undefined ? [] : matches && [...matches.keys()].filter((id) => id > through)
  const beyond = readGoodsOutsideCatalogIndex(db, index, ids)
  await endBatch()
  if (ids?.length === 0) return
  await beyondMemoryLane.run(async () => {
    for await (const batch of beyond) {
      for (const one of batch) look(one)
      await endBatch()
    }
  })
}

/** Goods with at least one fitting SKU, with their sort values. */
export interface FoundGoods {
  goods: IndexedGoods
  lowestFen: number
  inStock: boolean
  match: KeywordMatch | undefined
}

/** The goods as found; undefined: none of its SKUs fits. */
export function toFoundGoods(
  { goods, failed, anyFits, allFit }: GoodsConditionResult,
  match: KeywordMatch | undefined,
): FoundGoods | undefined {
  if (!anyFits) return undefined
  if (allFit) return { goods, lowestFen: goods.lowestFen, inStock: goods.anyInStock, match }
  let lowestFen = Number.POSITIVE_INFINITY
  let isInStock = false
  for (let at = 0; at < goods.skus.length; at++) {
    const { priceFen, inStock } = goods.skus[at] as IndexedSku
    if (failed[at] !== 0) continue
    if (priceFen < lowestFen) lowestFen = priceFen
    if (inStock) isInStock = true
  }
  return { goods, lowestFen, inStock: isInStock, match }
}
