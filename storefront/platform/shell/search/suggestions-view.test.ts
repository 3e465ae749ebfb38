import { expect, test } from 'vitest'
import type { Fen } from '#contract/platform/core/money.ts'
import { getEntryIndexAfterArrowKey, groupSuggestions } from './suggestions-view.ts'

const none = { hot: [], purchased: [], partNumbers: [], goods: [], categories: [], orders: [] }

test('suggestions are grouped in order, and goods ordered before are not suggested twice', () => {
  const own = { goodsId: 'a', skuCode: 'KT-U84', name: '截齿' }
  const groups = groupSuggestions({
    ...none,
    purchased: [own],
    partNumbers: [own, { goodsId: 'b', skuId: 's', skuCode: 'KT-U85', name: '镐齿' }],
    categories: [{ categoryId: 3, name: '截齿' }],
  })
  expect(groups.map(({ title, entries }) => [title, entries.map(({ text }) => text)])).toEqual([
    ['买过的', ['KT-U84']],
    ['型号', ['KT-U85']],
    ['分类', ['截齿']],
  ])
  expect(groups[1]?.entries[0]?.to).toEqual({ to: '/detail', search: { goodsId: 'b', skuId: 's' } })
  expect(groups.at(-1)?.entries[0]?.to).toEqual({ to: '/shop', search: { categoryId: '3' } })
  expect(groupSuggestions(none)).toEqual([])
  const instead = { ...own, replaces: 'KT-U80' }
  const keys = groupSuggestions({ ...none, purchased: [own], partNumbers: [instead] }).flatMap(({ entries }) =>
    entries.map(({ key }) => key),
  )
  expect(new Set(keys).size).toBe(2)
  expect(groupSuggestions({ ...none, purchased: [own], partNumbers: [instead] }).map(({ entries }) => entries[0]?.note)).toEqual([
    '截齿',
    '替代 KT-U80 · 截齿',
  ])
})

test('an entry says what it costs and whether it can be had; recent searches end with the entry that empties them', () => {
  const [purchased, goods, orders] = groupSuggestions({
    ...none,
    similar: true,
    goods: [{ goodsId: 'a', name: '采煤截齿', salePrice: 1_250 as Fen, soldOut: false, skuCount: 3 }],
    purchased: [{ goodsId: 'b', skuCode: 'U80', name: '截齿', salePrice: 900 as Fen, soldOut: true, belowMinimum: true }],
    orders: [{ orderNo: 'YF20261129000001' }],
  })
  expect([goods?.title, goods?.entries[0]?.terms]).toEqual(['相近的商品', '¥12.50 · 共 3 种规格 · 有货'])
  expect(purchased?.entries[0]?.terms).toBe('¥9.00 · 不足起订量')
  expect(orders?.entries[0]?.to).toEqual({ to: '/my_order_detail', search: { orderNo: 'YF20261129000001' } })
  const [recent] = groupSuggestions(none, ['齿 38柄'])
  expect(recent?.entries.map(({ text, clears }) => [text, clears])).toEqual([
    ['齿 38柄', undefined],
    ['清除最近搜索', true],
  ])
  expect(groupSuggestions(none)).toEqual([])
})

test('the arrow keys wrap around through the search box, other keys do nothing', () => {
  expect([-1, 0, 2].map((at) => getEntryIndexAfterArrowKey(at, 'ArrowDown', 3))).toEqual([0, 1, -1])
  expect([-1, 0, 2].map((at) => getEntryIndexAfterArrowKey(at, 'ArrowUp', 3))).toEqual([2, -1, 1])
  expect([getEntryIndexAfterArrowKey(0, 'Enter', 3), getEntryIndexAfterArrowKey(-1, 'ArrowDown', 0)]).toEqual([undefined, undefined])
})
