import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  formatUnusualPriceQuestion,
  tierCreditPriceError,
  tierQuantityError,
  tierSalePriceError,
  toPriceTier,
  toPriceTierFormValues,
} from './price-view.ts'

const tiers = [
  { from: 1, sale: '40.00', credit: '42.00' },
  { from: 100, sale: '38', credit: '' },
]

test('a price tier survives the form round trip', () => {
  const tier = { from: 100, salePrice: fen(3_800), creditPrice: null }
  expect(toPriceTierFormValues(tier)).toEqual({ from: 100, sale: '38.00', credit: '' })
  expect(toPriceTier(toPriceTierFormValues(tier))).toEqual(tier)
})

test('each tier has a larger quantity and a lower price, and no credit price is below its cash price', () => {
  expect([tierQuantityError(tiers, 0), tierQuantityError(tiers, 1), tierSalePriceError(tiers, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const wrong = [...tiers, { from: 100, sale: '38.00', credit: '37.99' }, {}]
  expect([tierQuantityError(wrong, 2), tierSalePriceError(wrong, 2)]).toEqual(['应大于上一级的 100', '应低于上一级的 38.00'])
  expect(tierCreditPriceError(wrong[2] ?? {})).toBe('赊销价不能低于现金价')
  expect([tierQuantityError(wrong, 3), tierSalePriceError(wrong, 3), tierCreditPriceError({})]).toEqual([
    '请输入数量',
    undefined,
    undefined,
  ])
})

test('the confirmation points out large price changes and prices below cost', () => {
  const change = { code: 'A', from: 1, price: 'sale' as const, was: fen(1_000), is: fen(2_000), percent: 100 }
  const below = { code: 'A', from: 1, salePrice: fen(900), costPrice: fen(1_000) }
  const ask = { percentMax: 30, count: 0, changes: [], belowCost: [below, below] }
  expect(formatUnusualPriceQuestion(ask)).toBe('2 处现金价低于成本，确认改价？')
  expect(formatUnusualPriceQuestion({ ...ask, count: 1, changes: [change] })).toBe('改价幅度 +100%，确认改价？')
  expect(formatUnusualPriceQuestion({ ...ask, count: 2, changes: [change, change] })).toBe('2 处改价幅度超过 30%，确认改价？')
})
