import { beforeEach, expect, test } from 'vitest'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { setCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { clearToken, storeToken } from '#storefront/platform/sessions/token.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import { clearWaitingOrder, readWaitingOrder, saveWaitingOrder } from './waiting-order-storage.ts'

const stored = stubStorage()
const NOW = new Date('2026-11-18T06:00:00Z')
const HALF_A_DAY_MS = 12 * 3_600_000
const lin = { userId: 'lin', enterpriseId: 'a' }
const ORDER = '/order_info?cartIds=1,2'

function becomeKnown(membership: typeof lin): void {
  storeToken(`of ${membership.userId} in ${membership.enterpriseId}`)
  setCurrentMembership(membership)
  emitClientEvent('loginSuccess', membership)
}

beforeEach(() => {
  stored.clear()
  becomeKnown(lin)
  saveWaitingOrder(ORDER, NOW)
})

test('the order waits for the person who has left it, also when he has logged in again, until he is with it again', () => {
  expect(readWaitingOrder(NOW)).toBe(ORDER)
  becomeKnown(lin)
  expect(readWaitingOrder(NOW)).toBe(ORDER)
  clearWaitingOrder()
  expect(readWaitingOrder(NOW)).toBeUndefined()
})

test.each<[string, () => void]>([
  ['another company of the same person', () => becomeKnown({ ...lin, enterpriseId: 'b' })],
  ['another person in the same company', () => becomeKnown({ ...lin, userId: 'wang' })],
  ['a logout', () => clearToken({ loggedOut: true })],
])('%s ends it, also for the return of the first', (_, happens) => {
  happens()
  expect(readWaitingOrder(NOW)).toBeUndefined()
  becomeKnown(lin)
  expect(readWaitingOrder(NOW)).toBeUndefined()
})

test('it waits for half a day, and no other page is kept', () => {
  expect(readWaitingOrder(new Date(NOW.getTime() + HALF_A_DAY_MS - 1))).toBe(ORDER)
  expect(readWaitingOrder(new Date(NOW.getTime() + HALF_A_DAY_MS))).toBeUndefined()
  clearWaitingOrder()
  saveWaitingOrder('/wallet', NOW)
  expect(readWaitingOrder(NOW)).toBeUndefined()
})
