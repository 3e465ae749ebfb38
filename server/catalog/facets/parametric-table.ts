import type { SkuSort } from '#contract/catalog/goods/api.ts'
import type { CatalogStructure, IndexedAttribute, IndexedGoods, IndexedSku, IndexedValues } from './catalog-index/shapes.ts'
import type { FoundGoods } from './find-goods.ts'
import { createGoodsComparator } from './sort-goods.ts'

/** The largest number of columns of the parametric table, besides the fixed columns of every SKU. */
const COLUMNS_MAX = 12

/** A column with the number of its attribute. */
export interface ParametricTableAttributeColumn extends IndexedAttribute {
  number: number
}

/** Chooses the attributes that most of the found goods have for comparison. `goodsCounts`: the found goods by category. */
export function chooseParametricTableColumns(
  { attributes, categories }: CatalogStructure,
  goodsCounts: ReadonlyMap<number, number>,
): ParametricTableAttributeColumn[] {
  const comparedGoods = (number: number): number => {
    let sum = 0
    for (const [categoryId, count] of goodsCounts) if (categories.get(categoryId)?.compared[number] === 1) sum += count
    return sum
  }
  return attributes
    .map((attribute, number) => ({ ...attribute, number, goodsCount: comparedGoods(number) }))
    .filter(({ goodsCount }) => goodsCount > 0)
    .sort((a, b) => b.goodsCount - a.goodsCount || a.place - b.place)
    .slice(0, COLUMNS_MAX)
}

export interface ParametricTableEntry {
  goods: IndexedGoods
  sku: IndexedSku
}

export interface ParametricTableOrder {
  sort: SkuSort
  /** The code of the attribute, if the table is sorted by one. */
  sortAttribute: string | undefined
  descending: boolean
}

const numberOf = ({ numbers }: IndexedValues, attribute: number): number | undefined => {
  for (let at = 0; at < numbers.length; at += 2) if (numbers[at] === attribute) return numbers[at + 1]
  return undefined
}

/** The number of the text attribute by which the table is sorted. Texts are not in memory. Undefined: it is sorted by something else. */
export function findSortedTextAttribute(
  frame: CatalogStructure,
  { sort, sortAttribute = '' }: ParametricTableOrder,
): IndexedAttribute | undefined {
  const attribute = sort === 'attribute' ? frame.attributes[frame.attributeByCode.get(sortAttribute) ?? -1] : undefined
  return attribute?.kind === 'text' ? attribute : undefined
}

export type ParametricTableSortKey = (one: ParametricTableEntry) => string | number | undefined

/** The position of a SKU's value among the choices of an attribute, or its number. */
function attributeKey(frame: CatalogStructure, code: string): (one: ParametricTableEntry) => number | undefined {
  const number = frame.attributeByCode.get(code) ?? -1
  const attribute = frame.attributes[number]
  if (!attribute || attribute.kind === 'text') return () => undefined
  if (attribute.kind === 'number') return ({ goods, sku }) => numberOf(sku, number) ?? numberOf(goods, number)
  const places = new Map(attribute.values.map((value, place) => [value, place]))
  const placeOf = ({ values }: IndexedValues): number | undefined => {
    const own = values.flatMap((value) => places.get(value) ?? [])
    return own.length > 0 ? Math.min(...own) : undefined
  }
  return ({ goods, sku }) => placeOf(sku) ?? placeOf(goods)
}

/** What the rows are compared by, except a text attribute; undefined: by the order of their goods. */
export function createParametricTableSortKey(
  frame: CatalogStructure,
  { sort, sortAttribute }: ParametricTableOrder,
): ParametricTableSortKey | undefined {
  if (sort === 'attribute') return attributeKey(frame, sortAttribute ?? '')
  const keys: Record<Exclude<SkuSort, 'attribute'>, ParametricTableSortKey | undefined> = {
    name: ({ goods }) => goods.name,
    code: ({ sku }) => sku.code,
    price: ({ sku }) => sku.priceFen,
    creditPrice: ({ sku }) => sku.creditFen ?? undefined,
    stock: ({ sku }) => Number(sku.inStock),
    default: undefined,
  }
  return keys[sort]
}

export interface KeyedParametricTableEntry extends ParametricTableEntry {
  found: FoundGoods
  value: string | number | undefined
}

/** The order of rows by their values. Rows without a value come last in both directions. Rows with equal values are in the order of their goods. */
export function createParametricTableComparator({
  descending,
}: Pick<ParametricTableOrder, 'descending'>): (a: KeyedParametricTableEntry, b: KeyedParametricTableEntry) => number {
  const sign = descending ? -1 : 1
  const compareGoods = createGoodsComparator('default')
  const ofGoods = (a: KeyedParametricTableEntry, b: KeyedParametricTableEntry) => (a.goods === b.goods ? 0 : compareGoods(a.found, b.found))
  return (a, b) => {
    if (a.value === b.value) return ofGoods(a, b)
    if (a.value === undefined || b.value === undefined) return Number(a.value === undefined) - Number(b.value === undefined)
    return a.value < b.value ? -sign : sign
  }
}

/** The value of a SKU in a column, if the index has it: its own value, or the value of its goods. */
export function formatParametricTableCell(
  frame: CatalogStructure,
  { number, kind }: ParametricTableAttributeColumn,
  { goods, sku }: ParametricTableEntry,
): string {
  if (kind === 'number') return String(numberOf(sku, number) ?? numberOf(goods, number) ?? '')
  const namesOf = ({ values }: IndexedValues) =>
    values.filter((value) => frame.attributeOf[value] === number).map((value) => frame.valueNames[value] ?? '')
  const own = namesOf(sku)
  return (own.length > 0 ? own : namesOf(goods)).join('、')
}
