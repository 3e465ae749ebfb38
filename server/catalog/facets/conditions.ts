import { normaliseAttributeNameForComparison } from '#contract/catalog/attributes/save-input.ts'
import { type GoodsFacets, type NumberRange, parseChosenFacetValue, parseNumberRange } from '#contract/catalog/facets/shapes.ts'
import type { goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { isRangeInRockHardnessBand } from '#contract/catalog/goods/hardness.ts'
import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { CatalogIndex, CatalogStructure, IndexedGoods, IndexedSku } from './catalog-index/shapes.ts'

/** The conditions of a list of goods, as the person has chosen them. */
export type GoodsConditions = Pick<
  InputOf<typeof goodsEndpoints.list>,
  'categoryId' | 'subName' | 'shopId' | 'hardness' | 'priceMin' | 'priceMax' | 'inStock' | 'brandIds' | 'choices'
> & {
  /** The ids of the goods that fit the chosen machine model; undefined: none was chosen. */
  machineGoods?: ReadonlySet<string> | undefined
}

/** Each condition is a bit, so that the failures of a SKU are one number. Attributes have the bits from `FIRST_ATTRIBUTE` on. */
export const CATEGORY_CONDITION_BIT = 1
export const BRAND_CONDITION_BIT = 2
export const PRICE_CONDITION_BIT = 4
export const STOCK_CONDITION_BIT = 8
export const HARDNESS_CONDITION_BIT = 16
const FIRST_ATTRIBUTE = 32

export interface NumberRangeCondition {
  bit: number
  ranges: NumberRange[]
}

/** A condition that is set, with its bit. */
export interface ActiveGoodsCondition extends Omit<GoodsFacets['looser'][number], 'goodsCount'> {
  bit: number
}

/** Conditions in the form in which they are compared with the goods in memory. */
export interface IndexedGoodsFilter {
  isOfList: (goods: IndexedGoods) => boolean
  /** The bits among CATEGORY, BRAND and HARDNESS that the goods fail. */
  failedByGoods: (goods: IndexedGoods) => number
  /** Whether the SKUs of one product may fail different bits. Without conditions on SKUs, the SKUs need not be checked. */
  evaluatesSkus: boolean
  /** The bits among PRICE and STOCK that a SKU fails. */
  failedBySku: (sku: IndexedSku) => number
  /** The conditions that are set. */
  set: readonly ActiveGoodsCondition[]
  /** The bits of all chosen attributes. */
  attributeBits: number
  /** The bit of a chosen attribute by its number; 0: it is not chosen. */
  bitOf: Int32Array
  /** The bit of the chosen attribute that a value satisfies, by value number. */
  satisfiedBy: Int32Array
  /** The ranges of chosen number attributes, by attribute number. */
  ranges: ReadonlyMap<number, NumberRangeCondition>
}

/** The chosen values, by attribute code. */
function groupChoices(choices: readonly string[] = []): Map<string, string[]> {
  const chosen = new Map<string, string[]>()
  for (const { code, value } of choices.map(parseChosenFacetValue)) chosen.set(code, [...(chosen.get(code) ?? []), value])
  return chosen
}

/** An attribute or a value that no longer exists matches nothing: its bit is never satisfied. */
function readAttributes({ attributes, attributeByCode, attributeOf }: CatalogStructure, choices: readonly string[] | undefined) {
  const bitOf = new Int32Array(attributes.length)
  const satisfiedBy = new Int32Array(attributeOf.length)
  const ranges = new Map<number, NumberRangeCondition>()
  const set: ActiveGoodsCondition[] = []
  let bit = FIRST_ATTRIBUTE
  for (const [code, wanted] of groupChoices(choices)) {
    const number = attributeByCode.get(code)
    const attribute = number === undefined ? undefined : attributes[number]
    if (number !== undefined && attribute) {
      bitOf[number] = bit
      if (attribute.kind === 'number') ranges.set(number, { bit, ranges: wanted.flatMap((value) => parseNumberRange(value) ?? []) })
      for (const name of wanted) {
        const value = attribute.valueByName.get(normaliseAttributeNameForComparison(name))
        if (value !== undefined) satisfiedBy[value] = bit
      }
    }
    set.push({ condition: 'attribute', code, bit })
    bit *= 2
  }
  return { set, bitOf, satisfiedBy, ranges, attributeBits: bit - FIRST_ATTRIBUTE }
}

export function compileGoodsConditions({ frame }: CatalogIndex, given: GoodsConditions): IndexedGoodsFilter {
  const { categoryId, subName, shopId, hardness, priceMin, priceMax, inStock, brandIds, machineGoods } = given
  const band = rockHardnessBands.find((one) => one.band === hardness)
  const brands = brandIds && brandIds.length > 0 ? new Set(brandIds) : undefined
  const inTree = (goods: IndexedGoods) => categoryId === undefined || goods.categoryId === categoryId || goods.parentId === categoryId
  const isNamed = (goods: IndexedGoods) => !subName || frame.categoryNames.get(goods.categoryId) === subName
  const { set, ...attributes } = readAttributes(frame, given.choices)
  const others: [isSet: boolean, ActiveGoodsCondition][] = [
    [categoryId !== undefined || Boolean(subName), { condition: 'category', code: null, bit: CATEGORY_CONDITION_BIT }],
    [brands !== undefined, { condition: 'brand', code: null, bit: BRAND_CONDITION_BIT }],
    [priceMin !== undefined || priceMax !== undefined, { condition: 'price', code: null, bit: PRICE_CONDITION_BIT }],
    [inStock === true, { condition: 'stock', code: null, bit: STOCK_CONDITION_BIT }],
    [band !== undefined, { condition: 'hardness', code: null, bit: HARDNESS_CONDITION_BIT }],
  ]
  return {
    set: [...others.flatMap(([isSet, condition]) => (isSet ? condition : [])), ...set],
    evaluatesSkus: set.length > 0 || priceMin !== undefined || priceMax !== undefined || inStock === true,
    isOfList: ({ id, shopId: shop }) => (shopId === undefined || shop === shopId) && (!machineGoods || machineGoods.has(id)),
    failedByGoods: (goods) =>
      (inTree(goods) && isNamed(goods) ? 0 : CATEGORY_CONDITION_BIT) |
      (!brands || (goods.brandId !== null && brands.has(goods.brandId)) ? 0 : BRAND_CONDITION_BIT) |
      (!band || isRangeInRockHardnessBand({ from: goods.hardnessFrom, to: goods.hardnessTo }, band) ? 0 : HARDNESS_CONDITION_BIT),
    failedBySku: ({ priceFen, inStock: available }) =>
      ((priceMin !== undefined && priceFen < priceMin) || (priceMax !== undefined && priceFen > priceMax) ? PRICE_CONDITION_BIT : 0) |
      (inStock && !available ? STOCK_CONDITION_BIT : 0),
    ...attributes,
  }
}
