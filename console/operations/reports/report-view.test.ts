import { expect, test } from 'vitest'
import { formatDifference, formatPointName, toOrdersSearch, toReportRange } from './report-view.ts'

test('a report without days is about this month; one day alone is a range with today', () => {
  expect(toReportRange({}, '2026-11-28')).toEqual({ from: '2026-11-01', to: '2026-11-28' })
  expect(toReportRange({ dateFrom: '2026-11-20' }, '2026-11-28')).toEqual({ from: '2026-11-20', to: '2026-11-28' })
  expect(toReportRange({ dateTo: '2026-11-20' }, '2026-11-28')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('a difference is a percentage with its sign, and nothing if there was nothing', () => {
  expect([formatDifference(150, 100), formatDifference(50, 100), formatDifference(1_004, 1_000), formatDifference(100, 100)]).toEqual([
    '+50.0%',
    '−50.0%',
    '+0.4%',
    '持平',
  ])
  expect([formatDifference(5, 0), formatDifference(0, 0), formatDifference(5, -5)]).toEqual(['—', '持平', '—'])
})

test('points are named by their day, week or month', () => {
  expect([formatPointName('day', '2026-11-02'), formatPointName('week', '2026-11-02'), formatPointName('month', '2026-11-02')]).toEqual([
    '11月2日',
    '11月2日起',
    '2026年11月',
  ])
})

test('a row leads to its orders, with the shop that is chosen', () => {
  const range = { from: '2026-11-01', to: '2026-11-28' }
  const sold = { soldFrom: '2026-11-01', soldTo: '2026-11-28' }
  expect(toOrdersSearch(range, undefined)).toEqual(sold)
  expect(toOrdersSearch(range, 'S', { by: 'payment', key: 'credit' })).toEqual({ ...sold, shopId: 'S', method: 'credit' })
  expect(toOrdersSearch(range, 'S', { by: 'shop', key: 'T' })).toEqual({ ...sold, shopId: 'T' })
  expect(toOrdersSearch(range, undefined, { by: 'manager', key: 'none' })).toEqual({ ...sold, manager: 'none' })
})
