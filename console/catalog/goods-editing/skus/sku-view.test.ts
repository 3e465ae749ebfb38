import { expect, test } from 'vitest'
import { createSku } from '#console/catalog/goods-editing/editor/draft.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { propsColumn, skuColumns } from './sku-columns.ts'
import { addMissing, axesOf, describeSku, fillColumn, listMissing, parseBlock, pasteBlock, toAxisValue } from './sku-view.ts'

const flags = { required: true, filterable: true, compared: true, makesSkus: true, onCard: false }
const definition = { ...flags, decimals: 1, multiple: false, lower: null, upper: null }
const head: CategoryAttribute = {
  attributeId: 'head',
  code: 'head',
  name: '刀头直径',
  kind: 'number',
  unit: 'mm',
  choices: [],
  ...definition,
}
const grade: CategoryAttribute = {
  attributeId: 'grade',
  code: 'grade',
  name: '合金牌号',
  kind: 'choice',
  unit: '',
  choices: [
    { choiceId: 'a', name: 'YG8C', synonyms: [] },
    { choiceId: 'b', name: 'YG11C', synonyms: [] },
  ],
  ...definition,
}
const axis = (attribute: CategoryAttribute, ...texts: string[]) => ({
  attribute,
  values: texts.flatMap((text) => toAxisValue(attribute, text) ?? []),
})
const columnOf = (field: string) => skuColumns.find((column) => column.field === field) ?? propsColumn
const shown = (rows: readonly { sku: Parameters<typeof propsColumn.show>[0] }[], field: string) =>
  rows.map(({ sku }) => columnOf(field).show(sku))

test('each combination of the chosen values is a row once, and rows that are there stay', () => {
  const few = addMissing([axis(head, '22', '25'), axis(grade, 'a')], [])
  expect(few.map(({ sku }) => describeSku([head, grade], sku))).toEqual(['22 mm · YG8C', '25 mm · YG8C'])
  const all = addMissing([axis(head, '22', '25'), axis(grade, 'a', 'b')], few)
  expect(all).toHaveLength(4)
  expect(all.slice(0, 2)).toEqual(few)
  expect(listMissing(axesOf([head, grade], all), all)).toEqual([])
  expect(addMissing([axis(head, 'x'), axis(grade)], [])).toEqual([])
})

test('a block of a spreadsheet fills cells from where it is pasted, and what it cannot fill is told', () => {
  const block = parseBlock('KT-1\t38.5\t40\r\nKT-2\t¥1,200.50\t十\r\nKT-3\t1\t2\r\n')
  expect(parseBlock('KT-1')).toBeUndefined()
  if (!block) throw new Error('no block')
  const { rows, faults } = pasteBlock([createSku(), createSku()], block, { row: 0, column: 0, grow: false })
  expect(shown(rows, 'code')).toEqual(['KT-1', 'KT-2'])
  expect(shown(rows, 'salePrice')).toEqual(['38.50', '1200.50'])
  expect(shown(rows, 'creditPrice')).toEqual(['40.00', ''])
  expect(faults).toEqual(['第 2 行赊销价“十”：金额最多两位小数，如 1200 或 1200.50', '多出的 1 行没有对应的规格'])
  expect(pasteBlock([], block, { row: 0, column: 0, grow: true }).rows).toHaveLength(3)
})

test('one value fills a column, and a text that is none fills nothing', () => {
  const rows = [createSku(), createSku({ archived: true, onShelf: false, minimum: 7 })]
  expect(shown(fillColumn(rows, columnOf('minimum'), '10') ?? [], 'minimum')).toEqual(['10', '7'])
  expect(fillColumn(rows, columnOf('minimum'), '一')).toBeUndefined()
})

test('a SKU without attributes is described in words', () => {
  expect(propsColumn.read('刀头直径 22 mm；YG8')).toEqual({
    props: [
      ['刀头直径', '22 mm'],
      ['规格', 'YG8'],
    ],
  })
})
