import { expect, test } from 'vitest'
import { parseShopFilter } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { nextTableSort, parseTableOrder, toSkuListInput } from './table-view.ts'

test('the head of a column sorts upwards, then downwards, then not at all', () => {
  expect(nextTableSort(undefined, 'price')).toBe('price')
  expect(nextTableSort(parseTableOrder('price'), 'price')).toBe('-price')
  expect(nextTableSort(parseTableOrder('-price'), 'price')).toBeUndefined()
  expect(nextTableSort(parseTableOrder('-price'), 'code')).toBe('code')
})

test.each([
  [{}, {}],
  [{ tableSort: 'price' }, { sort: 'price', descending: false }],
  [{ tableSort: '-attribute.D' }, { sort: 'attribute', sortAttribute: 'D', descending: true }],
  [{ tableSort: 'nonsense' }, {}],
  [
    { choices: 'D:1~2', inStock: '1' },
    { choices: ['D:1~2'], inStock: true },
  ],
])('the address %o asks for %o', (address, asked) =>
  expect(toSkuListInput(parseShopFilter(address))).toEqual({ pageNo: 1, pageSize: 20, ...asked }),
)
