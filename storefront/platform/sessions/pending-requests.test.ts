import { beforeEach, expect, test } from 'vitest'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import {
  addPendingRequest,
  dropGuestRequests,
  dropPendingRequests,
  listPendingActionLabels,
  setCurrentMembership,
  takePendingRequests,
} from './pending-requests.ts'

const lin = { userId: 'lin', enterpriseId: 'a' }
const request = (goodsNum: number) => ({ endpoint: cartEndpoints.add, wire: { skuId: 's', goodsNum }, options: {} })
const answer = { status: 200, code: 200, msg: 'success', success: true, data: { count: 3 } }

/** The result of a pending request: an answer, or the silent error of a dropped one. */
const outcome = (parked: Promise<unknown> | undefined) => parked?.catch((error: Error) => error.message)
const GIVEN_UP = '授权处理中'

beforeEach(dropPendingRequests)

test('pending requests are sent again in order for the same user and company, and callers get the answers', async () => {
  setCurrentMembership(lin)
  const first = addPendingRequest(request(1))
  const second = outcome(addPendingRequest(request(2)))
  const taken = takePendingRequests(lin)
  expect(taken.map((parked) => parked.request)).toEqual([request(1), request(2)])
  taken[0]?.resolve(answer)
  expect(await first).toBe(answer)
  taken[1]?.reject(new Error('没有库存'))
  expect(await second).toBe('没有库存')
})

test.each([
  { userId: 'wang', enterpriseId: 'a' },
  { userId: 'lin', enterpriseId: 'b' },
])('nobody else completes a pending request: %j', async (other) => {
  setCurrentMembership(lin)
  const parked = outcome(addPendingRequest(request(1)))
  expect(takePendingRequests(other)).toEqual([])
  expect(takePendingRequests(lin)).toEqual([])
  expect(await parked).toBe(GIVEN_UP)
})

test('the request of an unknown member is not kept', () => {
  expect(addPendingRequest(request(1))).toBeUndefined()
  expect(takePendingRequests(lin)).toEqual([])
})

test('logging out drops the pending requests', async () => {
  setCurrentMembership(lin)
  const parked = outcome(addPendingRequest(request(1)))
  dropPendingRequests()
  expect(takePendingRequests(lin)).toEqual([])
  expect(await parked).toBe(GIVEN_UP)
})

test('a guest request is sent for the next user to log in, unless the login screen was left', async () => {
  void addPendingRequest(request(1), { byGuest: true })
  expect(takePendingRequests(lin).map((parked) => parked.request)).toEqual([request(1)])
  setCurrentMembership(undefined)
  const parked = outcome(addPendingRequest(request(2), { byGuest: true }))
  dropGuestRequests()
  expect(await parked).toBe(GIVEN_UP)
  expect(takePendingRequests(lin)).toEqual([])
})

test('leaving the login screen keeps the pending requests of an expired session', () => {
  setCurrentMembership(lin)
  void addPendingRequest(request(1))
  dropGuestRequests()
  expect(takePendingRequests(lin)).toHaveLength(1)
})

test('pending requests are described briefly, each text once', () => {
  setCurrentMembership(lin)
  for (const wanted of [request(1), request(2), { ...request(1), endpoint: addressEndpoints.add }]) void outcome(addPendingRequest(wanted))
  expect(listPendingActionLabels()).toEqual(['加入购物车', '新增收货地址'])
})
