import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderMatches, QuickOrderRowResult } from '#contract/orders/quick-order/api.ts'
import { parseQuickOrderTable } from '#contract/orders/quick-order/rows.ts'
import { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { QuotationDetail, QuotationLine } from '#contract/orders/quotations/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  copyDrawingsToDraft,
  findDraftErrors,
  formatImportedLines,
  toDraftLinesFromPastedRows,
  toDraftLinesFromQuotation,
  toQuotationInput,
  typedPriceError,
} from './draft-input.ts'
import { addDraftLines, EMPTY_QUOTATION_DRAFT, type NewDraftLine } from './quotation-draft.ts'

const SKU = '01a1fc9d-f591-7013-a263-0707dcd05cf0'
const draftOf = (...lines: NewDraftLine[]) => addDraftLines(EMPTY_QUOTATION_DRAFT, lines).draft

test.each([
  ['', undefined],
  [' 38.5 ', undefined],
  ['0', '请填写大于 0 的期望单价'],
  ['38.555', '期望单价最多两位小数，如 38.5'],
  ['约 38', '期望单价最多两位小数，如 38.5'],
  ['99999999999', '请填写大于 0 的期望单价'],
])('the wished price %o: %s', (text, error) => expect(typedPriceError(text)).toBe(error))

test('a part in words needs a name, and goods must still be known', () => {
  const draft = draftOf({ quantity: 1 }, { skuId: SKU, quantity: 1 }, { name: '齿座', quantity: 1, wished: 'x' })
  expect([...findDraftErrors(draft, new Map())]).toEqual([
    [1, { name: '请填写品名' }],
    [2, { name: '这种商品已不存在，请移除' }],
    [3, { wished: '期望单价最多两位小数，如 38.5' }],
  ])
  // While the goods load, nothing is said about them.
  expect([...findDraftErrors(draft, undefined).keys()]).toEqual([1, 3])
  expect(findDraftErrors(draftOf({ skuId: SKU, quantity: 1 }), new Map([[SKU, {} as SkuBrief]])).size).toBe(0)
})

test('a request names goods by their id, other parts in words, and leaves out what was not said', () => {
  const draft = draftOf(
    { skuId: SKU, quantity: 20, wished: '35' },
    { name: '非标齿座', spec: '图号 12', unit: '个', quantity: 2, note: '急用' },
  )
  const input = toQuotationInput({ ...draft, title: '大修' })
  expect(input).toEqual({
    title: '大修',
    remark: '',
    lines: [
      { skuId: SKU, name: '', spec: '', unit: '', goodsNum: 20, wishedPrice: fen(3_500), note: '' },
      { name: '非标齿座', spec: '图号 12', unit: '个', goodsNum: 2, note: '急用' },
    ],
    drawings: [],
  })
  expect(z.safeEncode(quotationEndpoints.create.input, input).success).toBe(true)
})

test('rows of a list ask for the SKU that is certain, and otherwise in their own words', () => {
  const result = (rowNo: number, given: Partial<QuickOrderRowResult>) => ({
    rowNo,
    skuId: null,
    candidates: [],
    crossReference: null,
    goodsNum: null,
    offered: null,
    ...given,
  })
  const crossReference = { brand: '甲锐', partNumber: 'JR-1', fit: 'ask', note: '' } as const
  const rows = [
    { rowNo: 1, code: 'KT-U84-22', quantity: '20' },
    { rowNo: 2, code: 'KT-U84-22', quantity: '10' },
    { rowNo: 3, code: '截齿', quantity: '5' },
    { rowNo: 4, code: '非标齿座', quantity: '两箱' },
    { rowNo: 5, code: 'BKH47', quantity: '7' },
  ]
  const answer = {
    rows: [
      result(1, { status: 'FOUND', skuId: SKU, goodsNum: 30 }),
      result(2, { status: 'MERGED', skuId: SKU, goodsNum: 10 }),
      result(3, { status: 'AMBIGUOUS', goodsNum: 5, candidates: [{ skuId: SKU, goodsNum: 5, bought: false, crossReference }] }),
      result(4, { status: 'UNKNOWN' }),
      result(5, { status: 'OFF_STEP', skuId: 'b', goodsNum: 7, offered: 10, crossReference: { ...crossReference, fit: 'full' } }),
    ],
    skus: [],
  } as unknown as QuickOrderMatches
  const lines = toDraftLinesFromPastedRows({ rows, details: new Map() }, answer)
  const words = { spec: '', unit: '', wished: '' }
  expect(lines).toEqual([
    { skuId: SKU, quantity: 30, wished: '', note: '' },
    {
      ...words,
      name: '截齿',
      quantity: 5,
      note: '竞品型号 JR-1（甲锐）对应：需确认',
      candidates: [{ skuId: SKU, goodsNum: 5, bought: false }],
    },
    { ...words, name: '非标齿座', quantity: 1, note: '数量：两箱', candidates: [] },
    { skuId: 'b', quantity: 10, wished: '', note: '竞品型号 JR-1（甲锐）对应：完全替代' },
  ])
  expect(formatImportedLines(lines)).toBe('2 行已匹配商品，1 行请确认，1 行按文字询价')
})

