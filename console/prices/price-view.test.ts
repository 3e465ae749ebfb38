import { expect, test } from 'vitest'
import { fen } from '../../contract/money.ts'
import { creditFault, fromFault, saleFault, tierFrom, typedTier } from './price-view.ts'

const tiers = [
  { from: 1, sale: '40.00', credit: '42.00' },
  { from: 100, sale: '38', credit: '' },
]

test('a tier is typed as it is kept', () => {
  const tier = { from: 100, salePrice: fen(3_800), creditPrice: null }
  expect(typedTier(tier)).toEqual({ from: 100, sale: '38.00', credit: '' })
  expect(tierFrom(typedTier(tier))).toEqual(tier)
})

test('each tier takes more and costs less, and none is cheaper on account', () => {
  expect([fromFault(tiers, 0), fromFault(tiers, 1), saleFault(tiers, 1)]).toEqual([undefined, undefined, undefined])
  const wrong = [...tiers, { from: 100, sale: '38.00', credit: '37.99' }, {}]
  expect([fromFault(wrong, 2), saleFault(wrong, 2)]).toEqual(['应大于上一级的 100', '应低于上一级的 38.00'])
  expect(creditFault(wrong[2] ?? {})).toBe('赊销价不能低于现金价')
  expect([fromFault(wrong, 3), saleFault(wrong, 3), creditFault({})]).toEqual(['请输入数量', undefined, undefined])
})
