import { expect, test } from 'vitest'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { PositiveYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { amountError, parseAmount, parseAmountOrThrow, schemaError } from './rule.ts'

test.each([
  ['1200', 120_000],
  ['1,200.5', 120_050],
  ['¥ 99，999，999.99', 9_999_999_999],
  ['0', 0],
  ['1.234', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%j is parsed as %s fen', (text, amount) => expect(parseAmount(text)).toBe(amount))

test('an amount is validated by its rule, with the error text of the contract', () => {
  expect(amountError(PositiveYuan, '')).toBe('请输入金额')
  expect(amountError(PositiveYuan, '0')).toBe('金额必须大于 0')
  expect(amountError(PositiveYuan, '0.01')).toBeUndefined()
  expect(amountError(YuanUpTo(100), '100.01')).toBe('金额不能超过 100')
  expect(amountError(YuanUpTo(100), '0')).toBeUndefined()
  expect(amountError(PositiveYuan, '12.345')).toContain('两位小数')
  expect(parseAmountOrThrow('12.30')).toBe(1_230)
})

test('a text is validated by its rule', () => {
  const reason = RequiredText(3, '请填写原因')
  expect(schemaError(reason, '')).toBe('请填写原因')
  expect(schemaError(reason, '   ')).toBe('请填写原因')
  expect(schemaError(reason, '四个字啊')).toBe('最多3字')
  expect(schemaError(reason, '好')).toBeUndefined()
})
