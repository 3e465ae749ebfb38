import type { SkuSort } from '#contract/catalog/goods/api.ts'
import type { CatalogStructure, IndexedAttribute, IndexedGoods, IndexedSku, IndexedValues } from './catalog-index.ts'
import type { FoundGoods } from './find-goods.ts'

/** The largest number of columns of the parametric table, besides the fixed columns of every SKU. */
const COLUMNS_MAX = 12

/** A column with the number of its attribute. */
export interface SkuTableAttributeColumn extends IndexedAttribute {
  number: number
}

/** Chooses the attributes that most of the found goods have for comparison. */
export function chooseSkuTableColumns(
  { attributes, categories }: CatalogStructure,
  found: readonly FoundGoods[],
): SkuTableAttributeColumn[] {
  const goodsCounts = new Map<number, number>()
  for (const { goods } of found) goodsCounts.set(goods.categoryId, (goodsCounts.get(goods.categoryId) ?? 0) + 1)
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

export interface SkuTableEntry {
  goods: IndexedGoods
  sku: IndexedSku
}

interface SkuOrder {
  sort: SkuSort
  /** The code of the attribute, if the table is sorted by one. */
  sortAttribute: string | undefined
  descending: boolean
}

const numberOf = ({ numbers }: IndexedValues, attribute: number): number | undefined => {
  for (let at = 0; at < numbers.length; at += 2) if (numbers[at] === attribute) return numbers[at + 1]
  return undefined
}

/** The position of a SKU's value among the choices of an attribute, or its number. Texts have no order. */
function attributeKey(frame: CatalogStructure, code: string): (one: SkuTableEntry) => number | undefined {
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

const keyOf = (frame: CatalogStructure, { sort, sortAttribute }: SkuOrder): ((one: SkuTableEntry) => string | number | undefined) => {
  if (sort === 'attribute') return attributeKey(frame, sortAttribute ?? '')
  const keys = {
    name: ({ goods }: SkuTableEntry) => goods.name,
    code: ({ sku }: SkuTableEntry) => sku.code,
    price: ({ sku }: SkuTableEntry) => sku.priceFen,
    stock: ({ sku }: SkuTableEntry) => Number(sku.inStock),
    default: () => undefined,
  }
  return keys[sort]
}

/**
 * Lists the SKUs of goods that fit, in the requested order. SKUs without a value come last in both directions. SKUs with equal values keep
 * the order of their goods.
 */
export function sortSkuTableEntries(frame: CatalogStructure, skus: SkuTableEntry[], order: SkuOrder): SkuTableEntry[] {
  const key = keyOf(frame, order)
  if (order.sort === 'default') return skus
  const sign = order.descending ? -1 : 1
  return skus
    .map((one) => ({ one, value: key(one) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      return a === b ? 0 : a < b ? -sign : sign
    })
    .map(({ one }) => one)
}

/** The value of a SKU in a column, if the index has it: its own value, or the value of its goods. */
export function formatSkuTableCell(
  frame: CatalogStructure,
  { number, kind }: SkuTableAttributeColumn,
  { goods, sku }: SkuTableEntry,
): string {
  if (kind === 'number') return String(numberOf(sku, number) ?? numberOf(goods, number) ?? '')
  const namesOf = ({ values }: IndexedValues) =>
    values.filter((value) => frame.attributeOf[value] === number).map((value) => frame.valueNames[value] ?? '')
  const own = namesOf(sku)
  return (own.length > 0 ? own : namesOf(goods)).join('、')
}
