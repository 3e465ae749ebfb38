import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { toCreditGauge } from './credit-gauge-view.ts'

const account = (base: number, temp: number, drawn: number, held: number) => ({
  creditBaseAmount: fen(base),
  creditTempAmount: fen(temp),
  creditWaitReturnAmount: fen(drawn),
  heldAmount: fen(held),
})
const drawn = (gauge: ReturnType<typeof toCreditGauge>) => gauge.parts.map(({ kind, amount, width }) => [kind, amount, width])

test('used, held and available credit are drawn one after another', () =>
  expect(drawn(toCreditGauge(account(50_000, 10_000, 3_000, 2_000)))).toEqual([
    ['drawn', 3_000, 500],
    ['held', 2_000, 333],
    ['baseFree', 45_000, 7_500],
    ['tempFree', 10_000, 1_667],
  ]))

test('the base limit is used first: beyond it only the temporary limit is left', () => {
  const gauge = toCreditGauge(account(50_000, 50_000, 60_000, 0))
  expect(drawn(gauge)).toEqual([
    ['drawn', 60_000, 6_000],
    ['tempFree', 40_000, 4_000],
  ])
  expect(gauge).toMatchObject({ baseMark: 5_000, usable: 40_000, over: 0 })
})

test('after a temporary limit ends the use may exceed the limit, and nothing is available', () => {
  const gauge = toCreditGauge(account(50_000, 0, 60_000, 20_000))
  expect(drawn(gauge)).toEqual([
    ['drawn', 60_000, 7_500],
    ['held', 20_000, 2_500],
  ])
  expect(gauge).toMatchObject({ baseMark: 6_250, usable: 0, over: 30_000 })
})

test.each([
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [333, 333, 111, 222],
  [1, 9_999_999, 3, 3],
])('the widths add up to the whole: %j', (...limits) => {
  const { parts } = toCreditGauge(account(...limits))
  const whole = parts.reduce((total, { width }) => total + width, 0)
  expect(whole).toBe(parts.length === 0 ? 0 : 10_000)
})

test('an account without a temporary limit has no mark inside the gauge', () =>
  expect(toCreditGauge(account(50_000, 0, 0, 0)).baseMark).toBeNull())
