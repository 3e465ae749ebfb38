import { expect, test } from 'vitest'
import { listHomeOrderTiles } from './account-view.ts'

test('four order states are always shown, others if they have orders, at most five in total', () => {
  expect(listHomeOrderTiles([]).map(({ state, count }) => [state, count])).toEqual([
    ['WAIT_PAY', 0],
    ['WAIT_SEND', 0],
    ['SENT', 0],
    ['WAIT_COMMENT', 0],
  ])
  const busy = listHomeOrderTiles([
    { state: 'WAIT_APPROVAL', count: 2 },
    { state: 'PART_SENT', count: 1 },
    { state: 'DONE', count: 9 },
  ])
  expect(busy.map(({ state }) => state)).toEqual(['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT'])
})
