import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import {
  computeHeadroomChartMaximum,
  listDaysWithHeadroomChange,
  listMonthAxisMarks,
  toLimitLineSvgPath,
  toUsedAreaSvgPath,
} from './headroom-view.ts'

const day = (step: number, limit: number, drawn: number, due = 0) => ({
  day: addDays('2026-11-28', step),
  limit: fen(limit),
  held: fen(0),
  drawn: fen(drawn),
  due: fen(due),
  usable: fen(limit - drawn),
})
const days = [day(0, 100_000, 40_000), day(1, 100_000, 40_000), day(2, 100_000, 10_000, 30_000), day(3, 50_000, 10_000)]

test('the chart axis ends above both the limit and the use', () => {
  expect(computeHeadroomChartMaximum(days)).toBe(100_000)
  expect(computeHeadroomChartMaximum([day(0, 10_000, 130_000)])).toBe(200_000)
})

test('the used credit is a step area, the limit a step line', () => {
  expect(toUsedAreaSvgPath(days, fen(100_000))).toBe('M0 6000H100H200V9000H300H400V10000H0Z')
  expect(toLimitLineSvgPath(days, fen(100_000))).toBe('M0 0H100H200H300V5000H400')
})

test('the table lists today, every due date and every limit change', () =>
  expect(listDaysWithHeadroomChange(days).map((one) => one.day)).toEqual(['2026-11-28', '2026-11-30', '2026-12-01']))

test('a month is labelled at its first day; the partial first month has no label', () => {
  const quarter = Array.from({ length: 90 }, (_, step) => day(step, 1, 0))
  expect(listMonthAxisMarks(quarter)).toEqual([
    { at: 3, month: '2026-12' },
    { at: 34, month: '2027-01' },
    { at: 65, month: '2027-02' },
  ])
})
