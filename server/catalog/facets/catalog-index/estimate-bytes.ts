// Estimates the heap that the index needs, with the sizes of V8 on 64 bits. A test compares the estimates with a real heap.
import type { CatalogStructure, IndexedGoods, IndexedValues } from './shapes.ts'

const WORD = 8
const OBJECT_BYTES = 3 * WORD
/** The object of an array and the header of its elements. */
const ARRAY_BYTES = 6 * WORD
const MAP_ENTRY_BYTES = 5 * WORD
const TEXT_BYTES = 2 * WORD
const LAST_ONE_BYTE_CHARACTER = 0xff

const GOODS_FIELDS = 20
const SKU_FIELDS = 7
const VALUES_FIELDS = 2

const estimateText = (text: string | null): number => {
  if (text === null) return 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > LAST_ONE_BYTE_CHARACTER) return TEXT_BYTES + 2 * text.length
  return TEXT_BYTES + text.length
}

/** Arrays without entries are shared. */
const estimateNumbers = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : ARRAY_BYTES + WORD * numbers.length)
const estimateValues = ({ values, numbers }: IndexedValues): number => estimateNumbers(values) + estimateNumbers(numbers)

/** The bytes of one product with its SKUs. */
export function estimateGoodsBytes(goods: IndexedGoods): number {
  const { id, name, shopId, brandId, skus, all, attributes } = goods
  let bytes = OBJECT_BYTES + WORD * GOODS_FIELDS + MAP_ENTRY_BYTES + OBJECT_BYTES + WORD * VALUES_FIELDS + ARRAY_BYTES + WORD * skus.length
  bytes += estimateText(id) + estimateText(name) + estimateText(shopId) + estimateText(brandId)
  bytes += estimateValues(goods) + estimateValues(all) + estimateNumbers(attributes)
  for (const sku of skus) bytes += OBJECT_BYTES + WORD * SKU_FIELDS + estimateText(sku.id) + estimateText(sku.code) + estimateValues(sku)
  return bytes
}

/** The bytes of the settings of staff. Each value of an attribute is known by its id, its number and its names. */
export function estimateStructureBytes({ attributes, valueNames, categories, categoryNames, brandNames }: CatalogStructure): number {
  let bytes = 0
  for (const { valueByName } of attributes) {
    bytes += OBJECT_BYTES + WORD * 10 + ARRAY_BYTES
    for (const name of valueByName.keys()) bytes += MAP_ENTRY_BYTES + estimateText(name)
  }
  for (const name of valueNames) bytes += 2 * MAP_ENTRY_BYTES + TEXT_BYTES + 36 + estimateText(name)
  bytes += categories.size * (MAP_ENTRY_BYTES + OBJECT_BYTES + 2 * (ARRAY_BYTES + attributes.length))
  for (const name of [...categoryNames.values(), ...brandNames.values()]) bytes += MAP_ENTRY_BYTES + TEXT_BYTES + 36 + estimateText(name)
  return bytes
}
