import { expect, test } from 'vitest'
import {
  getChartPointIndexOfDay,
  getPreviousReportPeriod,
  getReportPeriodOneYearEarlier,
  listFirstDaysOfChartPoints,
  ReportDay,
} from './periods.ts'

const range = (from: string, to: string) => ({ from, to })

test('whole months are compared with whole months, whatever their lengths', () => {
  expect(getPreviousReportPeriod(range('2026-03-01', '2026-03-31'))).toEqual(range('2026-02-01', '2026-02-28'))
  expect(getPreviousReportPeriod(range('2026-02-01', '2026-02-28'))).toEqual(range('2026-01-01', '2026-01-31'))
  expect(getPreviousReportPeriod(range('2026-01-01', '2026-03-31'))).toEqual(range('2025-10-01', '2025-12-31'))
  expect(getReportPeriodOneYearEarlier(range('2025-02-01', '2025-02-28'))).toEqual(range('2024-02-01', '2024-02-29'))
  expect(getReportPeriodOneYearEarlier(range('2024-02-01', '2024-02-29'))).toEqual(range('2023-02-01', '2023-02-28'))
})

test('the beginning of a month is compared with the same days of the month before, at most until its end', () => {
  expect(getPreviousReportPeriod(range('2026-11-01', '2026-11-28'))).toEqual(range('2026-10-01', '2026-10-28'))
  expect(getPreviousReportPeriod(range('2026-03-01', '2026-03-30'))).toEqual(range('2026-02-01', '2026-02-28'))
  expect(getReportPeriodOneYearEarlier(range('2028-02-01', '2028-02-15'))).toEqual(range('2027-02-01', '2027-02-15'))
})

test('any other range is compared with as many days before it', () => {
  expect(getPreviousReportPeriod(range('2026-11-10', '2026-11-12'))).toEqual(range('2026-11-07', '2026-11-09'))
  expect(getPreviousReportPeriod(range('2026-01-01', '2026-11-28'))).toEqual(range('2025-02-03', '2025-12-31'))
  expect(getReportPeriodOneYearEarlier(range('2024-02-29', '2024-03-01'))).toEqual(range('2023-02-28', '2023-03-01'))
})

test('points of days, weeks from the first day, and months', () => {
  expect(listFirstDaysOfChartPoints('day', range('2026-02-27', '2026-03-01'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(listFirstDaysOfChartPoints('week', range('2026-11-01', '2026-11-15'))).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
  expect(listFirstDaysOfChartPoints('month', range('2026-10-15', '2026-12-01'))).toEqual(['2026-10-15', '2026-11-01', '2026-12-01'])
  for (const grain of ['day', 'week', 'month'] as const)
    expect(
      listFirstDaysOfChartPoints(grain, range('2026-10-15', '2026-12-01')).map((day) =>
        getChartPointIndexOfDay(grain, { from: '2026-10-15' }, day),
      ),
    ).toEqual(listFirstDaysOfChartPoints(grain, range('2026-10-15', '2026-12-01')).map((_, at) => at))
})

test('the points of a range end, also at the end of the calendar', () => {
  expect(listFirstDaysOfChartPoints('day', range('9999-12-30', '9999-12-31'))).toEqual(['9999-12-30', '9999-12-31'])
  expect(listFirstDaysOfChartPoints('month', range('9999-11-15', '9999-12-31'))).toEqual(['9999-11-15', '9999-12-01'])
  for (const day of ['1999-12-31', '2100-01-01', '9999-12-31']) expect(ReportDay.safeParse(day).success).toBe(false)
  for (const day of ['2000-01-01', '2099-12-31']) expect(ReportDay.safeParse(day).success).toBe(true)
})
