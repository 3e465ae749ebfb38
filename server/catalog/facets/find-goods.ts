import type { KeywordMatch } from '#server/catalog/goods/public.ts'
import type { CatalogIndex, CategoryAttributeUse, IndexedGoods, IndexedSku, IndexedValues } from './catalog-index.ts'
import { BRAND_CONDITION_BIT, CATEGORY_CONDITION_BIT, type CompiledGoodsConditions } from './conditions.ts'

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
  { satisfiedBy, ranges, bitOf }: CompiledGoodsConditions,
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
export const passesAllConditionsExcept = (failed: number, bit: number): boolean => (failed & ~bit) === 0

const nothingFilterable = new Uint8Array()

/** The goods that a keyword finds; undefined: there is no keyword. */
export type KeywordMatches = ReadonlyMap<string, KeywordMatch> | undefined

/** Whether a SKU of the goods fits all conditions except one. */
export const anySkuFitsIgnoring = ({ anyFits, failedAlone }: GoodsConditionResult, bit: number): boolean =>
  anyFits || (failedAlone & bit) !== 0

/** The expected maximum of SKUs of one product. The buffer grows if there are more. */
const SKUS_EXPECTED = 256

const isSingle = (bits: number): boolean => bits !== 0 && (bits & (bits - 1)) === 0

/** All SKUs fail the conditions that their goods fail. */
function judgeUniformly(judged: GoodsConditionResult, skuCount: number, byGoods: number): GoodsConditionResult {
  judged.failed.fill(byGoods, 0, skuCount)
  judged.uniform = true
  judged.anyFits = byGoods === 0 && skuCount > 0
  judged.allFit = judged.anyFits
  judged.failedAlone = isSingle(byGoods) && skuCount > 0 ? byGoods : 0
  return judged
}

/**
 * Computes which conditions the SKUs of a product fail. It returns the same object each time, because a list checks tens of thousands of
 * goods.
 */
export function createConditionEvaluator(
  { frame }: CatalogIndex,
  conditions: CompiledGoodsConditions,
): (goods: IndexedGoods) => GoodsConditionResult | undefined {
  const { attributeBits, attributeOf } = { ...conditions, attributeOf: frame.attributeOf }
  const judged = { failed: new Int32Array(SKUS_EXPECTED) } as GoodsConditionResult
  return (goods) => {
    if (!conditions.isOfList(goods)) return undefined
    const { skus } = goods
    if (skus.length > judged.failed.length) judged.failed = new Int32Array(skus.length)
    const byGoods = conditions.failedByGoods(goods)
    // They are counted nowhere.
    if (byGoods === (CATEGORY_CONDITION_BIT | BRAND_CONDITION_BIT)) return undefined
    const use = frame.categories.get(goods.categoryId)
    judged.goods = goods
    judged.use = use
    judged.isInCategory = (byGoods & CATEGORY_CONDITION_BIT) === 0
    if (!conditions.judgesSkus) return judgeUniformly(judged, skus.length, byGoods)
    const own = { filterable: use?.filterable ?? nothingFilterable, attributeOf }
    const satisfied = attributeBits === 0 ? 0 : satisfiedBits(goods, conditions, own)
    let fitting = 0
    let failedAlone = 0
    for (let at = 0; at < skus.length; at++) {
      const sku = skus[at] as IndexedSku
      const bits = attributeBits === 0 ? 0 : attributeBits & ~(satisfied | satisfiedBits(sku, conditions, own))
      const failed = byGoods | conditions.failedBySku(sku) | bits
      judged.failed[at] = failed
      if (failed === 0) fitting++
      else if (isSingle(failed)) failedAlone |= failed
    }
    judged.uniform = false
    judged.anyFits = fitting > 0
    judged.allFit = fitting > 0 && fitting === skus.length
    judged.failedAlone = failedAlone
    return judged
  }
}

/** Iterates over the goods of a list once. */
export function forEachGoodsOfIndex(
  { goods }: CatalogIndex,
  judge: (goods: IndexedGoods) => GoodsConditionResult | undefined,
  matches: KeywordMatches,
  visit: (judged: GoodsConditionResult) => void,
): void {
  const look = (one: IndexedGoods | undefined) => {
    const judged = one && judge(one)
    if (judged) visit(judged)
  }
  if (!matches) for (const one of goods.values()) look(one)
  else for (const id of matches.keys()) look(goods.get(id))
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
