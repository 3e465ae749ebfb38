import { expect, test } from 'vitest'
import { AttributeInput, AttributeSetInput } from '#contract/catalog/attributes/save-input.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { type AttributeValue, findAttributeValueProblems } from '#contract/catalog/attributes/values.ts'
import { attributeCodesByLabel } from './attribute-codes.ts'
import { type DemoAttributeSet, type DemoAttributeValue, demoAttributeSets, demoAttributes, parseDemoGoodsValues } from './attributes.ts'
import { demoGoods } from './catalog.ts'

const ID = '00000000-0000-7000-8000-000000000000'
const byCode = new Map(demoAttributes.map((attribute) => [attribute.code, attribute]))

/** Here an attribute's id is its code, and a choice's is its name. */
function attributesOf(category: string, sub: string): CategoryAttribute[] {
  const sets = demoAttributeSets.filter((set: DemoAttributeSet) => set.category === category && (set.sub === undefined || set.sub === sub))
  return sets.flatMap(({ lines }) =>
    lines.map(({ code, ...flags }) => {
      const { choices, ...attribute } = byCode.get(code) ?? expect.fail(code)
      const named = choices.map(({ name }) => ({ choiceId: name, name, synonyms: [] }))
      return { ...attribute, ...flags, attributeId: code, lower: null, upper: null, choices: named }
    }),
  )
}
const valuesFrom = (values: readonly DemoAttributeValue[]): AttributeValue[] =>
  values.map(({ code, choices, number, text }) => ({
    attributeId: code,
    ...(choices && { choiceIds: [...choices] }),
    ...(number !== undefined && { number }),
    ...(text !== undefined && { text }),
  }))

test('every product and each of its SKUs has attribute values that its category accepts', () => {
  const wrong = demoGoods.flatMap((goods) => {
    const attributes = attributesOf(goods.category, goods.sub)
    const { values, skuValues } = parseDemoGoodsValues(goods)
    const problems = [
      ...findAttributeValueProblems(
        attributes.filter(({ makesSkus }) => !makesSkus),
        valuesFrom(values),
      ),
      ...skuValues.flatMap((own) =>
        findAttributeValueProblems(
          attributes.filter(({ makesSkus }) => makesSkus),
          valuesFrom(own),
        ),
      ),
    ]
    return problems.map((problem) => `${goods.slug}: ${problem.name || problem.attributeId} ${problem.reason}`)
  })
  expect(wrong).toEqual([])
})

test('every parameter row and every SKU property becomes an attribute', () => {
  for (const goods of demoGoods) {
    const { values, skuValues } = parseDemoGoodsValues(goods)
    const props = Object.keys(goods.skus[0]?.props ?? {})
    const labels = [...new Set([...props, ...goods.parameters.map(([label]) => label)])]
    const names = [...values, ...(skuValues[0] ?? [])].map(({ code }) => byCode.get(code)?.name)
    expect(names.filter((name) => name !== '岩石硬度').sort(), goods.slug).toEqual(labels.sort())
  }
})

test('the SKUs of a product differ in their attribute values', () => {
  for (const goods of demoGoods) {
    const own = parseDemoGoodsValues(goods).skuValues.map((values) => JSON.stringify(values))
    expect(new Set(own).size, goods.slug).toBe(own.length)
  }
})

test('definitions and sets are valid input of the staff screens', () => {
  const typed = demoAttributes.map(({ choices, ...rest }) => ({
    ...rest,
    choices: choices.map(({ name, synonyms }) => ({ name, synonyms: [...synonyms] })),
  }))
  expect(typed.flatMap((one) => AttributeInput.safeParse(one).error?.issues.map(({ message }) => `${one.code}: ${message}`) ?? [])).toEqual(
    [],
  )
  const sets = demoAttributeSets.map(({ name, lines }) => ({
    name,
    lines: lines.map(({ code: _, ...flags }) => ({ attributeId: ID, ...flags })),
  }))
  const faults = sets.flatMap(({ name, lines }) =>
    [lines.slice(0, 1), lines].flatMap(
      (some) => AttributeSetInput.safeParse({ name, lines: some }).error?.issues.map(({ message }) => message) ?? [],
    ),
  )
  expect([...new Set(faults)]).toEqual(['同一个参数在模板中只能出现一次'])
  expect(new Set(demoAttributeSets.map(({ name }) => name)).size).toBe(demoAttributeSets.length)
})

test('numeric values are stored as numbers, so sizes can be filtered by range', () => {
  const kinds = (name: string) =>
    demoAttributes.filter((one) => one.name === name).map(({ kind, unit, decimals }) => ({ kind, unit, decimals }))
  expect(kinds('柄径')).toEqual([{ kind: 'number', unit: 'mm', decimals: 0 }])
  expect(kinds('刀头直径')).toEqual([{ kind: 'number', unit: 'mm', decimals: 0 }])
  expect(kinds('单重')).toEqual([{ kind: 'number', unit: 'kg', decimals: 2 }])
  expect(kinds('冷滤点')).toEqual([{ kind: 'number', unit: '℃', decimals: 0 }])
  expect(kinds('合金牌号')).toEqual([{ kind: 'choice', unit: '', decimals: 0 }])
  expect(demoAttributes.filter(({ ruler }) => ruler).map(({ name }) => name)).toEqual(['岩石硬度'])
})

test('every attribute code belongs to a label in use', () => {
  const names = new Set(demoAttributes.map(({ name }) => name))
  expect(Object.keys(attributeCodesByLabel).filter((label) => !names.has(label))).toEqual([])
})
