import type { KeywordMatch } from '#server/catalog/goods/public.ts'
import type { CatalogIndex, CategoryUse, IndexedGoods, IndexedSku, IndexedValues } from './catalog-index.ts'
import type { Conditions } from './conditions.ts'

/** Goods of the list with what each of their SKUs fails: no bit, and a SKU fits. */
export interface JudgedGoods {
  goods: IndexedGoods
  /** The flags of the goods' category. Without any, its goods have no values that one can filter by. */
  use: CategoryUse | undefined
  /** By the place of the SKU among those of its goods. Valid until the next goods are judged. */
  failed: readonly number[]
}

/** The bits of the chosen attributes that values satisfy, where the category of the goods has them as filters. */
function satisfiedBits(
  { values, numbers }: IndexedValues,
  { satisfiedBy, ranges, bitOf }: Conditions,
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

/** Whether a SKU with these failures fits all conditions but one; 0: all. */
export const fitsBut = (failed: number, bit: number): boolean => (failed & ~bit) === 0

const nothingFilterable = new Uint8Array()

/** The goods that a keyword finds; undefined: there is no keyword. */
export type Matches = ReadonlyMap<string, KeywordMatch> | undefined

/** Goes through the goods of a list once and says what each SKU fails. */
export function forEachGoods(
  { frame, goods }: CatalogIndex,
  conditions: Conditions,
  matches: Matches,
  visit: (judged: JudgedGoods) => void,
): void {
  const { attributeBits } = conditions
  const judge = (one: IndexedGoods) => {
    if (!conditions.isOfList(one)) return
    const use = frame.categories.get(one.categoryId)
    const own = { filterable: use?.filterable ?? nothingFilterable, attributeOf: frame.attributeOf }
    const byGoods = conditions.failedByGoods(one)
    const satisfied = attributeBits === 0 ? 0 : satisfiedBits(one, conditions, own)
    const failed = one.skus.map((sku) => {
      const bits = attributeBits === 0 ? 0 : attributeBits & ~(satisfied | satisfiedBits(sku, conditions, own))
      return byGoods | conditions.failedBySku(sku) | bits
    })
    visit({ goods: one, use, failed })
  }
  if (!matches) for (const one of goods.values()) judge(one)
  else
    for (const id of matches.keys()) {
      const one = goods.get(id)
      if (one) judge(one)
    }
}

/** Goods that were found, with their SKUs that fit. */
export interface FoundGoods {
  goods: IndexedGoods
  fitting: IndexedSku[]
  lowestFen: number
  inStock: boolean
  match: KeywordMatch | undefined
}

/** The goods as found; undefined: none of its SKUs fits. */
export function toFound({ goods, failed }: JudgedGoods, match: KeywordMatch | undefined): FoundGoods | undefined {
  const fitting = goods.skus.filter((_, at) => failed[at] === 0)
  if (fitting.length === 0) return undefined
  let lowestFen = Number.POSITIVE_INFINITY
  for (const { priceFen } of fitting) lowestFen = Math.min(lowestFen, priceFen)
  return { goods, fitting, lowestFen, inStock: fitting.some(({ inStock }) => inStock), match }
}
