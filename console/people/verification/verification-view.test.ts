import { expect, test } from 'vitest'
import type { VerificationReviewRow } from '#contract/people/verification/api.ts'
import { toVerificationReviewStatus } from './verification-view.ts'

const now = new Date('2026-11-21T06:00:00Z')
const row = { state: 'WAIT', claimedBy: null, claimedUntil: null, secondNeeded: false } as VerificationReviewRow

test('a case belongs to its reviewer only until the claim expires', () => {
  const claimed = { ...row, claimedBy: '运营小岩', claimedUntil: new Date('2026-11-21T06:20:00Z') }
  expect(toVerificationReviewStatus(row, now)).toEqual({ label: '待领取', tone: 'wait' })
  expect(toVerificationReviewStatus(claimed, now).label).toBe('运营小岩 处理中')
  expect(toVerificationReviewStatus(claimed, new Date('2026-11-21T06:20:00Z')).label).toBe('待领取')
  expect(toVerificationReviewStatus({ ...row, secondNeeded: true }, now).label).toBe('待第二人复核')
  expect([
    toVerificationReviewStatus({ ...row, state: 'PASS' }, now).tone,
    toVerificationReviewStatus({ ...row, state: 'FAIL' }, now).tone,
  ]).toEqual(['good', 'bad'])
})
