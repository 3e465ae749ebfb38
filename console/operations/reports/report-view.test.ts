import { expect, test } from 'vitest'
import { formatChartPointName, formatPercentDifference, toOrderListSearchParams, toReportRange } from './report-view.ts'

test('a report without days is about this month; one day alone is a range with today', () => {
  expect(toReportRange({}, '2026-11-28')).toEqual({ from: '2026-11-01', to: '2026-11-28' })
  expect(toReportRange({ dateFrom: '2026-11-20' }, '2026-11-28')).toEqual({ from: '2026-11-20', to: '2026-11-28' })
  expect(toReportRange({ dateTo: '2026-11-20' }, '2026-11-28')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('a difference is a percentage with its sign, and nothing if there was nothing', () => {
  expect([
    formatPercentDifference(150, 100),
    formatPercentDifference(50, 100),
    formatPercentDifference(1_004, 1_000),
    formatPercentDifference(100, 100),
  ]).toEqual(['+50.0%', '−50.0%', '+0.4%', '持平'])
  expect([formatPercentDifference(5, 0), formatPercentDifference(0, 0), formatPercentDifference(5, -5)]).toEqual(['—', '持平', '—'])
})

test('points are named by their day, week or month', () => {
  expect([
    formatChartPointName('day', '2026-11-02'),
    formatChartPointName('week', '2026-11-02'),
    formatChartPointName('month', '2026-11-02'),
  ]).toEqual(['11月2日', '11月2日起', '2026年11月'])
})

test('a row leads to its orders, with the shop that is chosen', () => {
  const range = { from: '2026-11-01', to: '2026-11-28' }
  const sold = { soldFrom: '2026-11-01', soldTo: '2026-11-28' }
  expect(toOrderListSearchParams(range, undefined)).toEqual(sold)
  expect(toOrderListSearchParams(range, 'S', { by: 'payment', key: 'credit' })).toEqual({ ...sold, shopId: 'S', method: 'credit' })
  expect(toOrderListSearchParams(range, 'S', { by: 'shop', key: 'T' })).toEqual({ ...sold, shopId: 'T' })
  expect(toOrderListSearchParams(range, undefined, { by: 'manager', key: 'none' })).toEqual({ ...sold, manager: 'none' })
})
