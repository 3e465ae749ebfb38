import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { creditPriceError, formatCreditSurcharge, stockChangeError, toSignedUnits } from './sku-view.ts'

test('the credit surcharge is computed from both prices', () => {
  expect(formatCreditSurcharge(fen(3_850), fen(4_040))).toBe('+4.9%')
  expect(formatCreditSurcharge(fen(3_850), null)).toBeUndefined()
  expect(formatCreditSurcharge(undefined, fen(1))).toBeUndefined()
  expect(formatCreditSurcharge(fen(100), fen(90))).toBeUndefined()
})

test('the credit price must not be below the cash price', () => {
  expect(creditPriceError('38.5', '38.49')).toBe('赊销价不能低于现金价')
  expect(creditPriceError('38.5', '38.50')).toBeUndefined()
  expect(creditPriceError('', '38.50')).toBeUndefined()
})

test('stock changes are whole units and never make the stock negative', () => {
  expect(stockChangeError('in', 5, 0)).toBeUndefined()
  expect(stockChangeError('out', 5, 5)).toBeUndefined()
  expect(stockChangeError('out', 6, 5)).toBe('可售只有 5')
  expect(stockChangeError('in', 0, 5)).toBe('请输入数量')
  expect(stockChangeError('in', null, 5)).toBe('请输入数量')
  expect(stockChangeError('in', 1_000_000, 5)).toBe('数量变化过大')
  expect(toSignedUnits('out', 5)).toBe(-5)
  expect(toSignedUnits('in', 5)).toBe(5)
})
