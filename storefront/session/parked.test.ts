import { beforeEach, expect, test } from 'vitest'
import { cart } from '../../contract/cart/api.ts'
import { dropParked, nameSeat, park, takeParked } from './parked.ts'

const lin = { userId: 'lin', enterpriseId: 'a' }
const request = (goodsNum: number) => ({ endpoint: cart.add, wire: { skuId: 's', goodsNum }, options: {} })

beforeEach(dropParked)

test('a parked request is sent again by its own person in its own company, in order', () => {
  nameSeat(lin)
  park(request(1))
  park(request(2))
  expect(takeParked(lin)).toEqual([request(1), request(2)])
})

test.each([
  { userId: 'wang', enterpriseId: 'a' },
  { userId: 'lin', enterpriseId: 'b' },
])('nobody else finishes what he began: %j', (other) => {
  nameSeat(lin)
  park(request(1))
  expect(takeParked(other)).toEqual([])
  expect(takeParked(lin)).toEqual([])
})

test('a request of nobody we know is not kept', () => {
  park(request(1))
  expect(takeParked(lin)).toEqual([])
})

test('logging off forgets what waits', () => {
  nameSeat(lin)
  park(request(1))
  dropParked()
  expect(takeParked(lin)).toEqual([])
})
