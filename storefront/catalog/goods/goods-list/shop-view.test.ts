import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  type GoodsListRoute,
  isUnfilteredGoodsList,
  parseGoodsListFilter,
  parsePrice,
  priceError,
  toActiveFilters,
  toChangedGoodsListLink,
  toGoodsListInput,
  toGoodsListSearchParams,
  toGoodsListSearchParamsWithChange,
  toSubCategoryOptions,
  toUnfilteredGoodsListLink,
} from './shop-view.ts'

const categories = [
  {
    id: 1,
    name: '截齿',
    goodsCount: 12,
    image: '00000000-0000-8000-8000-000000000084',
    children: [
      { id: 2, name: '采煤截齿', goodsCount: 8 },
      { id: 5, name: '齿座', goodsCount: 4 },
    ],
  },
  { id: 7, name: '铣刨齿', goodsCount: 6, image: null, children: [{ id: 10, name: '齿座', goodsCount: 6 }] },
]

const shopId = '01a1ffca-ac47-7018-9e20-0452be9e417f'
const names = { categories, shopName: '岩锋截齿工具' }

const full = {
  categoryId: '1',
  shopId,
  subName: '齿座',
  keyword: 'DZ-38',
  priceMin: '10',
  priceMax: '99.5',
  inStock: '1',
  hardness: '3',
  brands: shopId,
  choices: 'GRADE:YG8,D:20~30',
  view: 'table',
  tableSort: '-price',
  sort: 'priceUp',
  pageNo: '2',
}

test('an address survives the round trip unchanged', () => expect(toGoodsListSearchParams(parseGoodsListFilter(full))).toEqual(full))

test('the input of the call matches the address, with prices in fen', () =>
  expect(toGoodsListInput(parseGoodsListFilter(full))).toEqual({
    categoryId: 1,
    shopId,
    subName: '齿座',
    keyword: 'DZ-38',
    priceMin: 1_000,
    priceMax: 9_950,
    inStock: true,
    hardness: 3,
    brandIds: [shopId],
    choices: ['GRADE:YG8', 'D:20~30'],
    facets: true,
    sort: 'priceUp',
    pageNo: 2,
    pageSize: 20,
  }))

test('an address without parameters asks for all goods', () => {
  expect(toGoodsListInput(parseGoodsListFilter({}))).toEqual({ pageNo: 1, pageSize: 20, sort: 'default', facets: true })
  expect(toGoodsListSearchParams(parseGoodsListFilter({}))).toEqual({})
})

const places: [GoodsListRoute, address: Record<string, string>, kept: Record<string, string>, asked: object][] = [
  [
    { to: '/brand', search: { brandId: shopId }, of: { brandIds: [shopId] } },
    { brandId: shopId, brands: '01a1ffca-ac47-7018-9e20-000000000000', categoryId: '10', choices: 'GRADE:YG8' },
    { brandId: shopId, categoryId: '10', choices: 'GRADE:YG8' },
    { brandIds: [shopId], categoryId: 10, choices: ['GRADE:YG8'] },
  ],
  [
    { to: '/by_machine', search: { machineModelId: shopId }, of: { machineModelId: shopId } },
    { machineModelId: shopId, inStock: '1', brands: shopId },
    { machineModelId: shopId, inStock: '1', brands: shopId },
    { machineModelId: shopId, inStock: true, brandIds: [shopId] },
  ],
  [
    { to: '/categories', search: { categoryId: '1' }, of: { categoryId: 1 } },
    { categoryId: '1', inStock: '1' },
    { categoryId: '1', inStock: '1' },
    { categoryId: 1, inStock: true },
  ],
  [
    { to: '/categories2', search: { categoryId: '1', subId: '2' }, of: { categoryId: 2 } },
    { categoryId: '1', subId: '2', choices: 'D:20~30' },
    { categoryId: '1', subId: '2', choices: 'D:20~30' },
    { categoryId: 2, choices: ['D:20~30'] },
  ],
]

test.each(places)('the list of goods at %j can be filtered like the shop page and keeps its scope', (place, address, kept, asked) => {
  const filter = parseGoodsListFilter(address, place)
  expect(toGoodsListSearchParams(filter)).toEqual(kept)
  expect(toGoodsListInput(filter)).toEqual({ pageNo: 1, pageSize: 20, sort: 'default', facets: true, ...asked })
  expect(toChangedGoodsListLink(filter, { table: true })).toEqual({ to: place.to, search: { ...kept, view: 'table' } })
  expect(toUnfilteredGoodsListLink(filter)).toEqual({ to: place.to, search: place.search })
  for (const { without } of toActiveFilters(filter, names)) expect(without).toMatchObject(place.search)
})

