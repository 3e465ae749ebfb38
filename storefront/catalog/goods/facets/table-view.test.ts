import { expect, test } from 'vitest'
import { parseGoodsListFilter } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { nextParametricTableSort, parseParametricTableSort, toSkuListInput } from './table-view.ts'

test('clicking a column heading sorts ascending, then descending, then not at all', () => {
  expect(nextParametricTableSort(undefined, 'price')).toBe('price')
  expect(nextParametricTableSort(parseParametricTableSort('price'), 'price')).toBe('-price')
  expect(nextParametricTableSort(parseParametricTableSort('-price'), 'price')).toBeUndefined()
  expect(nextParametricTableSort(parseParametricTableSort('-price'), 'code')).toBe('code')
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
])('the address %o sends the input %o', (address, asked) =>
  expect(toSkuListInput(parseGoodsListFilter(address))).toEqual({ pageNo: 1, pageSize: 20, ...asked }),
)
