import { normaliseAttributeNameForComparison } from '#contract/catalog/attributes/save-input.ts'
import { NO_FACET_VALUE, YES_FACET_VALUE } from '#contract/catalog/facets/shapes.ts'
import { listBrandNamesById } from '#server/catalog/brands/public.ts'
import { listAllCategories } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { AttributeNumbering } from './numbers.ts'
import { type AttributeRow, listAttributesOfCategories, listAttributesOfSets } from './read-catalog.ts'
import type { CatalogStructure, CategoryAttributeUse, IndexedAttribute } from './shapes.ts'

const namedValuesOf = ({ id, kind, choices }: AttributeRow, numbers: AttributeNumbering): { number: number; names: string[] }[] => {
  if (kind === 'boolean')
    return [true, false].map((yes) => ({ number: numbers.value(id, yes), names: [yes ? YES_FACET_VALUE : NO_FACET_VALUE] }))
  return choices.map((choice) => ({ number: numbers.value(id, choice.id), names: [choice.name, ...choice.synonyms] }))
}

function indexAttribute(row: AttributeRow, place: number, numbers: AttributeNumbering): IndexedAttribute {
  const { id, code, name, kind, unit, decimals } = row
  const named = namedValuesOf(row, numbers)
  const valueByName = new Map(
    named.flatMap(({ number, names }) => names.map((one) => [normaliseAttributeNameForComparison(one), number] as const)),
  )
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

export async function readCatalogStructure(db: Db, numbers: AttributeNumbering): Promise<CatalogStructure> {
  const rows = await listAttributesOfSets(db)
  const uses = await listAttributesOfCategories(db)
  const brandNames = await listBrandNamesById(db)
  const categoryNames = new Map((await listAllCategories(db)).map(({ id, name }) => [id, name]))
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

const countChoices = ({ attributes }: CatalogStructure): Set<string> =>
  new Set(attributes.flatMap(({ code, kind, values }) => (kind === 'choice' ? values.map((value) => `${code} ${value}`) : [])))

/** Two choices were merged. The values of goods have changed, but the index cannot tell of which goods. */
export const haveAttributeChoicesDisappeared = (before: CatalogStructure, after: CatalogStructure): boolean => {
  const left = countChoices(after)
  return [...countChoices(before)].some((choice) => !left.has(choice))
}
