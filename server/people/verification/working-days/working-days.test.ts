import { expect, test } from 'vitest'
import { getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { computeReviewDueDay } from './working-days.ts'

const mall = await openMall()
const submittedOn = (day: string, hour = 12) => {
  mall.clock.now = new Date(getStartOfShanghaiDay(day).getTime() + hour * 3_600_000)
  return computeReviewDueDay(mall.db, mall.moment())
}

test.each([
  ['a Wednesday', '2026-11-18', '2026-11-25'],
  ['a Friday', '2026-11-20', '2026-11-27'],
  ['a Saturday', '2026-11-21', '2026-11-27'],
  // 1–7 October are free, 10 October is worked, 11 October is a Sunday.
  ['the eve of the national holidays', '2026-09-30', '2026-10-13'],
  ['the middle of them', '2026-10-03', '2026-10-13'],
  // The spring festival of 2026: 15–23 February are free, the 14th and the 28th are worked.
  ['the last working day before the spring festival', '2026-02-14', '2026-02-28'],
  ['the first of May', '2026-05-01', '2026-05-11'],
])('what is submitted on %s is reviewed within five working days', async (_, submitted, expected) => {
  expect(await submittedOn(submitted)).toBe(expected)
})

test('the day is that in Shanghai at any hour', async () => {
  expect([await submittedOn('2026-11-18', 0), await submittedOn('2026-11-18', 23.99)]).toEqual(['2026-11-25', '2026-11-25'])
})

test('in a year without calendar data weekdays are working days, until staff say otherwise', async () => {
  expect(await submittedOn('2027-01-29')).toBe('2027-02-05')
  const days = [
    { day: '2027-02-01', working: false, name: '春节' },
    { day: '2027-02-02', working: false, name: '春节' },
    { day: '2027-02-06', working: true, name: '调休上班' },
  ]
  await mall.runInTransaction((tx) => tx.insertInto('holiday').values(days).execute())
  expect(await submittedOn('2027-01-29')).toBe('2027-02-08')
})

test('entries of staff override the calendar in both directions', async () => {
  const days = [
    { day: '2026-10-08', working: false, name: '停电' },
    { day: '2026-10-01', working: true, name: '加班' },
  ]
  await mall.runInTransaction((tx) => tx.insertInto('holiday').values(days).execute())
  expect(await submittedOn('2026-10-07')).toBe('2026-10-14')
  expect(await submittedOn('2026-09-30')).toBe('2026-10-13')
})
