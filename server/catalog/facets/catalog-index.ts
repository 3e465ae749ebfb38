import { toAttributeNameKey } from '#contract/catalog/attributes/save-input.ts'
import type { AttributeKind } from '#contract/catalog/attributes/shapes.ts'
import { NO_FACET_VALUE, YES_FACET_VALUE } from '#contract/catalog/facets/shapes.ts'
import { listBrandNamesById } from '#server/catalog/brands/public.ts'
import { listCategories } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import {
  type AttributeRow,
  type CatalogState,
  type GoodsToIndex,
  isCatalogStateAtLeast,
  listAttributesOfCategories,
  listAttributesOfSets,
  listChangedGoodsIds,
  listGoodsIdsOnShelf,
  readCatalogState,
  readGoodsToIndex,
} from './read-catalog.ts'

/** The attribute values of goods or of a SKU. A value of a choice or of yes/no also has a number. */
export interface IndexedValues {
  values: readonly number[]
  /** Pairs: the number of an attribute, then the number of its value. */
  numbers: readonly number[]
}

export interface IndexedSku extends IndexedValues {
  id: string
  code: string
  priceFen: number
  inStock: boolean
}

export interface IndexedGoods extends IndexedValues {
  id: string
  name: string
  categoryId: number
  parentId: number
  shopId: string
  brandId: string | null
  sales: number
  hardnessFrom: number | null
  hardnessTo: number | null
  position: number
  skus: readonly IndexedSku[]
  /** Of all SKUs on the shelf. */
  lowestFen: number
  highestFen: number
  anyInStock: boolean
  /** The values of the goods and of their SKUs together, each once. */
  all: IndexedValues
  /** The numbers of the attributes that the goods have values of, each once. */
  attributes: readonly number[]
}

export interface IndexedAttribute {
  id: string
  code: string
  name: string
  kind: AttributeKind
  unit: string
  decimals: number
  /** The position of the attribute among all attributes, by the positions in the sets. */
  place: number
  /** The numbers of the values of the attribute, in order. */
  values: number[]
  /** The numbers of the values under each of their names. Names that look the same to people share a key. */
  valueByName: ReadonlyMap<string, number>
}

/** How goods of a category are filtered and compared, by attribute number. */
export interface CategoryAttributeUse {
  filterable: Uint8Array
  compared: Uint8Array
}

/** The settings of staff. They are few, and are read again with every version. */
export interface CatalogStructure {
  attributes: IndexedAttribute[]
  attributeByCode: ReadonlyMap<string, number>
  /** The attribute number of each value; -1: the attribute belongs to no set. */
  attributeOf: Int32Array
  valueNames: string[]
  categories: ReadonlyMap<number, CategoryAttributeUse>
  categoryNames: ReadonlyMap<number, string>
  brandNames: ReadonlyMap<string, string>
}

/** The goods on the shelf, in memory. It changes only between two answers, never during one. */
export interface CatalogIndex {
  frame: CatalogStructure
  goods: ReadonlyMap<string, IndexedGoods>
}

/**
 * Gives each attribute and each value a number. The number stays the same as long as the index lives, because the goods in memory refer to
 * it.
 */
