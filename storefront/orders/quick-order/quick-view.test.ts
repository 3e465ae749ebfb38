import { expect, test } from 'vitest'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderRowResult } from '#contract/orders/quick-order/api.ts'
import { parseQuickOrderText, QUICK_ORDER_ROWS_MAX } from '#contract/orders/quick-order/rows.ts'
import { fen } from '#contract/platform/core/money.ts'
import type { QuickOrderDraftRow } from './draft.ts'
import {
  appendRowsUpToLimit,
  applyOfferedQuantity,
  computeQuickOrderTotals,
  filterQuickOrderRows,
  formatOrderLinesParam,
  formatQuickOrderRowsSummary,
  limitLinesToOneOrder,
  listOrderableLines,
  listRowNosWithOfferedQuantity,
  markRowsOrdered,
  moveNoteToRows,
  toQuickOrderRowsWithResults,
  toRowInputsNotYetOrdered,
} from './quick-view.ts'

/** The prices of a single step, for a test. */
const pricesIn = ({ salePrice, creditPrice }: Partial<SkuBrief>) => ({
  ...(salePrice === undefined ? {} : { salePrice }),
  ...(creditPrice === undefined ? {} : { creditPrice }),
})

const sku = (skuId: string, given: Partial<SkuBrief> = {}): SkuBrief => ({
  skuId,
  goodsId: skuId,
  goodsName: skuId,
  image: null,
  unit: '支',
  skuCode: skuId,
  skuProps: '{}',
  materialCode: null,
  salePrice: fen(1_000),
  creditPrice: fen(1_100),
  stock: 100,
  minimum: 1,
  step: 1,
  onShelf: true,
  shopPaused: false,
  replacement: null,
  steps: [{ from: 1, salePrice: fen(1_000), creditPrice: fen(1_100), saleLabel: null, creditLabel: null, ...pricesIn(given) }],
  ...given,
})
const row = (rowNo: number, code: string, quantity = '1'): QuickOrderDraftRow => ({ rowNo, code, quantity })
const result = (rowNo: number, given: Partial<QuickOrderRowResult>): QuickOrderRowResult => ({
  rowNo,
  status: 'FOUND',
  skuId: null,
  candidates: [],
  goodsNum: 1,
  offered: null,
  crossReference: null,
  mergedInto: null,
  why: null,
  ...given,
})

const rows = [row(1, 'a', '3'), row(2, 'A', '2'), row(4, 'b', '7'), row(5, 'nope')]
const answer = {
  skus: [sku('a'), sku('b', { creditPrice: null })],
  rows: [
    result(1, { skuId: 'a', goodsNum: 5 }),
    result(2, { skuId: 'a', status: 'MERGED', mergedInto: 1 }),
    result(4, { skuId: 'b', status: 'OFF_STEP', goodsNum: 7, offered: 10 }),
    result(5, { status: 'UNKNOWN' }),
  ],
}
const shown = toQuickOrderRowsWithResults(rows, answer)

test('rows are grouped by what remains to be done', () => {
  const numbers = (view: Parameters<typeof filterQuickOrderRows>[1]) => filterQuickOrderRows(shown, view).map((one) => one.row.rowNo)
  expect([numbers('all'), numbers('good'), numbers('open'), numbers('taken')]).toEqual([[1, 2, 4, 5], [1, 2], [4, 5], []])
})

test('totals are computed at both prices, and merged rows count once', () => {
  expect(computeQuickOrderTotals(listOrderableLines(shown))).toEqual({ kinds: 1, sale: 5_000, credit: 5_500, cashOnly: 0 })
  const both = toQuickOrderRowsWithResults(rows, { ...answer, rows: [...answer.rows.slice(0, 2), result(4, { skuId: 'b', goodsNum: 10 })] })
  expect(computeQuickOrderTotals(listOrderableLines(both))).toEqual({ kinds: 2, sale: 15_000, credit: null, cashOnly: 1 })
})

