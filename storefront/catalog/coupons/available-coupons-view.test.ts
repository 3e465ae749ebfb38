import { expect, test } from 'vitest'
import type { CouponWithOrderDiscount } from '#contract/catalog/coupons/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toCartCouponNotes } from './available-coupons-view.ts'

const choice = (name: string, amount: number, missing: number | null = null): CouponWithOrderDiscount => ({
  couponId: name,
  templateId: name,
  name,
  type: '满减券',
  couponKind: 'amount',
  amount: fen(amount),
  offBasisPoints: null,
  firstOrder: false,
  threshold: fen(59_900),
  description: '',
  shopId: 'shop',
  shopName: '岩锋自营',
  scope: 'all',
  scopeNote: '',
  goodsId: null,
  categoryId: null,
  fromDay: '2026-11-01',
  untilDay: '2026-12-31',
  state: 'unused',
  orderNo: null,
  usedAt: null,

  discount: missing === null ? fen(amount) : null,
  reason: missing === null ? null : '还差',
  missing: missing === null ? null : fen(missing),
})
const shopOf = (sale: CouponWithOrderDiscount[], credit: CouponWithOrderDiscount[] | null) => ({ shopId: 'shop', sale, credit })

test('the cart shows the best coupon per price and the nearest one with a larger discount', () => {
  const sale = [choice('十元', 1_000), choice('五元', 500, 100), choice('百元', 10_000, 90_000), choice('三十元', 3_000, 20_000)]
  expect(toCartCouponNotes(shopOf(sale, [choice('三十元', 3_000), choice('十元', 1_000)]))).toEqual({
    sale: { name: '十元', amount: 1_000 },
    credit: { name: '三十元', amount: 3_000 },
    next: { name: '三十元', amount: 3_000, missing: 20_000, scope: 'all' },
  })
})

test('a percentage counts with what it takes off at its threshold, and freight is not known yet', () => {
  const percent = { ...choice('八折', 100_000, 10_000), couponKind: 'percent' as const, offBasisPoints: 2_000 }
  const freight = { ...choice('运费', 90_000, 100), couponKind: 'freight' as const }
  expect(toCartCouponNotes(shopOf([choice('百元', 10_000), freight, percent], null))?.next).toEqual({
    name: '八折',
    amount: 11_980,
    missing: 10_000,
    scope: 'all',
  })
  expect(toCartCouponNotes(shopOf([choice('二百元', 20_000), freight, percent], null))?.next).toBeUndefined()
})

test('an amount above the threshold counts with what it takes off there', () => {
  expect(toCartCouponNotes(shopOf([choice('千元', 100_000, 500)], null))?.next).toMatchObject({ name: '千元', amount: 59_900 })
})

test('of two coupons missing the same amount the larger discount is shown', () => {
  expect(toCartCouponNotes(shopOf([choice('十元', 1_000, 500), choice('三十元', 3_000, 500)], null))?.next?.name).toBe('三十元')
})

test('nothing is shown if no coupon applies now or soon', () => {
  expect(toCartCouponNotes(shopOf([], []))).toBeUndefined()
  const elsewhere = { ...choice('别的商品', 1_000), discount: null, reason: '不适用所选商品' }
  expect(toCartCouponNotes(shopOf([elsewhere], null))).toBeUndefined()
})
