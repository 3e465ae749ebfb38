import { expect, test } from 'vitest'
import { createSampleGoodsCard } from '#storefront/catalog/goods/testing/samples.ts'
import {
  formatSubCategoryNames,
  groupHomeSectionsByRow,
  parseProductMeasures,
  pickInStockGoods,
  pickRecommendedGoods,
} from './home-view.ts'

const good = (goodsId: string, soldOut = false) => createSampleGoodsCard({ goodsId, soldOut })
const ids = (goods: readonly { goodsId: string }[]) => goods.map(({ goodsId }) => goodsId)
const recommended = [
  { category: { id: 1, name: '截齿' }, goods: [good('a1'), good('a2', true), good('a3')] },
  { category: { id: 2, name: '柴油' }, goods: [] },
  { category: { id: 3, name: '铣刨齿' }, goods: [good('c1', true), good('c2')] },
]

test('credit and quick order share a row if adjacent in that order; the hero is in no row', () => {
  const rows = (...kinds: string[]) =>
    groupHomeSectionsByRow(kinds.map((kind) => ({ kind }))).map((row) => row.map(({ kind }) => kind).join('+'))
  expect(rows('stage', 'stock', 'credit', 'quickOrder', 'categories')).toEqual(['stock', 'credit+quickOrder'])
  expect(rows('quickOrder', 'credit', 'picked', 'picked')).toEqual(['quickOrder', 'credit', 'picked', 'picked'])
})

test('in-stock goods are taken from the categories in turn', () => {
  expect(ids(pickInStockGoods(recommended, 10))).toEqual(['a1', 'c2', 'a3'])
  expect(ids(pickInStockGoods(recommended, 2))).toEqual(['a1', 'c2'])
  expect(pickInStockGoods([], 5)).toEqual([])
})

test('a category shows goods that are not already shown above', () => {
  const found = pickRecommendedGoods(recommended, [good('a1')], '1', 5)
  expect(ids(found.goods)).toEqual(['a2', 'a3'])
  expect(found.categories.map(({ name }) => name)).toEqual(['截齿', '铣刨齿'])
})

test('a category shows its goods again if all of them are shown above', () =>
  expect(ids(pickRecommendedGoods(recommended, [good('c1'), good('c2')], '3', 5).goods)).toEqual(['c1', 'c2']))

test('a missing or empty category falls back to the first', () => {
  expect(pickRecommendedGoods(recommended, [], '2', 1)).toMatchObject({ chosen: { id: 1 } })
  expect(pickRecommendedGoods(recommended, [], 'x', 1)).toMatchObject({ chosen: { id: 1 } })
  expect(pickRecommendedGoods([], [], undefined, 5)).toEqual({ categories: [], chosen: undefined, goods: [] })
})

test('dimensions are parsed from the text of a SKU', () => {
  expect(parseProductMeasures('柄径 38 · 刀头 22 · 全长 155 mm')).toEqual([
    { label: '柄径', value: 'Φ38 mm' },
    { label: '刀头', value: 'Φ22 mm' },
    { label: '全长', value: '155 mm' },
  ])
  expect(parseProductMeasures('孔径 38 · 42CrMo · 45°')).toEqual([{ label: '孔径', value: 'Φ38 mm' }])
  expect(parseProductMeasures('国六 · 200 升起 · 车载计量')).toEqual([])
})

test('a category is described by its first two sub-categories', () =>
  expect(formatSubCategoryNames([{ name: '一' }, { name: '二' }, { name: '三' }, { name: '四' }])).toBe('一 · 二'))