test('a file brings names, specifications, units, wished prices and notes with its rows', () => {
  const table = parseQuickOrderTable([
    ['物料编码', '品名', '规格型号', '单位', '数量', '期望单价', '备注'],
    ['M-1', '采煤截齿', 'U84', '支', '20', '¥1,035.50元', '急用'],
    ['M-2', '非标齿座', '图号 12', '个', '4', '面议', ''],
    ['', '衬套', '', '', '', '', ''],
  ])
  const found = { rowNo: 2, status: 'FOUND', skuId: SKU, goodsNum: 20, offered: null, candidates: [], crossReference: null }
  const answer = { rows: [found], skus: [] } as unknown as QuickOrderMatches
  expect(toDraftLinesFromPastedRows(table, answer)).toEqual([
    { skuId: SKU, quantity: 20, wished: '1035.50', note: '急用' },
    { name: '非标齿座', spec: '图号 12 M-2', unit: '个', quantity: 4, wished: '', note: '期望单价：面议', candidates: [] },
    { name: '衬套', spec: '', unit: '', quantity: 1, wished: '', note: '', candidates: [] },
  ])
})

test('drawings are sent with the line that they belong to, and asked again with it', () => {
  const drawing = { fileId: SKU, name: '齿座.pdf', mediaType: 'application/pdf', bytes: 9 }
  const draft = draftOf({ skuId: SKU, quantity: 20 }, { name: '齿座', quantity: 2 })
  const shown = {
    ...draft,
    drawings: [
      { ...drawing, lineKey: 2 },
      { ...drawing, fileId: 'b', name: '总图.pdf', lineKey: null },
    ],
  }
  expect(toQuotationInput(shown).drawings).toEqual([
    { fileId: SKU, name: '齿座.pdf', lineNo: 2 },
    { fileId: 'b', name: '总图.pdf' },
  ])
  const earlier = {
    lines: [{ lineNo: 1 }, { lineNo: 2 }],
    drawings: [
      { ...drawing, lineNo: 2 },
      { ...drawing, fileId: 'b', lineNo: null },
    ],
  }
  const again = copyDrawingsToDraft(draft, earlier as unknown as QuotationDetail)
  expect(again.drawings.map(({ fileId, lineKey }) => [fileId, lineKey])).toEqual([
    [SKU, 2],
    ['b', null],
  ])
})

test('a request can be asked again with its lines', () => {
  const line = { name: 'U84 采煤截齿', spec: '22', unit: '支', goodsNum: 20, wishedPrice: fen(3_550), note: '急用' }
  const lines = [
    { ...line, sku: { skuId: SKU } },
    { ...line, sku: null, wishedPrice: null },
  ] as unknown as QuotationLine[]
  expect(toDraftLinesFromQuotation(lines)).toEqual([
    { skuId: SKU, quantity: 20, wished: '35.5', note: '急用' },
    { name: 'U84 采煤截齿', spec: '22', unit: '支', quantity: 20, wished: '', note: '急用' },
  ])
})
