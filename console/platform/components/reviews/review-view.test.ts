import { expect, test } from 'vitest'
import { isReviewLate } from './review-view.ts'

test('a waiting case is late from the day after the promised one', () => {
  expect(isReviewLate({ waiting: true, day: '2026-11-20' }, '2026-11-20')).toBe(false)
  expect(isReviewLate({ waiting: true, day: '2026-11-20' }, '2026-11-21')).toBe(true)
  expect(isReviewLate({ waiting: false, day: '2026-11-20' }, '2026-11-21')).toBe(false)
})
