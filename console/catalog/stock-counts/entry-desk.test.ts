import { expect, test } from 'vitest'
import type { StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { findLines, findNextLine, findScannedLine, readTypedText } from './entry-desk.ts'

const line = (lineNo: number, fields: Partial<StockCountEntryLine>): StockCountEntryLine => ({
  lineNo,
  skuId: String(lineNo),
  skuCode: `KT-${lineNo}`,
  barcode: '',
  goodsName: '截齿',
  skuProps: '{}',
  unit: '支',
  bin: `A-0${lineNo}`,
  booked: null,
  counted: null,
  countedBy: '',
  ...fields,
})
const lines = [line(1, { barcode: '6901234567892', counted: 5 }), line(2, { skuCode: 'KT-U84-22' }), line(3, { barcode: '12345678' })]

test('a scanner finds its line by barcode and part number, wherever the cursor is', () => {
  expect(findScannedLine(lines, '6901234567892')?.lineNo).toBe(1)
  expect(findScannedLine(lines, 'kt u8422')?.lineNo).toBe(2)
  // An input method types wide digits, and a dot is written like a hyphen.
  expect(findScannedLine(lines, '６９０１２３４５６７８９２')?.lineNo).toBe(1)
  expect(findScannedLine(lines, 'KT.U84/22')?.lineNo).toBe(2)
  expect(findScannedLine(lines, '-')).toBeUndefined()
  expect(findScannedLine(lines, '')).toBeUndefined()
  expect(readTypedText(lines, '12345678')).toMatchObject({ kind: 'scanned', line: { lineNo: 3 } })
})

test('a part number as it is written comes before a similar one, and several similar ones are none', () => {
  const alike = [line(1, { skuCode: 'KT-1.5' }), line(2, { skuCode: 'KT-15' }), line(3, { skuCode: '15' })]
  expect(findScannedLine(alike, 'KT-15')?.lineNo).toBe(2)
  expect(findScannedLine(alike, 'kt-1.5')?.lineNo).toBe(1)
  expect(findScannedLine(alike, 'KT 15')).toBeUndefined()
  // Not the SKU 15 with a dot.
  expect(readTypedText(alike, '1.5')).toMatchObject({ kind: 'wrong' })
  expect(readTypedText(alike, '-15')).toMatchObject({ kind: 'wrong' })
  expect(readTypedText(alike, '15')).toMatchObject({ kind: 'scanned', line: { lineNo: 3 } })
})

test('other digits are units, nothing clears the line, and a number without a line is never a quantity', () => {
  expect(readTypedText(lines, ' 12 ')).toEqual({ kind: 'counted', counted: 12 })
  expect(readTypedText(lines, '１２')).toEqual({ kind: 'counted', counted: 12 })
  expect(readTypedText(lines, '')).toEqual({ kind: 'counted', counted: null })
  expect(readTypedText(lines, '6909999999999')).toEqual({ kind: 'wrong', fault: '盘点单中没有条码 6909999999999' })
  expect(readTypedText(lines, '-3')).toMatchObject({ kind: 'wrong' })
  expect(readTypedText(lines, '1.5')).toMatchObject({ kind: 'wrong' })
})

test('a text finds lines by all of its words', () => {
  expect(findLines(lines, '截齿 a-02').map(({ lineNo }) => lineNo)).toEqual([2])
  expect(findLines(lines, 'u84').map(({ lineNo }) => lineNo)).toEqual([2])
  expect(findLines(lines, '')).toHaveLength(3)
})

test('the cursor goes to the next line that nobody has counted, and after the last one to the first', () => {
  const next = (lineNo: number, beingSent: number[] = []) => findNextLine(lines, lineNo, (one) => beingSent.includes(one))?.lineNo
  expect([next(1), next(3)]).toEqual([2, 2])
  expect(findNextLine([line(1, { counted: 0 })], 1, () => false)).toBeUndefined()
  // Who types fast is not sent back to a line whose answer is on its way.
  expect([next(1, [2]), next(3, [2])]).toEqual([3, undefined])
})
