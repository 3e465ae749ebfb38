import { expect, test } from 'vitest'
import type { GoodsRating } from '#contract/orders/comments/shapes.ts'
import { commentFiltersByName, computeStarSharePercent, formatAverageStars, parseCommentFilterName } from './goods-comments-view.ts'

const rating: GoodsRating = { count: 8, tenths: 41, byStars: [4, 2, 1, 0, 1], pictured: 3 }

test('an average rating has one decimal place', () => {
  expect(formatAverageStars(rating)).toBe('4.1')
  expect(formatAverageStars({ ...rating, tenths: 50 })).toBe('5.0')
})

test('every filter shows its number of comments', () => {
  const counts = Object.entries(commentFiltersByName).map(([name, { of }]) => `${name} ${of(rating)}`)
  expect(counts).toEqual(['all 8', 'good 6', 'mid 1', 'bad 1', 'pictured 3', 's5 4', 's4 2', 's3 1', 's2 0', 's1 1'])
})

test('the share of a star is a whole percentage, and zero without comments', () => {
  expect([computeStarSharePercent(1, rating), computeStarSharePercent(0, { ...rating, count: 0 })]).toEqual([13, 0])
})

test('an unknown filter shows all comments', () => {
  expect([parseCommentFilterName('s3'), parseCommentFilterName('toString'), parseCommentFilterName(undefined)]).toEqual([
    's3',
    'all',
    'all',
  ])
})