function createNumbers() {
  const attributes = new Map<string, number>()
  const values = new Map<string, number>()
  const numberIn = (known: Map<string, number>, key: string): number => {
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
  return {
    attribute: (id: string) => numberIn(attributes, id),
    value: (attributeId: string, value: string | boolean) =>
      numberIn(values, typeof value === 'string' ? value : `${attributeId} ${value ? YES_FACET_VALUE : NO_FACET_VALUE}`),
    known: () => ({ attributes: attributes.size, values: values.size }),
  }
}
type Numbers = ReturnType<typeof createNumbers>

const namedValuesOf = ({ id, kind, choices }: AttributeRow, numbers: Numbers): { number: number; names: string[] }[] => {
  if (kind === 'boolean')
    return [true, false].map((yes) => ({ number: numbers.value(id, yes), names: [yes ? YES_FACET_VALUE : NO_FACET_VALUE] }))
  return choices.map((choice) => ({ number: numbers.value(id, choice.id), names: [choice.name, ...choice.synonyms] }))
}

function indexAttribute(row: AttributeRow, place: number, numbers: Numbers): IndexedAttribute {
  const { id, code, name, kind, unit, decimals } = row
  const named = namedValuesOf(row, numbers)
  const valueByName = new Map(named.flatMap(({ number, names }) => names.map((one) => [toAttributeNameKey(one), number] as const)))
  return { id, code, name, kind, unit, decimals, place, values: named.map(({ number }) => number), valueByName }
}

/** Numbers of attributes that no longer belong to any set. Lists neither find nor count anything by them. */
const unused = (): IndexedAttribute => ({
  id: '',
  code: '',
  name: '',
  kind: 'text',
  unit: '',
  decimals: 0,
  place: 0,
  values: [],
  valueByName: new Map(),
})

async function readFrame(db: Db, numbers: Numbers): Promise<CatalogStructure> {
  const rows = await listAttributesOfSets(db)
  const uses = await listAttributesOfCategories(db)
  const brandNames = await listBrandNamesById(db)
  const categoryNames = new Map((await listCategories(db)).map(({ id, name }) => [id, name]))
  const indexed = rows.map((row, place) => [numbers.attribute(row.id), indexAttribute(row, place, numbers)] as const)
  const { attributes: attributeCount, values: valueCount } = numbers.known()
  const attributes = Array.from({ length: attributeCount }, unused)
  const attributeOf = new Int32Array(valueCount).fill(-1)
  const valueNames = Array.from({ length: valueCount }, () => '')
  for (const [number, attribute] of indexed) attributes[number] = attribute
  for (const row of rows)
    for (const { number, names } of namedValuesOf(row, numbers)) {
      attributeOf[number] = numbers.attribute(row.id)
      valueNames[number] = names[0] ?? ''
    }
  const categories = new Map<number, CategoryAttributeUse>()
  for (const { categoryId, attributeId, filterable, compared } of uses) {
    const use = categories.get(categoryId) ?? { filterable: new Uint8Array(attributeCount), compared: new Uint8Array(attributeCount) }
    use.filterable[numbers.attribute(attributeId)] = Number(filterable)
    use.compared[numbers.attribute(attributeId)] = Number(compared)
    categories.set(categoryId, use)
  }
  const attributeByCode = new Map(indexed.map(([number, { code }]) => [code, number]))
  return { attributes, attributeByCode, attributeOf, valueNames, categories, categoryNames, brandNames }
}

const NONE: readonly number[] = []

function indexValues(tuples: GoodsToIndex['attributeValues'], numbers: Numbers): IndexedValues {
  const values: number[] = []
  const told: number[] = []
  for (const [, attributeId, value] of tuples)
    if (typeof value === 'number') told.push(numbers.attribute(attributeId), value)
    else values.push(numbers.value(attributeId, value))
  return { values: values.length > 0 ? values : NONE, numbers: told.length > 0 ? told : NONE }
}

function indexGoods({ onShelf: _, skus, attributeValues, ...goods }: GoodsToIndex, numbers: Numbers): IndexedGoods {
  const bySku = Map.groupBy(attributeValues, ([skuId]) => skuId)
  const own = bySku.get(null) ?? []
  const shown = [...own, ...skus.flatMap(([id]) => bySku.get(id) ?? [])]
  const once = new Map(shown.map((tuple) => [`${tuple[1]} ${tuple[2]}`, tuple]))
  return {
    ...goods,
    ...indexValues(own, numbers),
    skus: skus.map(([id, code, priceFen, inStock]) => ({ id, code, priceFen, inStock, ...indexValues(bySku.get(id) ?? [], numbers) })),
    lowestFen: Math.min(...skus.map(([, , priceFen]) => priceFen)),
    highestFen: Math.max(...skus.map(([, , priceFen]) => priceFen)),
    anyInStock: skus.some(([, , , inStock]) => inStock),
    all: indexValues([...once.values()], numbers),
    attributes: [...new Set(shown.map(([, attributeId]) => numbers.attribute(attributeId)))],
  }
}

/** How many goods are read at once. Other requests are answered between two reads. */
const AT_ONCE = 500

interface Held extends CatalogIndex {
  state: CatalogState
  numbers: Numbers
  goods: Map<string, IndexedGoods>
}

async function* readInBatches(db: Db, ids: readonly string[]): AsyncGenerator<GoodsToIndex[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield await readGoodsToIndex(db, ids.slice(at, at + AT_ONCE))
}

async function readAll(db: Db): Promise<Held> {
  const state = await readCatalogState(db)
  const numbers = createNumbers()
  const goods = new Map<string, IndexedGoods>()
  for await (const batch of readInBatches(db, await listGoodsIdsOnShelf(db)))
    for (const one of batch) if (one.onShelf) goods.set(one.id, indexGoods(one, numbers))
  // The attributes are read after the goods, so that every number in the goods is known.
  const frame = await readFrame(db, numbers)
  return { state, numbers, goods, frame }
}

const countChoices = ({ attributes }: CatalogStructure): Set<string> =>
  new Set(attributes.flatMap(({ code, kind, values }) => (kind === 'choice' ? values.map((value) => `${code} ${value}`) : [])))

/** Two choices were merged. The values of goods have changed, but the index cannot tell of which goods. */
const hasLostChoices = (before: CatalogStructure, after: CatalogStructure): boolean => {
  const left = countChoices(after)
  return [...countChoices(before)].some((choice) => !left.has(choice))
}

/**
 * Reads what has changed since the index was read, and applies it. Everything is read before anything is applied, so that no answer sees a
 * part of it.
 */
async function readChanges(db: Db, held: Held): Promise<Held> {
  const state = await readCatalogState(db)
  const changed: GoodsToIndex[] = []
  for await (const batch of readInBatches(db, await listChangedGoodsIds(db, held.state))) changed.push(...batch)
  const indexed = changed.map((one) => [one.onShelf, indexGoods(one, held.numbers)] as const)
  const frame = await readFrame(db, held.numbers)
  if (hasLostChoices(held.frame, frame)) return readAll(db)
  for (const [onShelf, goods] of indexed)
    if (onShelf) held.goods.set(goods.id, goods)
    else held.goods.delete(goods.id)
  return Object.assign(held, { state, frame })
}

/**
 * Keeps the goods on the shelf in memory, for lists and their facets. A caller gets the goods as of its call or later: the changes since
 * the last read are read first, once for all waiting callers.
 */
export function createCatalogIndexReader(): (db: Db) => Promise<CatalogIndex> {
  let held: Held | undefined
  let reading: Promise<void> | undefined
  const read = async (db: Db) => {
    held = held === undefined ? await readAll(db) : await readChanges(db, held)
  }
  return async (db) => {
    const asked = await readCatalogState(db)
    while (held === undefined || !isCatalogStateAtLeast(held.state, asked)) {
      reading ??= read(db).finally(() => (reading = undefined))
      await reading
    }
    return held
  }
}
