import { expect, test } from 'vitest'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import {
  formatCategoryPath,
  formatCount,
  formatFileSize,
  formatFullDay,
  formatFullMonth,
  formatMonthDay,
  formatSurchargePercent,
  formatTimeLeft,
} from './format.ts'

test('amounts and counts are formatted exactly', () => {
  expect(formatMoney(fen(148_800))).toBe('¥1,488.00')
  expect(formatMoney(fen(-5))).toBe('¥-0.05')
  expect(formatCount(1_234_567)).toBe('1,234,567')
})

test.each([
  [494, '+4.9%'],
  [495, '+5.0%'],
  [0, '+0.0%'],
])('a surcharge of %i basis points is shown as %s', (basisPoints, text) => expect(formatSurchargePercent(basisPoints)).toBe(text))

test.each([
  [1, '1 KB'],
  [355_400, '348 KB'],
  [1_048_575, '1024 KB'],
  [2_516_582, '2.4 MB'],
])('a file of %d bytes is shown as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))

test('days and months are formatted in Chinese', () => {
  expect([formatMonthDay('2026-01-02'), formatFullDay('2026-01-02'), formatFullMonth('2026-01')]).toEqual([
    '1月2日',
    '2026年1月2日',
    '2026年1月',
  ])
})

test('a category is shown with its parent category', () => {
  expect([formatCategoryPath('截齿', '合金系列'), formatCategoryPath(null, '截齿')]).toEqual(['截齿 / 合金系列', '截齿'])
})

test('the time left is shown in its two largest units', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(formatTimeLeft(new Date('2026-11-22T04:30:00Z'), now)).toBe('1天4小时')
  expect(formatTimeLeft(new Date('2026-11-21T00:08:30Z'), now)).toBe('8分30秒')
  expect(formatTimeLeft(now, now)).toBe('')
})
