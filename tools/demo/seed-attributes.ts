import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { assignAttributeSetToCategory, createAttribute, createAttributeSet } from '#server/catalog/attributes/public.ts'
import { createMachineModel } from '#server/catalog/machine-models/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type DemoAttributeValue, demoAttributeSets, demoAttributes, parseDemoGoodsValues } from './catalog/attributes.ts'
import type { DemoGoods } from './catalog/demo-goods-types.ts'
import { type DemoMachineModel, demoMachineModels, isDemoGoodsForMachineModel } from './catalog/machine-models.ts'

/** Adds the attributes and the sets of the categories. `categories`: ids by '截齿' and '截齿/采煤截齿'. */
export async function seedAttributes(tx: Tx, moment: Moment, categories: ReadonlyMap<string, number>): Promise<void> {
  const ids = new Map<string, string>()
  for (const { choices, ...attribute } of demoAttributes) {
    const isText = attribute.kind === 'text'
    const { id } = await createAttribute(tx, moment, {
      ...attribute,
      lower: null,
      upper: null,
      required: false,
      filterable: !isText,
      compared: !isText,
      makesSkus: false,
      onCard: false,
      choices: choices.map(({ name, synonyms }) => ({ name, synonyms: [...synonyms] })),
      rowVersion: 0,
    })
    ids.set(attribute.code, id)
  }
  for (const { name, category, sub, lines } of demoAttributeSets) {
    const categoryId = categories.get(sub === undefined ? category : `${category}/${sub}`)
    if (categoryId === undefined) throw new Error(`${name}: no such category`)
    const given = lines.map(({ code, ...flags }) => ({ attributeId: ids.get(code) ?? '', ...flags }))
    const { id: setId } = await createAttributeSet(tx, moment, { name, lines: given, rowVersion: 0 })
    await assignAttributeSetToCategory(tx, { categoryId, setId })
  }
}

function toValue(
  attributes: ReadonlyMap<string, CategoryAttribute>,
  { code, choices = [], number, text }: DemoAttributeValue,
): AttributeValue {
  const attribute = attributes.get(code)
  if (!attribute) throw new Error(`${code} is not in the category's sets`)
  const { attributeId } = attribute
  if (number !== undefined) return { attributeId, number }
  if (text !== undefined) return { attributeId, text }
  return { attributeId, choiceIds: attribute.choices.filter(({ name }) => choices.includes(name)).map(({ choiceId }) => choiceId) }
}

/** The attribute values of goods and, in their order, of their SKUs, parsed from their texts. `of`: the attributes of their category. */
export function getDemoAttributeValuesOfGoods(
  goods: DemoGoods,
  of: readonly CategoryAttribute[],
): { values: AttributeValue[]; skuValues: AttributeValue[][] } {
  const attributes = new Map(of.map((attribute) => [attribute.code, attribute]))
  const { values, skuValues } = parseDemoGoodsValues(goods)
  const toValues = (given: readonly DemoAttributeValue[] = []) => given.map((value) => toValue(attributes, value))
  return { values: toValues(values), skuValues: goods.skus.map((_, at) => toValues(skuValues[at])) }
}

/** Adds the machine models. Returns them with their ids. */
export async function seedMachineModels(tx: Tx, moment: Moment): Promise<(DemoMachineModel & { id: string })[]> {
  const made = []
  for (const machine of demoMachineModels) {
    const { maker, model, kind } = machine
    made.push({ ...machine, ...(await createMachineModel(tx, moment, { maker, model, kind })) })
  }
  return made
}

/** The ids of the machine models that goods fit. */
export const selectFittingMachineModelIds = (goods: DemoGoods, machines: readonly (DemoMachineModel & { id: string })[]): string[] =>
  machines.filter((machine) => isDemoGoodsForMachineModel(goods, machine)).map(({ id }) => id)
