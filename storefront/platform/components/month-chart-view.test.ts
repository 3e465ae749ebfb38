import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { computeBarHeightBasisPoints, computeChartMaximum, formatAmountAxisMark, formatMonthName } from './month-chart-view.ts'

test.each([
  [[], 10_000],
  [[0, 0], 10_000],
  [[9_999], 10_000],
  [[10_001], 20_000],
  [[4_250_600, 100], 5_000_000],
  [[5_000_000], 5_000_000],
  [[5_000_001], 10_000_000],
  [[1_999_999_999], 2_000_000_000],
])('the chart axis for %j ends at %d', (amounts, top) => expect(computeChartMaximum(amounts.map(fen))).toBe(top))

test('a bar is proportional to its value, and the smallest stays visible', () => {
  expect(computeBarHeightBasisPoints(fen(0), fen(1_000))).toBe(0)
  expect(computeBarHeightBasisPoints(fen(500), fen(1_000))).toBe(5_000)
  expect(computeBarHeightBasisPoints(fen(1), fen(1_000_000))).toBe(100)
})

test.each([
  [50_000, '500'],
  [1_000_000, '1万'],
  [4_250_600, '4.3万'],
  [20_000_000, '20万'],
])('%d fen is %s on the axis', (amount, text) => expect(formatAmountAxisMark(fen(amount))).toBe(text))

test('a month has its label', () => expect(formatMonthName('2026-01')).toBe('1月'))
