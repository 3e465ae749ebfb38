import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { creditPriceError, salePriceError, tierQuantityError, toPriceTier, toPriceTierForm } from './price-view.ts'

const tiers = [
  { from: 1, sale: '40.00', credit: '42.00' },
  { from: 100, sale: '38', credit: '' },
]

test('a tier is typed as it is kept', () => {
  const tier = { from: 100, salePrice: fen(3_800), creditPrice: null }
  expect(toPriceTierForm(tier)).toEqual({ from: 100, sale: '38.00', credit: '' })
  expect(toPriceTier(toPriceTierForm(tier))).toEqual(tier)
})

test('each tier takes more and costs less, and none is cheaper on account', () => {
  expect([tierQuantityError(tiers, 0), tierQuantityError(tiers, 1), salePriceError(tiers, 1)]).toEqual([undefined, undefined, undefined])
  const wrong = [...tiers, { from: 100, sale: '38.00', credit: '37.99' }, {}]
  expect([tierQuantityError(wrong, 2), salePriceError(wrong, 2)]).toEqual(['应大于上一级的 100', '应低于上一级的 38.00'])
  expect(creditPriceError(wrong[2] ?? {})).toBe('赊销价不能低于现金价')
  expect([tierQuantityError(wrong, 3), salePriceError(wrong, 3), creditPriceError({})]).toEqual(['请输入数量', undefined, undefined])
})
