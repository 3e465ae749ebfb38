import { expect, test } from 'vitest'
import { getNextHistoryState, parseHashLocation } from './hash-history.ts'

const state = { key: 'k', __TSR_key: 'k', __TSR_index: 3 }

test.each([
  ['', '/', ''],
  ['#', '/', ''],
  ['#/', '/', ''],
  ['#/shop?keyword=u84', '/shop', '?keyword=u84'],
  ['#/shop?keyword=u84?r=1', '/shop', '?keyword=u84?r=1'],
  ['#/detail?goodsId=1#comments', '/detail', '?goodsId=1'],
  ['#//evil.example/cart?a=1', '/evil.example/cart', '?a=1'],
])('the hash %j is parsed as a screen', (hash, pathname, search) => {
  expect(parseHashLocation(hash, state)).toMatchObject({ pathname, search, state })
})

test('the first address starts a new history, an address typed later continues it', () => {
  expect(parseHashLocation('#/cart', null)).toMatchObject({ href: '/cart', state: { __TSR_index: 0 } })
  expect(getNextHistoryState({ state })).toMatchObject({ __TSR_index: 4 })
})
