import { expect, test } from 'vitest'
import { computeReceiveScan, findCodeInUnits } from './receive-scan.ts'

const lines = [
  { skuCode: 'KT-U84-22', barcode: '6901234567892', unit: '支', quantity: 10, received: 4 },
  { skuCode: 'KT-B85HD', barcode: '', unit: '件', quantity: 3, received: 0 },
]
const proposed = { lines, quantities: [6, 3], begun: false, isTyped: () => false }

test('the first scan counts from 0 instead of what is proposed, and keeps what was typed', () => {
  expect(computeReceiveScan(proposed, '6901234567892')).toEqual({
    tone: 'good',
    text: 'KT-U84-22 已点 1 支，还差 5 支',
    quantities: [1, 0],
  })
  expect(computeReceiveScan({ ...proposed, isTyped: (at) => at === 1 }, ' kt-u84-22 ')?.quantities).toEqual([1, 3])
})

test('later scans add one, or the typed number, and say when a line is complete or too much', () => {
  const begun = { ...proposed, quantities: [1, null], begun: true }
  expect(computeReceiveScan(begun, '5*KT-U84-22')).toEqual({ tone: 'good', text: 'KT-U84-22 已点 6 支，已到齐', quantities: [6, null] })
  expect(computeReceiveScan(begun, '4*kt-b85hd')).toEqual({
    tone: 'ask',
    text: 'KT-B85HD 已点 4 件，多到 1 件，请写明原因',
    quantities: [1, 4],
  })
})

test('an unknown code and a number beyond all goods count nothing', () => {
  expect(computeReceiveScan(proposed, '6900000000000')).toEqual({ tone: 'bad', text: '采购单中没有 6900000000000，没有计入' })
  expect(computeReceiveScan({ ...proposed, quantities: [999_999, 0], begun: true }, '999999*KT-U84-22')?.quantities).toBeUndefined()
  expect(computeReceiveScan(proposed, '  ')).toBeUndefined()
})

test('a barcode in a field of units is told from a number', () => {
  const find = (text: string, before: number | null = null) => findCodeInUnits(lines, text, before)
  expect(['6901234567892', 'kt-b85hd', '12', ''].map((text) => find(text))).toEqual(['6901234567892', 'KT-B85HD', undefined, undefined])
  expect([find('06901234567892', 0), find('690123456789212', 12), find('16901234567892', 0)]).toEqual([
    '6901234567892',
    '6901234567892',
    undefined,
  ])
})
