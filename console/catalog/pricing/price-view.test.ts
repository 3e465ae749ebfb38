import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { tierCreditPriceError, tierQuantityError, tierSalePriceError, toPriceTier, toPriceTierFormValues } from './price-view.ts'

const tiers = [
  { from: 1, sale: '40.00', credit: '42.00' },
  { from: 100, sale: '38', credit: '' },
]

test('a tier is typed as it is kept', () => {
  const tier = { from: 100, salePrice: fen(3_800), creditPrice: null }
  expect(toPriceTierFormValues(tier)).toEqual({ from: 100, sale: '38.00', credit: '' })
  expect(toPriceTier(toPriceTierFormValues(tier))).toEqual(tier)
})

test('each tier takes more and costs less, and none is cheaper on account', () => {
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