test('a list is unfiltered as long as no filter, sorting, view or page is set', () => {
  const place: GoodsListRoute = { to: '/categories', search: { categoryId: '1' }, of: { categoryId: 1 } }
  const isWhole = (more: Record<string, string>) => isUnfilteredGoodsList(parseGoodsListFilter({ categoryId: '1', ...more }, place))
  expect([isWhole({}), isWhole({ pageNo: '0' }), isWhole({ sort: 'default' })]).toEqual([true, true, true])
  const chosen = [{ inStock: '1' }, { sort: 'sales' }, { view: 'table' }, { pageNo: '2' }, { choices: 'D:20~30' }]
  expect(chosen.map(isWhole)).toEqual(chosen.map(() => false))
})

test.each([
  [{ categoryId: '-1' }],
  [{ categoryId: '1e3' }],
  [{ categoryId: '99999999999' }],
  [{ priceMin: 'abc' }],
  [{ priceMax: '1.234' }],
  [{ priceMax: '9999999999999' }],
  [{ shopId: '7' }],
  [{ hardness: '6' }],
  [{ hardness: '0' }],
  [{ sort: 'toString' }],
  [{ pageNo: '0' }],
  [{ pageNo: '501' }],
  [{ inStock: 'true' }],
  [{ keyword: '   ' }],
])('an invalid parameter is ignored: %j', (search) => expect(toGoodsListSearchParams(parseGoodsListFilter(search))).toEqual({}))

test('a keyword is cut to the maximum length of the server', () =>
  expect(parseGoodsListFilter({ keyword: '齿'.repeat(80) }).keyword).toHaveLength(50))

test('every new filter resets the page to 1, changing the page does not', () => {
  const filter = parseGoodsListFilter(full)
  expect(toGoodsListSearchParamsWithChange(filter, { inStock: false })).not.toHaveProperty('pageNo')
  expect(toGoodsListSearchParamsWithChange(filter, { pageNo: 4 })).toEqual({ ...full, pageNo: '4' })
})

test('changing the category clears the sub-category', () => {
  expect(toGoodsListSearchParamsWithChange(parseGoodsListFilter(full), { categoryId: 7 })).not.toHaveProperty('subName')
  expect(toGoodsListSearchParamsWithChange(parseGoodsListFilter(full), { categoryId: undefined })).not.toHaveProperty('categoryId')
})

test('reversed price bounds are swapped', () =>
  expect(toGoodsListInput(parseGoodsListFilter({ priceMin: '50', priceMax: '20' }))).toMatchObject({ priceMin: 2_000, priceMax: 5_000 }))

test('without a category equal sub-categories are merged, the largest first', () => {
  expect(toSubCategoryOptions(categories, undefined)).toEqual([
    { name: '齿座', goodsCount: 10 },
    { name: '采煤截齿', goodsCount: 8 },
  ])
  expect(toSubCategoryOptions(categories, 7)).toEqual([{ name: '齿座', goodsCount: 6 }])
  expect(toSubCategoryOptions(categories, 99)).toEqual([])
})

test('active filters can be removed one by one', () => {
  const shown = toActiveFilters(parseGoodsListFilter(full), names)
  expect(shown.map(({ label }) => label)).toEqual([
    '搜索：DZ-38',
    '店铺：岩锋截齿工具',
    '分类：截齿',
    '系列：齿座',
    '现金价：¥10 – ¥99.5',
    '仅看有货',
    '硬度：f 4–6',
    '品牌：指定品牌',
    'GRADE：YG8',
    'D：20~30',
  ])
  expect(shown.at(-1)?.without).toMatchObject({ choices: 'GRADE:YG8', brands: shopId })
  expect(shown[4]?.without).not.toHaveProperty('priceMin')
  expect(shown[4]?.without).not.toHaveProperty('priceMax')
  expect(shown[0]?.without).toMatchObject({ categoryId: '1', subName: '齿座' })
  expect(shown[1]?.without).not.toHaveProperty('shopId')
  expect(toActiveFilters(parseGoodsListFilter({ priceMax: '80' }), names)[0]?.label).toBe('现金价：¥80 以下')
  expect(toActiveFilters(parseGoodsListFilter({}), names)).toEqual([])
})

test('a typed price is parsed or gives an error', () => {
  expect(priceError('')).toBeUndefined()
  expect(priceError(' 12.5 ')).toBeUndefined()
  expect(parsePrice(' 12.5 ')).toBe(fen(1_250))
  expect(priceError('12.555')).toBe('请输入金额，最多两位小数')
  expect(priceError('-1')).toBe('请输入金额，最多两位小数')
})
