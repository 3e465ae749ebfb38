import { expect, test } from 'vitest'
import { fen } from '../../contract/money.ts'
import { changeFault, creditPriceFault, signed, surchargeOf } from './sku-view.ts'

test('the surcharge of credit', () => {
  expect(surchargeOf(fen(3_850), fen(4_040))).toBe('+4.9%')
  expect(surchargeOf(fen(3_850), null)).toBeUndefined()
  expect(surchargeOf(undefined, fen(1))).toBeUndefined()
  expect(surchargeOf(fen(100), fen(90))).toBeUndefined()
})

test('credit is never cheaper than cash', () => {
  expect(creditPriceFault('38.5', '38.49')).toBe('赊销价不能低于现金价')
  expect(creditPriceFault('38.5', '38.50')).toBeUndefined()
  expect(creditPriceFault('', '38.50')).toBeUndefined()
})

test('stock moves by whole units, and never below what is there', () => {
  expect(changeFault('in', 5, 0)).toBeUndefined()
  expect(changeFault('out', 5, 5)).toBeUndefined()
  expect(changeFault('out', 6, 5)).toBe('可售只有 5')
  expect(changeFault('in', 0, 5)).toBe('请输入数量')
  expect(changeFault('in', null, 5)).toBe('请输入数量')
  expect(changeFault('in', 1_000_000, 5)).toBe('数量变化过大')
  expect(signed('out', 5)).toBe(-5)
  expect(signed('in', 5)).toBe(5)
})
