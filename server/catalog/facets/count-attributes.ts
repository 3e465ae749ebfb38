import { type AttributeFacet, FACET_VALUES_MAX, FACETS_MAX } from '#contract/catalog/facets/shapes.ts'
import type { CatalogStructure, IndexedValues } from './catalog-index/shapes.ts'
import type { IndexedGoodsFilter } from './conditions.ts'
import { areAllConditionsMetExcept, type GoodsConditionResult, hasSkuMeetingConditionsExcept } from './find-goods.ts'

/** Counts goods by a number from 0 on, each product once. `begin` starts the next product. */
function createCounter(size: number) {
  const counts = new Int32Array(size)
  const seen = new Int32Array(size)
  let current = 0
  return {
    of: (at: number): number => counts[at] ?? 0,
    /** Counts without checking whether this product was counted. Only for values that are reported once. */
    add(at: number) {
      counts[at] = (counts[at] ?? 0) + 1
    },
    begin: () => void current++,
    count(at: number) {
      if (seen[at] === current) return
      seen[at] = current
      counts[at] = (counts[at] ?? 0) + 1
    },
  }
}

/** Calls back with each attribute that is a filter, and with the value or its number. */
function forEachFilterable(
  { values, numbers }: IndexedValues,
  { filterable, attributeOf }: { filterable: Uint8Array; attributeOf: Int32Array },
  visit: (attribute: number, value: number | undefined, number: number) => void,
): void {
  for (const value of values) {
    const attribute = attributeOf[value] ?? -1
    if (filterable[attribute] === 1) visit(attribute, value, 0)
  }
  for (let at = 0; at < numbers.length; at += 2) {
    const attribute = numbers[at] ?? -1
    if (filterable[attribute] === 1) visit(attribute, undefined, numbers[at + 1] ?? 0)
  }
}

/** The counts of the attributes. */
interface AttributeCounts {
  ofValue: (value: number) => number
  withValue: (attribute: number) => number
  /** How many goods of the list have this attribute at all. The choice of conditions does not change it. */
  described: (attribute: number) => number
  bounds: (attribute: number) => { lower: number; upper: number } | undefined
}

function describeAttribute(
  number: number,
  { attributes, valueNames }: CatalogStructure,
  { satisfiedBy }: IndexedGoodsFilter,
  counts: AttributeCounts,
): AttributeFacet[] {
  const attribute = attributes[number]
  if (!attribute) return []
  const { code, name, kind, unit, decimals } = attribute
  const counted = attribute.values.map((value) => ({ value, goodsCount: counts.ofValue(value) }))
  const shown = counted.filter(({ value, goodsCount }) => goodsCount > 0 || satisfiedBy[value] !== 0)
  const kept = new Set([...shown].sort((a, b) => b.goodsCount - a.goodsCount).slice(0, FACET_VALUES_MAX))
  const values = shown.filter((one) => kept.has(one)).map(({ value, goodsCount }) => ({ value: valueNames[value] ?? '', goodsCount }))
  const { lower = null, upper = null } = counts.bounds(number) ?? {}
  return [{ code, name, kind, unit, decimals, goodsCount: counts.withValue(number), values, lower, upper }]
}

/** Chosen attributes always come first, then the attributes that most goods have. The order does not change with the choice. */
function describeAttributes(frame: CatalogStructure, conditions: IndexedGoodsFilter, counts: AttributeCounts): AttributeFacet[] {
  const isChosen = (number: number) => conditions.bitOf[number] !== 0
  const size = counts.described
  const shown = [...frame.attributes.keys()]
    .filter((number) => size(number) > 0 || isChosen(number))
    .sort((a, b) => size(b) - size(a) || (frame.attributes[a]?.place ?? 0) - (frame.attributes[b]?.place ?? 0))
  const kept = new Set([...shown.filter(isChosen), ...shown.filter((number) => !isChosen(number))].slice(0, FACETS_MAX))
  return shown.filter((number) => kept.has(number)).flatMap((number) => describeAttribute(number, frame, conditions, counts))
}

/** Counts the values of attributes while the goods of the category are checked one by one. */
export function createAttributeValueCounter(frame: CatalogStructure, conditions: IndexedGoodsFilter) {
  const { attributes, attributeOf, valueNames } = frame
  const { bitOf } = conditions
  const values = createCounter(valueNames.length)
  const withValue = createCounter(attributes.length)
  const described = createCounter(attributes.length)
  const lower = new Float64Array(attributes.length).fill(Number.POSITIVE_INFINITY)
  const upper = new Float64Array(attributes.length).fill(Number.NEGATIVE_INFINITY)
  const countValue = (attribute: number, value: number | undefined, number: number, count: (value: number) => void) => {
    if (value !== undefined) return count(value)
    if (number < (lower[attribute] ?? 0)) lower[attribute] = number
    if (number > (upper[attribute] ?? 0)) upper[attribute] = number
  }
  const counts: AttributeCounts = {
    ofValue: values.of,
    withValue: withValue.of,
    described: described.of,
    bounds: (at) => ((lower[at] ?? 0) <= (upper[at] ?? 0) ? { lower: lower[at] ?? 0, upper: upper[at] ?? 0 } : undefined),
  }
  return {
    /** A value of goods counts if any SKU fits all conditions except the own attribute; a value of a SKU counts if that SKU does. */
    add(result: GoodsConditionResult): void {
      const { goods, use, failed, anyFits, allFit, failedAlone } = result
      if (!use) return
      const { filterable } = use
      for (const attribute of goods.attributes) if (filterable[attribute] === 1) described.add(attribute)
      if (!anyFits && (failedAlone & conditions.attributeBits) === 0) return
      const own = { filterable, attributeOf }
      if (allFit) {
        for (const attribute of goods.attributes) if (filterable[attribute] === 1) withValue.add(attribute)
        forEachFilterable(goods.all, own, (attribute, value, number) => countValue(attribute, value, number, values.add))
        return
      }
      values.begin()
      withValue.begin()
      const countOne = (attribute: number, value: number | undefined, number: number) => {
        withValue.count(attribute)
        countValue(attribute, value, number, values.count)
      }
      forEachFilterable(goods, own, (attribute, value, number) => {
        if (hasSkuMeetingConditionsExcept(result, bitOf[attribute] ?? 0)) countOne(attribute, value, number)
      })
      for (const [at, sku] of goods.skus.entries())
        forEachFilterable(sku, own, (attribute, value, number) => {
          if (areAllConditionsMetExcept(failed[at] ?? 0, bitOf[attribute] ?? 0)) countOne(attribute, value, number)
        })
    },
    describe: () => describeAttributes(frame, conditions, counts),
  }
}
