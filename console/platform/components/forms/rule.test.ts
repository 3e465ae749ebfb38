import type { FormRule } from 'antd'
import { expect, test } from 'vitest'
import { warehouseFields } from '#contract/catalog/inventory/warehouses-api.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { PositiveYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { amountError, createNumberRule, createWholeNumberRule, parseAmount, parseAmountOrThrow, schemaError, toFormRule } from './rule.ts'

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

/** What a rule says about a value. */
function validateByRule(rule: FormRule, value: unknown): Promise<string> {
  if (typeof rule === 'function') expect.fail('a rule that needs its form')
  return Promise.resolve(rule.validator?.({}, value, () => undefined)).then(
    () => 'ok',
    (error: Error) => error.message,
  )
}

test('a number out of its range, or with too many decimals, is refused; an empty field is left to its own rule', async () => {
  const judged = (rule: FormRule, values: readonly unknown[]) => Promise.all(values.map((value) => validateByRule(rule, value)))
  const wrong = '请填写 0 至 4 的整数'
  expect(await judged(createWholeNumberRule(0, 4), [null, undefined, 0, 4, 5, -1, 1.5, '3'])).toEqual([
    ...['ok', 'ok', 'ok', 'ok'],
    ...[wrong, wrong, wrong, wrong],
  ])
  const rate = createNumberRule({ min: 0, max: 36, decimals: 2 })
  expect(await judged(rate, [3.85, 36, 36.01, 3.855])).toEqual(['ok', 'ok', ...Array(2).fill('请填写 0 至 36 的数字，最多 2 位小数')])
})

test('a number that may be left out is left empty, a text that is required is not', async () => {
  const judge = (schema: Parameters<typeof toFormRule>[0], value: unknown) => validateByRule(toFormRule(schema), value)
  const { servedDays, moreDays, name } = warehouseFields
  expect(await Promise.all([judge(servedDays, null), judge(servedDays, 3), judge(servedDays, 0.5)])).toEqual(['ok', 'ok', '天数必须为整数'])
  expect(await judge(moreDays, null)).not.toBe('ok')
  expect(await judge(name, undefined)).not.toBe('ok')
})
