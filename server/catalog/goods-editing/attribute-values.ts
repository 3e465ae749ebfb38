// The attribute values and machine models of a content: their checks, and their stored form.
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import {
  type AttributeValue,
  findAttributeValueProblems,
  formatAttributeValue,
  isEmptyAttributeValue,
} from '#contract/catalog/attributes/values.ts'
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { findAttributesOfCategory, replaceAttributeValuesOfManyGoods } from '#server/catalog/attributes/public.ts'
import { findUnknownMachineModelIds, replaceMachineModelsOfManyGoods } from '#server/catalog/machine-models/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/** Sorts values into a fixed order, so that two contents can be compared. Empty values are left out. */
export const sortAttributeValues = (values: readonly AttributeValue[]): AttributeValue[] =>
  values
    .filter((value) => !isEmptyAttributeValue(value))
    .map((value) => (value.choiceIds ? { ...value, choiceIds: value.choiceIds.toSorted() } : value))
    .toSorted((one, other) => (one.attributeId < other.attributeId ? -1 : 1))

const sortIds = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted()

/** Finds the attributes of the category of a content. */
const findAttributesOfContentCategory = async (db: Db, { categoryId }: GoodsContent): Promise<CategoryAttribute[]> =>
  categoryId === null ? [] : findAttributesOfCategory(db, categoryId)

/** Whether a typed text means the same as a value: 'Φ22mm' or '22.0 mm（加厚）' for 22 mm. */
function isSameValue(text: string, { unit }: CategoryAttribute, { number }: AttributeValue, formatted: string): boolean {
  const squeeze = (words: string) => words.replace(/[\sΦφ⌀]/g, '')
  if (squeeze(text) === squeeze(formatted)) return true
  const typed = squeeze(text)
  const [digits = ''] = /^-?[\d.]+/.exec(typed) ?? []
  return digits !== '' && Number(digits) === number && typed.slice(digits.length).startsWith(squeeze(unit))
}

/** Returns the attributes in which the SKUs of the goods differ. */
function findDistinguishing(skus: readonly SkuContent[]): Set<string> {
  const values = skus.flatMap(({ choices }) => choices)
  const byAttribute = Map.groupBy(values, ({ attributeId }) => attributeId)
  const differs = (own: readonly AttributeValue[]) =>
    own.length < skus.length || new Set(own.map((value) => JSON.stringify(value))).size > 1
  return new Set([...byAttribute].filter(([, own]) => differs(own)).map(([attributeId]) => attributeId))
}

/**
 * What distinguishes a SKU for people: the typed properties in their order, with the values of its choices, and the choices in which it
 * differs from the other SKUs. A value that was typed in other words keeps its text.
 */
function describeChoices(
  attributes: readonly CategoryAttribute[],
  { choices, props }: SkuContent,
  distinguishing: ReadonlySet<string>,
): SkuContent['props'] {
  const values = new Map(choices.map((value) => [value.attributeId, value]))
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]))
  const typed = new Set(props.map(([name]) => name))
  const kept = props.flatMap(([name, text]): SkuContent['props'] => {
    const attribute = byName.get(name)
    const value = attribute && values.get(attribute.attributeId)
    if (!attribute || (!value && !attribute.makesSkus)) return [[name, text]]
    if (!value) return []
    const formatted = formatAttributeValue(attribute, value)
    return [[name, isSameValue(text, attribute, value, formatted) ? text : formatted]]
  })
  const added = attributes.flatMap((attribute): SkuContent['props'] => {
    const value = values.get(attribute.attributeId)
    const shown = props.length === 0 || distinguishing.has(attribute.attributeId)
    return value && shown && !typed.has(attribute.name) ? [[attribute.name, formatAttributeValue(attribute, value)]] : []
  })
  return [...kept, ...added]
}

/** Normalises a typed content for storage: values in a fixed order, and the names of SKUs from their choices. */
export function normaliseGoodsContent(attributes: readonly CategoryAttribute[], content: GoodsContent): GoodsContent {
  const skus = content.skus.map((sku) => ({ ...sku, choices: sortAttributeValues(sku.choices) }))
  const distinguishing = findDistinguishing(skus.filter(({ archived }) => !archived))
  return {
    ...content,
    attributes: sortAttributeValues(content.attributes),
    licenceKindIds: sortIds(content.licenceKindIds),
    machineModelIds: sortIds(content.machineModelIds),
    skus: skus.map((sku) => ({ ...sku, props: describeChoices(attributes, sku, distinguishing) })),
  }
}

