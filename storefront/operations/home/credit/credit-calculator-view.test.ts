import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { createSampleGoodsCard } from '#storefront/catalog/goods/testing/samples.ts'
import { computeCategorySurcharges, computeCreditCalculation } from './credit-calculator-view.ts'

test('a purchase costs its cash total today or its credit total on the 10th of the next month', () =>
  expect(computeCreditCalculation('10,000', 494, '2026-11-21')).toEqual({
    cash: 1_000_000,
    credit: 1_049_400,
    extra: 49_400,
    dueDay: '2026-12-10',
    days: 19,
  }))

test('half a fen is rounded up, and the parts add up exactly', () =>
  expect(computeCreditCalculation('0.50', 500, '2026-12-31')).toEqual({ cash: 50, credit: 53, extra: 3, dueDay: '2027-01-10', days: 10 }))

test.each(['', '0', '0.00', '-5', 'abc', '1.234', '1e5'])('%j is refused as an amount', (typed) =>
  expect(computeCreditCalculation(typed, 494, '2026-11-21')).toBe('请输入采购金额，最多两位小数'),
)

test('an amount above the maximum is refused', () => {
  expect(computeCreditCalculation('100000000', 494, '2026-11-21')).toBe('试算金额不能超过 99,999,999.99 元')
  expect(computeCreditCalculation('99999999.99', 10_000, '2026-11-21')).toMatchObject({ credit: 19_999_999_998 })
})

test('the surcharge of a category is the total surcharge of its goods sold on credit', () => {
  const goods = [
    createSampleGoodsCard({ salePrice: fen(10_000), creditPrice: fen(10_400) }),
    createSampleGoodsCard({ salePrice: fen(10_000), creditPrice: fen(10_600) }),
    createSampleGoodsCard({ salePrice: fen(90_000), creditPrice: null }),
  ]
  const cashOnly = [createSampleGoodsCard({ creditPrice: null })]
  expect(
    computeCategorySurcharges([
      { category: { id: 1, name: '截齿' }, goods },
      { category: { id: 2, name: '柴油' }, goods: cashOnly },
      { category: { id: 3, name: '工具' }, goods: [] },
    ]),
  ).toEqual([{ categoryId: 1, name: '截齿', basisPoints: 500 }])
})
