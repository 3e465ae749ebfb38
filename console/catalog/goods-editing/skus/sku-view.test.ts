import { expect, test } from 'vitest'
import { createDraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { skuColumns, skuPropsColumn } from './sku-columns.ts'
import {
  addMissingSkus,
  computeMissingSkus,
  fillSkuColumn,
  formatSkuDistinction,
  listSkuAxes,
  parsePastedBlock,
  parseSkuAxisValue,
  pasteBlockIntoSkuRows,
  SKU_PROPS_COLUMN_INDEX,
} from './sku-view.ts'

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
  values: texts.flatMap((text) => parseSkuAxisValue(attribute, text) ?? []),
})
const columnOf = (field: string) => skuColumns.find((column) => column.field === field) ?? skuPropsColumn
const shown = (rows: readonly { sku: Parameters<typeof skuPropsColumn.show>[0] }[], field: string) =>
  rows.map(({ sku }) => columnOf(field).show(sku))

test('each combination of the chosen values gives one row, and existing rows are kept', () => {
  const few = addMissingSkus([axis(head, '22', '25'), axis(grade, 'a')], [])
  expect(few.map(({ sku }) => formatSkuDistinction([head, grade], sku))).toEqual(['22 mm · YG8C', '25 mm · YG8C'])
  const all = addMissingSkus([axis(head, '22', '25'), axis(grade, 'a', 'b')], few)
  expect(all).toHaveLength(4)
  expect(all.slice(0, 2)).toEqual(few)
  expect(computeMissingSkus(listSkuAxes([head, grade], all), all)).toEqual({ missing: [] })
  expect(addMissingSkus([axis(head, 'x'), axis(grade)], [])).toEqual([])
})

test('a pasted spreadsheet block fills cells from the paste position and reports what does not fit', () => {
  const block = parsePastedBlock('KT-1\t38.5\t40\r\nKT-2\t¥1,200.50\t十\r\nKT-3\t1\t2\r\n')
  expect(parsePastedBlock('KT-1')).toBeUndefined()
  if (!block) throw new Error('no block')
  const { rows, faults } = pasteBlockIntoSkuRows([createDraftSku(), createDraftSku()], block, { row: 0, column: 0, grow: false })
  expect(shown(rows, 'code')).toEqual(['KT-1', 'KT-2'])
  expect(shown(rows, 'salePrice')).toEqual(['38.50', '1200.50'])
  expect(shown(rows, 'creditPrice')).toEqual(['40.00', ''])
  expect(faults).toEqual(['第 2 行赊销价“十”：金额最多两位小数，如 1200 或 1200.50', '多出的 1 行没有对应的规格'])
  expect(pasteBlockIntoSkuRows([], block, { row: 0, column: 0, grow: true }).rows).toHaveLength(3)
})

test('too many combinations are refused, and the message gives their number', () => {
  const sizes = axis(head, ...Array.from({ length: 200 }, (_, at) => String(at)))
  const many = [sizes, { ...sizes, attribute: grade }, sizes]
  expect(computeMissingSkus(many, [])).toEqual({
    missing: [],
    fault: '所选的值有 8,000,000 种组合，一个商品最多 300 个规格，请减少所选的值',
  })
  const rows = addMissingSkus([sizes], [])
  expect(rows).toHaveLength(200)
  const other = axis(head, ...Array.from({ length: 101 }, (_, at) => String(at + 500)))
  expect(computeMissingSkus([other], rows).fault).toBe('加上现有的共 301 个，一个商品最多 300 个规格，请减少所选的值')
  expect(addMissingSkus([other], rows)).toEqual(rows)
})

test('quoted spreadsheet cells are unquoted', () => {
  expect(parsePastedBlock('"5"" 钻头"\t"两\n行"\t12"\n\t"a" b\t\n')).toEqual([
    ['5" 钻头', '两 行', '12"'],
    ['', '"a" b', ''],
  ])
  expect(parsePastedBlock('"一\n二"')).toEqual([['一 二']])
})

test('a block pasted at the row names fills the rows and reports cells without a column', () => {
  const wide = ['红', 'KT-1', ...skuColumns.slice(1).map(() => '1'), 'x', 'y']
  const { rows, faults } = pasteBlockIntoSkuRows([createDraftSku()], [wide], { row: 0, column: SKU_PROPS_COLUMN_INDEX, grow: false })
  expect([shown(rows, 'props'), shown(rows, 'code'), shown(rows, 'costPrice')]).toEqual([['红'], ['KT-1'], ['1.00']])
  expect(faults).toEqual(['多出的 2 列没有对应的内容'])
})

test('archived rows keep their values but consume their line of a pasted block', () => {
  const before = [createDraftSku(), createDraftSku({ code: 'old', archived: true }), createDraftSku()]
  const { rows, faults } = pasteBlockIntoSkuRows(before, [['a'], ['b'], ['c']], { row: 0, column: 0, grow: true })
  expect([shown(rows, 'code'), faults]).toEqual([['a', 'old', 'c'], ['第 2 行已停用']])
})

test('one value fills a whole column, and an invalid text fills nothing', () => {
  const rows = [createDraftSku(), createDraftSku({ archived: true, onShelf: false, minimum: 7 })]
  expect(shown(fillSkuColumn(rows, columnOf('minimum'), '10') ?? [], 'minimum')).toEqual(['10', '7'])
  expect(fillSkuColumn(rows, columnOf('minimum'), '一')).toBeUndefined()
})

test('a SKU without attributes is described by its text', () => {
  expect(skuPropsColumn.read('刀头直径 22 mm；YG8')).toEqual({
    props: [
      ['刀头直径', '22 mm'],
      ['规格', 'YG8'],
    ],
  })
})
