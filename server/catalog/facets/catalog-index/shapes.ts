import type { AttributeKind } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeNumbering } from './numbers.ts'

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
  /** null: the SKU is not sold on credit. */
  creditFen: number | null
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

/** The goods on the shelf. It changes only between two answers, or while an answer waits, never during a synchronous part of one. */
export interface CatalogIndex {
  frame: CatalogStructure
  /** The goods in memory. */
  goods: ReadonlyMap<string, IndexedGoods>
  /** The largest id of goods in memory; undefined: all goods are. Goods with larger ids are read from the database for each answer. */
  through: string | undefined
  numbers: AttributeNumbering
}
