import { expect, test } from 'vitest'
import { AttributeInput } from '#contract/catalog/attributes/save-input.ts'
import {
  emptyAttributeFormValues,
  formatCappedGoodsCount,
  splitSynonyms,
  toAttributeFormValues,
  toAttributeInput,
} from './attribute-view.ts'

const ID = '00000000-0000-7000-8000-000000000000'
const typed = { ...emptyAttributeFormValues, code: 'grade', name: '牌号', choices: [{ name: 'YG8', synonyms: 'K20、 K30，' }] }

test('the form values are converted to the input of the call', () => {
  const sent = AttributeInput.parse(toAttributeInput({ ...typed, flags: ['required', 'filterable'] }))
  expect(sent).toMatchObject({
    kind: 'choice',
    required: true,
    filterable: true,
    compared: false,
    choices: [{ name: 'YG8', synonyms: ['K20', 'K30'] }],
  })
})

test('fields that the chosen attribute kind does not have are not sent', () => {
  const rest = { ...typed, unit: 'mm', decimals: 2, lower: 1, multiple: true, ruler: true, flags: ['makesSkus', 'filterable'] as const }
  const text = AttributeInput.parse(toAttributeInput({ ...rest, kind: 'text', flags: [...rest.flags] }))
  expect(text).toMatchObject({
    unit: '',
    decimals: 0,
    lower: null,
    multiple: false,
    ruler: false,
    makesSkus: false,
    filterable: false,
    choices: [],
  })
  const number = AttributeInput.parse(toAttributeInput({ ...rest, kind: 'number', flags: [...rest.flags] }))
  expect(number).toMatchObject({
    unit: 'mm',
    decimals: 2,
    lower: 1,
    multiple: false,
    ruler: true,
    makesSkus: true,
    filterable: true,
    choices: [],
  })
})

test('an attribute that is opened and saved without a change is sent unchanged', () => {
  const flags = { required: true, filterable: false, compared: true, makesSkus: false, onCard: false }
  const definition = {
    code: 'grade',
    name: '牌号',
    kind: 'choice' as const,
    unit: '',
    decimals: 0,
    lower: null,
    upper: null,
    multiple: true,
    ruler: false,
  }
  const counts = { attributeId: ID, choiceCount: 1, setCount: 0, goodsCount: 3, sets: [], rowVersion: 4 }
  const choice = { choiceId: ID, name: 'YG8', synonyms: ['K20', 'K30'] }
  const form = toAttributeFormValues({ ...definition, ...flags, ...counts, choices: [{ ...choice, goodsCount: 3 }] })
  expect(AttributeInput.parse(toAttributeInput(form))).toEqual({ ...definition, ...flags, choices: [choice], rowVersion: 0 })
})

test.each([
  ['', []],
  [' 、 ', []],
  ['镐齿、截煤齿', ['镐齿', '截煤齿']],
  ['a, b;c；d\ne', ['a', 'b', 'c', 'd', 'e']],
])('%j is parsed as the synonyms %j', (text, synonyms) => expect(splitSynonyms(text)).toEqual(synonyms))

test('the number of uses is shown exactly up to a thousand', () =>
  expect([0, 999, 1_000].map(formatCappedGoodsCount)).toEqual(['0', '999', '1,000+']))
