import { expect, test } from 'vitest'
import type { ReviewRow } from '#contract/people/verification/api.ts'
import { isPastPromisedDay, toReviewStatus } from './verification-view.ts'

const now = new Date('2026-11-21T06:00:00Z')
const row = { state: 'WAIT', claimedBy: null, claimedUntil: null, secondNeeded: false } as ReviewRow

test('a case is somebody’s only as long as the claim lasts', () => {
  const claimed = { ...row, claimedBy: '运营小岩', claimedUntil: new Date('2026-11-21T06:20:00Z') }
  expect(toReviewStatus(row, now)).toEqual({ label: '待领取', tone: 'wait' })
  expect(toReviewStatus(claimed, now).label).toBe('运营小岩 处理中')
  expect(toReviewStatus(claimed, new Date('2026-11-21T06:20:00Z')).label).toBe('待领取')
  expect(toReviewStatus({ ...row, secondNeeded: true }, now).label).toBe('待第二人复核')
  expect([toReviewStatus({ ...row, state: 'PASS' }, now).tone, toReviewStatus({ ...row, state: 'FAIL' }, now).tone]).toEqual([
    'good',
    'bad',
  ])
})

test('a case is late from the day after the promised one, while it waits', () => {
  expect(isPastPromisedDay({ state: 'WAIT', expectedDay: '2026-11-20' }, '2026-11-20')).toBe(false)
  expect(isPastPromisedDay({ state: 'WAIT', expectedDay: '2026-11-20' }, '2026-11-21')).toBe(true)
  expect(isPastPromisedDay({ state: 'PASS', expectedDay: '2026-11-20' }, '2026-11-21')).toBe(false)
})
