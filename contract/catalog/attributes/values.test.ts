import { expect, test } from 'vitest'
import { type CategoryAttribute, countDecimals } from './shapes.ts'
import { type AttributeValue, findAttributeValueProblems, formatAttributeValue } from './values.ts'

const attribute = (name: string, more: Partial<CategoryAttribute>): CategoryAttribute => ({
  attributeId: name,
  code: name,
  name,
  kind: 'number',
  unit: '',
  decimals: 0,
  lower: null,
  upper: null,
  multiple: false,
  required: false,
  filterable: false,
  compared: false,
  makesSkus: false,
  onCard: false,
  choices: [],
  ...more,
})
const choices = ['YG8', 'YG11C', 'YG13C'].map((name) => ({ choiceId: name, name, synonyms: [] }))
const grade = attribute('牌号', { kind: 'choice', choices, required: true })
const grades = attribute('牌号', { kind: 'choice', choices, multiple: true })
const size = attribute('柄径', { unit: 'mm', decimals: 1, lower: 10, upper: 60 })
const use = attribute('用途', { kind: 'text' })
const sealed = attribute('密封', { kind: 'boolean', required: true })
const reason = (one: CategoryAttribute, value: Omit<AttributeValue, 'attributeId'>) =>
  findAttributeValueProblems([one], [{ attributeId: one.attributeId, ...value }]).map((problem) => problem.reason)

test.each([
  [grade, { choiceIds: ['YG8'] }],
  [grades, { choiceIds: ['YG8', 'YG13C'] }],
  [grades, { choiceIds: [] }],
  [size, { number: 22.5 }],
  [size, { number: 10 }],
  [size, { number: 60 }],
  [use, { text: '硬岩'.repeat(100) }],
  [use, { text: '' }],
  [sealed, { yes: false }],
] as const)('%# a valid value has no problem', (one, value) => {
  expect(reason(one, value as AttributeValue)).toEqual([])
})

test.each([
  [grade, { choiceIds: [] }, '必填'],
  [grade, { choiceIds: ['YG6'] }, '选项不存在或已删除，请重新选择'],
  [grade, { choiceIds: ['YG8', 'YG11C'] }, '只能选一个选项'],
  [grades, { choiceIds: ['YG8', 'YG8'] }, '同一个选项只能选一次'],
  [grade, { text: 'YG8' }, '值的类型与参数不符，请重新填写'],
  [size, { number: 22.5, text: '22.5' }, '值的类型与参数不符，请重新填写'],
  [size, { number: 22.55 }, '最多 1 位小数'],
  [attribute('排数', {}), { number: 2.5 }, '须为整数'],
  [size, { number: 9.9 }, '不能小于 10 mm'],
  [size, { number: 60.1 }, '不能大于 60 mm'],
  [use, { text: '硬'.repeat(201) }, '最多200字'],
] as const)('%# an invalid value is reported with the reason', (one, value, expected) => {
  expect(reason(one, value as AttributeValue)).toEqual([expected])
})

test('a missing value is reported differently from an invalid one', () => {
  const missing = (value: object) =>
    findAttributeValueProblems([grade], [{ attributeId: '牌号', ...value }]).map((problem) => problem.missing)
  expect([missing({}), missing({ choiceIds: [] }), missing({ choiceIds: ['YG6'] })]).toEqual([[true], [true], [undefined]])
})

test('all problems are reported at once: in attribute order, then the attributes that do not apply', () => {
  const problems = findAttributeValueProblems(
    [size, sealed, grade],
    [
      { attributeId: '长度', number: 3 },
      { attributeId: '牌号', choiceIds: ['YG8'] },
      { attributeId: '柄径', number: 70 },
      { attributeId: '柄径', number: 20 },
    ],
  )
  expect(problems.map(({ attributeId, reason: why }) => [attributeId, why])).toEqual([
    ['柄径', '不能大于 60 mm'],
    ['密封', '必填'],
    ['长度', '参数不在该分类的模板里'],
    ['柄径', '同一个参数只能填一次'],
  ])
})

test.each([
  [grades, { choiceIds: ['YG8', 'YG13C'] }, 'YG8、YG13C'],
  [grades, { choiceIds: ['gone'] }, ''],
  [size, { number: 22.5 }, '22.5 mm'],
  [attribute('角度', { unit: '°' }), { number: 45 }, '45°'],
  [attribute('粒径', { decimals: 6 }), { number: 0.000001 }, '0.000001'],
  [attribute('凝点', { unit: '℃' }), { number: -35 }, '-35 ℃'],
  [use, { text: '硬岩' }, '硬岩'],
  [use, {}, ''],
  [sealed, { yes: true }, '是'],
  [sealed, { yes: false }, '否'],
] as const)('%# a value is written with its unit', (one, value, text) => {
  expect(formatAttributeValue(one, { attributeId: one.attributeId, ...(value as object) })).toBe(text)
})

test.each([
  [22, 0],
  [22.5, 1],
  [-0.25, 2],
  [1e-7, 7],
  [1.5e-7, 8],
  [1e21, 0],
])('%d is counted as having %d decimals', (value, decimals) => expect(countDecimals(value)).toBe(decimals))
