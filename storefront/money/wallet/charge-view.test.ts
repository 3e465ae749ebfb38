import { expect, test } from 'vitest'
import { parseTopUpAmount, quickTopUpAmounts } from './charge-view.ts'

test.each([
  ['1000', 100_000],
  ['12.5', 1_250],
  [' ¥1,234.56 ', 123_456],
  ['1，000', 100_000],
  ['0.01', 1],
  ['10000000', 1_000_000_000],
])('%j is parsed as %i fen', (typed, amount) => expect(parseTopUpAmount(typed)).toEqual({ amount }))

test.each([
  ['', '请输入充值金额'],
  ['  ', '请输入充值金额'],
  ['0', '金额必须大于 0'],
  ['0.00', '金额必须大于 0'],
  ['-5', '金额格式不正确，最多两位小数'],
  ['1e3', '金额格式不正确，最多两位小数'],
  ['1.234', '金额格式不正确，最多两位小数'],
  ['10000000.01', '单笔最多充值 10,000,000 元'],
  ['99999999999999', '金额格式不正确，最多两位小数'],
])('%j is refused: %s', (typed, fault) => expect(parseTopUpAmount(typed)).toEqual({ fault }))

test('the quick amounts are valid top-up amounts', () => {
  for (const amount of quickTopUpAmounts) expect(parseTopUpAmount(String(amount / 100))).toEqual({ amount })
})