/** Lists the problems of the values of goods and SKUs by the attributes of their category. */
export function computeGoodsAttributeProblems(attributes: readonly CategoryAttribute[], content: GoodsContent): GoodsPublishingProblem[] {
  const [forGoods, forSkus] = [attributes.filter(({ makesSkus }) => !makesSkus), attributes.filter(({ makesSkus }) => makesSkus)]
  const named = (path: string, expected: readonly CategoryAttribute[], values: readonly AttributeValue[]) =>
    findAttributeValueProblems(expected, values).map(({ attributeId, name, reason, missing }) => ({
      path: `${path}.${attributeId}`,
      missing,
      reason: name === '' ? reason : `${name}：${reason}`,
    }))
  return [
    ...named('attributes', forGoods, content.attributes),
    ...content.skus.flatMap(({ archived, choices }, at) => (archived ? [] : named(`skus.${at}.choices`, forSkus, choices))),
  ]
}

/** Does the same, and adds the problems of the machine models. */
export function computeAttributeAndModelProblems(
  attributes: readonly CategoryAttribute[],
  content: GoodsContent,
  unknownMachineModels: ReadonlySet<string>,
): GoodsPublishingProblem[] {
  const unknown = content.machineModelIds.filter((id) => unknownMachineModels.has(id))
  return [
    ...computeGoodsAttributeProblems(attributes, content),
    ...(unknown.length > 0 ? [{ path: 'machineModelIds', reason: `${unknown.length} 个机型不存在，请重新选择` }] : []),
  ]
}

type Valued = Pick<GoodsContent, 'attributes' | 'skus' | 'machineModelIds'>

const skuValuesOf = ({ skus }: Valued) =>
  skus.flatMap(({ skuId, choices }) => (skuId === null || choices.length === 0 ? [] : [{ skuId, values: choices }]))

/** All values in a fixed order, so that two contents can be compared. */
const sortedValues = (content: Valued) => [
  content.attributes,
  skuValuesOf(content).toSorted((one, other) => (one.skuId < other.skuId ? -1 : 1)),
]

/** Goods with their former and their new values. */
interface Rewritten {
  goodsId: string
  before: Valued
  content: Valued
}

/**
 * Writes the values and machine models of goods where they differ from the stored ones. The caller has locked the attributes and checked
 * the contents. The number of statements does not grow with the goods.
 */
export async function updateAttributesAndMachineModels(tx: Tx, goods: readonly Rewritten[]): Promise<void> {
  const revalued = goods.filter(({ before, content }) => !isSameGoodsFieldValue(sortedValues(before), sortedValues(content)))
  await replaceAttributeValuesOfManyGoods(
    tx,
    revalued.map(({ goodsId, before, content }) => ({
      goodsId,
      values: content.attributes,
      skuValues: skuValuesOf(content),
      had: before.attributes.length > 0 || skuValuesOf(before).length > 0,
    })),
  )
  const refitted = goods.filter(({ before, content }) => !isSameGoodsFieldValue(before.machineModelIds, content.machineModelIds))
  await replaceMachineModelsOfManyGoods(
    tx,
    refitted.map(({ goodsId, content: { machineModelIds } }) => ({ goodsId, machineModelIds })),
  )
}

/** Removes from an old content the attributes, choices and machine models that no longer exist. */
export async function omitDeletedAttributesAndModels(db: Db, content: GoodsContent): Promise<GoodsContent> {
  const known = new Map((await findAttributesOfContentCategory(db, content)).map((attribute) => [attribute.attributeId, attribute]))
  const filterKnown = (values: readonly AttributeValue[]): AttributeValue[] =>
    values.flatMap((value) => {
      const attribute = known.get(value.attributeId)
      if (!attribute) return []
      const choices = new Set(attribute.choices.map(({ choiceId }) => choiceId))
      return [value.choiceIds ? { ...value, choiceIds: value.choiceIds.filter((id) => choices.has(id)) } : value]
    })
  const unknown = new Set(await findUnknownMachineModelIds(db, content.machineModelIds))
  return {
    ...content,
    attributes: sortAttributeValues(filterKnown(content.attributes)),
    machineModelIds: content.machineModelIds.filter((id) => !unknown.has(id)),
    skus: content.skus.map((sku) => ({ ...sku, choices: sortAttributeValues(filterKnown(sku.choices)) })),
  }
}
