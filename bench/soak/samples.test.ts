import { expect, test } from 'vitest'
import { computeSoakGrowth, type SoakFigure, type SoakSample } from './samples.ts'

const steady: SoakSample = { rss: 400, heap: 120, handles: 90, sockets: 40, connections: 20, jobs: 0 }
const grown = (figure: SoakFigure, by: number): SoakSample[] =>
  Array.from({ length: 9 }, (_, at) => Object.assign({}, steady, { [figure]: steady[figure] + at * by }))
const passed = (samples: readonly SoakSample[]) =>
  computeSoakGrowth(samples, 1.1)
    .filter(({ kept }) => !kept)
    .map(({ figure }) => figure)

test.each([
  ['rss', 8],
  ['heap', 4],
  ['handles', 3],
  ['sockets', 3],
  ['connections', 1],
  ['jobs', 10],
] as const)('a run whose %s grow by %d with each sample has passed the limit, and no other figure has', (figure, by) => {
  expect(passed(grown(figure, by))).toEqual([figure])
})

test('a steady run, and one with a single outlier, have not', () => {
  const outlier = Object.assign({}, steady, { rss: 4_000, jobs: 900 })
  expect(passed(Array.from({ length: 9 }, () => steady))).toEqual([])
  expect(passed([...Array.from({ length: 8 }, () => steady), outlier])).toEqual([])
})

test('memory and queues may grow by their slack, and nothing else by more than the limit, however small it is', () => {
  const small: SoakSample = { rss: 40, heap: 12, handles: 9, sockets: 4, connections: 2, jobs: 0 }
  const more = Object.assign({}, small, { rss: 47, heap: 19, handles: 10, sockets: 5, connections: 3, jobs: 50 })
  expect(passed([small, small, more])).toEqual(['handles', 'sockets', 'connections'])
})
