import { expect, test } from 'vitest'
import { getEntryIndexAfterArrowKey, groupSuggestions } from './suggestions-view.ts'

const none = { hot: [], purchased: [], partNumbers: [], goods: [], categories: [] }

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

test('the arrow keys wrap around through the search box, other keys do nothing', () => {
  expect([-1, 0, 2].map((at) => getEntryIndexAfterArrowKey(at, 'ArrowDown', 3))).toEqual([0, 1, -1])
  expect([-1, 0, 2].map((at) => getEntryIndexAfterArrowKey(at, 'ArrowUp', 3))).toEqual([2, -1, 1])
  expect([getEntryIndexAfterArrowKey(0, 'Enter', 3), getEntryIndexAfterArrowKey(-1, 'ArrowDown', 0)]).toEqual([undefined, undefined])
})
