import { expect, test } from 'vitest'
import { computeReceiveScan, findScanInUnits } from './receive-scan.ts'

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

test('a barcode in a field of units is told from a number, also when it was scanned into the middle of one', () => {
  const find = (text: string, before: number | null = null) => findScanInUnits(lines, text, before)
  expect(['6901234567892', 'kt-b85hd', '50*kt-b85hd'].map((text) => find(text))).toEqual(['6901234567892', 'KT-B85HD', '50*KT-B85HD'])
  expect([find('06901234567892', 0), find('690123456789212', 12), find('169012345678922', 12)]).toEqual(Array(3).fill('6901234567892'))
  expect(['12', '', '999999', '12,000', '-3', '2.5'].map((text) => find(text, 6))).toEqual(Array(6).fill(undefined))
  expect(['0001234', '36900000000000', 'kt-1'].map((text) => find(text, 3))).toEqual(['0001234', '36900000000000', 'KT-1'])
})

test('a barcode that two goods have counts those that are still to come, and nothing if both or none are', () => {
  const barcode = '6901234567892'
  const shared = lines.map((line) => ({ ...line, barcode }))
  const scans = (...quantities: number[]) => computeReceiveScan({ ...proposed, lines: shared, quantities, begun: true }, barcode)
  expect([scans(6, 1)?.quantities, scans(2, 3)?.quantities]).toEqual([
    [6, 2],
    [3, 3],
  ])
  const text = '6901234567892 是 KT-U84-22、KT-B85HD 共用的条码，没有计入；请输入商品编码，或直接填写数量'
  expect([scans(0, 0), scans(6, 3)]).toEqual(Array(2).fill({ tone: 'bad', text }))
  expect(computeReceiveScan({ ...proposed, lines: shared }, barcode)).toEqual({ tone: 'bad', text })
  expect(computeReceiveScan({ ...proposed, lines: shared }, 'KT-B85HD')?.quantities).toEqual([0, 1])
})
