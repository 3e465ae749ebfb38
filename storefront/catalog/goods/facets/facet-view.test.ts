import { expect, test } from 'vitest'
import type { AttributeFacet, GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import { parseGoodsListFilter } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import {
  addGoodsCountsToCategories,
  facetRangeBoundError,
  formatChosenFacetValueLabel,
  formatFacetRangeParam,
  replaceFacetRange,
  toFacetRangeFieldTexts,
  toggleChosenFacetValue,
} from './facet-view.ts'
import { toFiltersHidingAllGoods } from './filters-hiding-all-goods.ts'

const facet = { goodsCount: 3, decimals: 1, values: [], lower: null, upper: null }
const attributes: AttributeFacet[] = [
  { ...facet, code: 'GRADE', name: '合金牌号', kind: 'choice', unit: '' },
  { ...facet, code: 'D', name: '刃径', kind: 'number', unit: 'mm' },
]

test.each([
  ['GRADE:YG8', '合金牌号：YG8'],
  ['GRADE:5%2C5 %25', '合金牌号：5,5 %'],
  ['D:20~30', '刃径：20 – 30 mm'],
  ['D:20~', '刃径：20 mm 以上'],
  ['D:~30.5', '刃径：30.5 mm 以下'],
  ['D:20', '刃径：20'],
  ['GONE:1', 'GONE：1'],
])('the chosen value %s is shown as %s', (choice, label) => expect(formatChosenFacetValueLabel(choice, attributes)).toBe(label))

test('choosing a value adds it, choosing it again removes it', () => {
  const once = toggleChosenFacetValue(['D:20~'], { code: 'GRADE', value: 'a,b' })
  expect(once).toEqual(['D:20~', 'GRADE:a%2Cb'])
  expect(toggleChosenFacetValue(once, { code: 'GRADE', value: 'a,b' })).toEqual(['D:20~'])
})

test('a new range replaces the previous one, and an empty range removes it', () => {
  expect(replaceFacetRange(['GRADE:YG8', 'D:20~'], 'D', '~30')).toEqual(['GRADE:YG8', 'D:~30'])
  expect(replaceFacetRange(['GRADE:YG8', 'D:20~'], 'D', undefined)).toEqual(['GRADE:YG8'])
  expect(toFacetRangeFieldTexts(['D:20~30.5'], 'D')).toEqual({ from: '20', to: '30.5' })
  expect(toFacetRangeFieldTexts([], 'D')).toEqual({ from: '', to: '' })
})

test('a typed range is validated, and reversed bounds are swapped', () => {
  expect(formatFacetRangeParam('30', ' 20 ')).toBe('20~30')
  expect(formatFacetRangeParam('', '20')).toBe('~20')
  expect(formatFacetRangeParam(' ', '')).toBeUndefined()
  expect(facetRangeBoundError('20.5', 'mm')).toBeUndefined()
  expect(facetRangeBoundError('', 'mm')).toBeUndefined()
  expect(facetRangeBoundError('二十', 'mm')).toBe('请输入数字，最多 6 位小数，单位 mm')
  expect(facetRangeBoundError('1e3', '')).toBe('请输入数字，最多 6 位小数')
})

const facets: GoodsFacets = {
  attributes,
  brands: [],
  categories: [{ categoryId: 2, parentId: 1, goodsCount: 4 }],
  price: null,
  inStockCount: 0,
  hardness: [],
  looser: [
    { condition: 'stock', code: null, goodsCount: 1 },
    { condition: 'price', code: null, goodsCount: 0 },
    { condition: 'attribute', code: 'D', goodsCount: 5 },
  ],
}

test('the filters that hide most goods are suggested for removal, if removing them gives results', () => {
  const filter = parseGoodsListFilter({ choices: 'D:20~30,GRADE:YG8', inStock: '1', priceMin: '1' })
  expect(toFiltersHidingAllGoods(filter, facets)).toEqual([
    { label: '刃径', goodsCount: 5, change: { choices: ['GRADE:YG8'] } },
    { label: '仅看有货', goodsCount: 1, change: { inStock: false } },
  ])
})

test('category counts reflect the other filters', () => {
  const child = { id: 2, name: '采煤截齿', goodsCount: 9 }
  const tree = [{ id: 1, name: '截齿', goodsCount: 12, image: null, children: [child, { ...child, id: 3 }] }]
  expect(addGoodsCountsToCategories(tree, facets)).toEqual([
    {
      ...tree[0],
      goodsCount: 4,
      children: [
        { ...child, goodsCount: 4 },
        { ...child, id: 3, goodsCount: 0 },
      ],
    },
  ])
})
