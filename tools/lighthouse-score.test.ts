import { expect, test } from 'vitest'
import { measuresOf, scoreOf } from './lighthouse-score.ts'

const perfect = { fcp: 300, lcp: 300, tbt: 0, cls: 0, bytes: 0 }

test('a page earns nine tenths at the good value of each measure, and half at the middling one', () => {
  expect(scoreOf('mobile', { fcp: 1_800, lcp: 2_500, tbt: 200, cls: 0.1, bytes: 0 })).toBe(90)
  expect(scoreOf('mobile', { fcp: 3_000, lcp: 4_000, tbt: 600, cls: 0.25, bytes: 0 })).toBe(50)
  expect(scoreOf('desktop', { fcp: 934, lcp: 1_200, tbt: 150, cls: 0.1, bytes: 0 })).toBe(90)
  expect(scoreOf('desktop', perfect)).toBe(100)
})

test('what blocks weighs most: a page that is stuck for a second loses three of nine parts', () => {
  expect(scoreOf('desktop', { ...perfect, tbt: 100_000 })).toBe(67)
})

test('only the part of a task beyond 50 ms and after the first paint blocks; shifts in one window add up', () => {
  const tasks = [
    { start: 0, duration: 400 },
    { start: 980, duration: 200 },
    { start: 2_000, duration: 49 },
  ]
  const shifts = [
    { at: 100, value: 0.02 },
    { at: 900, value: 0.03 },
    { at: 2_500, value: 0.04 },
  ]
  expect(measuresOf({ fcp: 1_000, lcp: 1_500, tasks, shifts, bytes: 7 })).toEqual({ fcp: 1_000, lcp: 1_500, tbt: 130, cls: 0.05, bytes: 7 })
})
