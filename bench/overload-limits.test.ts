import { expect, test } from 'vitest'
import { listOverloadLimits, type OverloadFigures } from './overload-limits.ts'

const usual = Array.from({ length: 199 }, () => 100)
const good: OverloadFigures = {
  health: usual,
  unwell: 0,
  // One of two hundred is slower than the p99.
  accepted: [...usual, 4_000],
  refused: [...usual, 900],
  other: 0,
  lateMs: 100,
  payments: 100,
  paid: 99,
  settled: 99,
  recoveryMs: 5_000,
}
const broken = (change: Partial<OverloadFigures>) => listOverloadLimits({ ...good, ...change }).filter(({ kept }) => !kept)

test('figures at their limits keep all of them, and the slowest refusal is named beside the p99 that is limited', () => {
  expect(broken({})).toEqual([])
  expect(listOverloadLimits(good).find(({ name }) => name.startsWith('refused'))).toMatchObject({
    name: 'refused 200: p99 is limited, slowest 900.0 ms',
    value: '100.0 ms',
  })
})

test.each<[string, Partial<OverloadFigures>]>([
  ['/healthz and /readyz', { health: [101] }],
  ['/healthz and /readyz', { unwell: 1 }],
  ['refused', { refused: [101] }],
  ['accepted', { accepted: [1_001] }],
  ['paid on credit', { paid: 98 }],
  ['settled by a callback', { settled: 98 }],
  ['neither', { other: 1 }],
  ['recovery', { recoveryMs: 5_001 }],
  ['generator late', { lateMs: 100.1 }],
])('%s: %j breaks its limit alone', (name, change) => {
  expect(broken(change)).toMatchObject([{ name: expect.stringContaining(name) }])
})
