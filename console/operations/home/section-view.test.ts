import { expect, test } from 'vitest'
import {
  formatHomeSectionAudience,
  formatHomeSectionContentAndDays,
  homeSectionName,
  moveListEntry,
  toHomeSectionState,
} from './section-view.ts'

const section = {
  id: 'a',
  kind: 'picked' as const,
  title: '',
  text: '',
  target: '',
  goodsRule: 'sales' as const,
  goodsIds: [],
  goodsCount: 10,
  dateFrom: null,
  dateTo: null,
  guests: true,
  levels: [1 as const, 2 as const, 3 as const, 4 as const],
  shown: true,
  rowVersion: 0,
}

test('a home section says what it shows, when and to whom', () => {
  expect([homeSectionName(section), homeSectionName({ ...section, title: '热卖' })]).toEqual(['精选商品', '热卖'])
  expect(formatHomeSectionContentAndDays(section)).toBe('精选商品 · 热销前 10 个')
  expect(formatHomeSectionContentAndDays({ ...section, goodsRule: 'hand', goodsIds: ['x'], dateTo: '2026-12-01' })).toBe(
    '精选商品 · 手工选择 1 个 · 即日 至 2026-12-01',
  )
  expect(formatHomeSectionAudience(section)).toBe('所有人')
  expect(formatHomeSectionAudience({ ...section, guests: false })).toBe('全部会员')
  expect(formatHomeSectionAudience({ ...section, levels: [4, 3] })).toBe('游客、黄金会员、铂金会员')
})

test('the state of a section follows its first and last day, both inclusive', () => {
  const days = { ...section, dateFrom: '2026-11-02', dateTo: '2026-11-03' }
  expect(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map((day) => toHomeSectionState(days, day))).toEqual([
    'later',
    'now',
    'now',
    'over',
  ])
  expect(toHomeSectionState({ ...days, shown: false }, '2026-11-02')).toBe('off')
})

test('an entry can be moved up and down', () => {
  expect([moveListEntry('abc'.split(''), 0, 2), moveListEntry('abc'.split(''), 2, 0)].map((list) => list.join(''))).toEqual(['bca', 'cab'])
})
