import { expect, test } from 'vitest'
import { parseGoodsListFilter } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { nextSkuTableSort, parseSkuTableSort, toSkuListInput } from './table-view.ts'

test('the head of a column sorts upwards, then downwards, then not at all', () => {
  expect(nextSkuTableSort(undefined, 'price')).toBe('price')
  expect(nextSkuTableSort(parseSkuTableSort('price'), 'price')).toBe('-price')
  expect(nextSkuTableSort(parseSkuTableSort('-price'), 'price')).toBeUndefined()
  expect(nextSkuTableSort(parseSkuTableSort('-price'), 'code')).toBe('code')
})

test.each([
  [{}, {}],
  [{ tableSort: 'price' }, { sort: 'price', descending: false }],
  [{ tableSort: '-creditPrice' }, { sort: 'creditPrice', descending: true }],
  [{ tableSort: '-attribute.D' }, { sort: 'attribute', sortAttribute: 'D', descending: true }],
  [{ tableSort: 'nonsense' }, {}],
  [
    { choices: 'D:1~2', inStock: '1' },
    { choices: ['D:1~2'], inStock: true },
  ],
])('the address %o asks for %o', (address, asked) =>
  expect(toSkuListInput(parseGoodsListFilter(address))).toEqual({ pageNo: 1, pageSize: 20, ...asked }),
)