test('rows put into the cart stay visible with their merged rows and are not matched again', () => {
  const after = markRowsOrdered(shown, new Set(['a']), 'cart')
  expect(after.map((one) => one.taken)).toEqual(['cart', 'cart', undefined, undefined])
  expect(toRowInputsNotYetOrdered(after).map(({ rowNo }) => rowNo)).toEqual([4, 5])
  expect(filterQuickOrderRows(toQuickOrderRowsWithResults(after, answer), 'taken')).toHaveLength(2)
})

test('an offered quantity replaces the row and all rows merged into it', () => {
  const odd = toQuickOrderRowsWithResults(rows, {
    ...answer,
    rows: [result(1, { skuId: 'a', status: 'SHORT', goodsNum: 5, offered: 4 }), ...answer.rows.slice(1)],
  })
  expect(listRowNosWithOfferedQuantity(odd)).toEqual([1, 4])
  expect(applyOfferedQuantity(odd, 1)).toEqual([row(1, 'a', '4'), row(4, 'b', '7'), row(5, 'nope')])
  expect(applyOfferedQuantity(shown, 5)).toEqual(rows)
})

test('more rows are appended, and rows beyond the limit are reported', () => {
  const more = appendRowsUpToLimit({ rows, notes: [] }, parseQuickOrderText('x 1\n\ny 2'))
  expect(more.rows.slice(4)).toEqual([row(6, 'x', '1'), row(8, 'y', '2')])
  expect(more.left).toBe(0)
  const full = Array.from({ length: QUICK_ORDER_ROWS_MAX - 1 }, (_, at) => row(at + 1, 'x'))
  expect(appendRowsUpToLimit({ rows: full, notes: [] }, parseQuickOrderText('y 1\nz 1'))).toMatchObject({ left: 1 })
  // Rows that were ordered make room for new ones.
  expect(
    appendRowsUpToLimit({ rows: full.map((one) => ({ ...one, taken: 'cart' as const })), notes: [] }, parseQuickOrderText('y 1\nz 1')),
  ).toMatchObject({ left: 0 })
})

test('lines that are no items are set aside, and each can be turned into a row in its place', () => {
  const { rows: next, notes } = appendRowsUpToLimit({ rows: [row(1, 'a')], notes: [] }, parseQuickOrderText('老板好\nU84 10支\n明天到'))
  expect(next).toEqual([row(1, 'a'), row(3, 'U84', '10支')])
  expect(notes).toEqual([
    { rowNo: 2, text: '老板好' },
    { rowNo: 4, text: '明天到' },
  ])
  const moved = moveNoteToRows({ rows: next, notes }, { rowNo: 2, text: '老板好' })
  expect(moved.rows.map(({ rowNo, code }) => [rowNo, code])).toEqual([
    [1, 'a'],
    [2, '老板好'],
    [3, 'U84'],
  ])
  expect(moved.notes).toEqual([{ rowNo: 4, text: '明天到' }])
})

test('uncertain rows are not ordered, and a hint counts those out of view', () => {
  const asked = toQuickOrderRowsWithResults(rows, {
    ...answer,
    rows: [
      ...answer.rows.slice(0, 3),
      result(5, { status: 'AMBIGUOUS', goodsNum: null, candidates: [{ skuId: 'b', goodsNum: 20, bought: true, crossReference: null }] }),
    ],
  })
  expect(asked[3]?.candidates).toMatchObject([{ sku: { skuId: 'b' }, goodsNum: 20, bought: true }])
  expect(listOrderableLines(asked).map(({ skuId }) => skuId)).toEqual(['a'])
  expect(formatQuickOrderRowsSummary(asked, 2)).toBe('匹配完成：可下单 2 行，请确认 1 行，需处理 1 行，另有 2 行备注')
})

test('an order holds at most two hundred SKUs, listed in the address', () => {
  const many = Array.from({ length: 205 }, (_, at) => ({ skuId: `s${at}`, goodsNum: at + 1, sku: sku(`s${at}`) }))
  expect(limitLinesToOneOrder(many)).toHaveLength(200)
  expect(formatOrderLinesParam(many.slice(0, 2))).toBe('s0:1,s1:2')
})
