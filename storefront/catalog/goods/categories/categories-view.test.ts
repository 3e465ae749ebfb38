import { expect, test } from 'vitest'
import { createSampleGoodsCard } from '#storefront/catalog/goods/testing/samples.ts'
import { categoryLink, groupGoodsBySubCategory, parseCategorySelection, SUB_CATEGORY_ROW_GOODS_MAX } from './categories-view.ts'

const picks = {
  id: 1,
  name: '截齿',
  goodsCount: 12,
  image: '00000000-0000-8000-8000-000000000084',
  children: [
    { id: 2, name: '采煤截齿', goodsCount: 8 },
    { id: 5, name: '齿座', goodsCount: 4 },
  ],
}
const diesel = { id: 18, name: '柴油', goodsCount: 3, image: null, children: [{ id: 19, name: '散装柴油', goodsCount: 3 }] }
const tree = [picks, diesel]

test.each([
  [{}, '截齿', undefined],
  [{ categoryId: '18' }, '柴油', undefined],
  [{ categoryId: '1', subId: '5' }, '截齿', '齿座'],
  [{ subId: '19' }, '柴油', '散装柴油'],
  [{ categoryId: '18', subId: '5' }, '柴油', undefined],
  [{ categoryId: 'x', subId: 'y' }, '截齿', undefined],
])('the address %j selects category %s, sub-category %s', (search, category, sub) => {
  const place = parseCategorySelection(tree, search)
  expect([place?.category.name, place?.sub?.name]).toEqual([category, sub])
})

test('an empty category tree has no selection', () => expect(parseCategorySelection([], {})).toBeUndefined())

test('the link of a category is parsed back to the same selection', () => {
  expect(categoryLink(diesel)).toEqual({ to: '/categories', search: { categoryId: '18' } })
  expect(parseCategorySelection(tree, categoryLink(picks, picks.children[1]).search)).toEqual({ category: picks, sub: picks.children[1] })
})

test('goods are grouped by sub-category in tree order, at most one row each', () => {
  const seats = Array.from({ length: SUB_CATEGORY_ROW_GOODS_MAX + 2 }, () => createSampleGoodsCard({ categoryId: 5 }))
  const rows = groupGoodsBySubCategory(picks, [
    ...seats,
    createSampleGoodsCard({ categoryId: 2 }),
    createSampleGoodsCard({ categoryId: 19 }),
  ])
  expect(rows.map(({ sub, goods }) => [sub.name, goods.length])).toEqual([
    ['采煤截齿', 1],
    ['齿座', SUB_CATEGORY_ROW_GOODS_MAX],
  ])
  expect(groupGoodsBySubCategory(picks, [])).toEqual([])
})
