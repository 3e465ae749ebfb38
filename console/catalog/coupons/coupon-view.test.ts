import { expect, test } from 'vitest'
import type { CouponTemplate } from '#contract/catalog/coupons/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  couponTermsLockedReason,
  createCouponTemplateFormValues,
  formatCouponLevel,
  formatCouponTemplateFormTerms,
  formatCouponTerms,
  formatCouponValidity,
  highCouponDiscountWarning,
  toCouponTemplateFormValues,
  toCouponTemplateInput,
} from './coupon-view.ts'

const known: CouponTemplate = {
  templateId: 't',
  name: '截齿满减',
  type: '满减券',
  amount: fen(1_000),
  threshold: fen(59_900),
  description: '备件季',
  shopId: 's',

  shopName: '岩锋自营',
  scope: 'goods',
  scopeNote: '',
  goodsId: null,
  categoryId: null,
  categoryIds: [],
  goods: [{ goodsId: 'g', name: '截齿' }],
  fromDay: null,
  untilDay: null,
  days: 30,
  way: 'claim',
  total: 100,
  perEnterprise: 2,
  level: 3,

  claimed: 0,
  locked: 0,
  used: 0,
  expired: 0,
  given: fen(0),
  codes: 0,
  state: 'open',
  rowVersion: 0,
  by: null,
  createdAt: new Date(0),
}

test('a template survives the form round trip, without fields that its choices do not use', () => {
  const terms = toCouponTemplateInput(toCouponTemplateFormValues(known))
  expect(terms).toEqual({
    shopId: 's',
    name: '截齿满减',
    description: '备件季',
    amount: 1_000,
    threshold: 59_900,
    scope: 'goods',
    categoryIds: [],
    goodsIds: ['g'],
    fromDay: null,
    untilDay: null,
    days: 30,
    way: 'claim',
    total: 100,
    perEnterprise: 2,
    level: 3,
  })
  const typed = {
    ...toCouponTemplateFormValues(known),
    scope: 'all' as const,
    validity: 'dates' as const,
    fromDay: '2026-11-01',
    untilDay: '2026-11-30',
  }
  expect(toCouponTemplateInput({ ...typed, amount: '1,000' })).toMatchObject({
    amount: 100_000,
    goodsIds: [],
    fromDay: '2026-11-01',
    untilDay: '2026-11-30',
    days: null,
  })
})

test('terms, dates and levels are formatted as text', () => {
  expect(formatCouponTerms(known)).toBe('满 599 元减 10 元')
  expect([formatCouponValidity(known), formatCouponLevel(3), formatCouponLevel(1)]).toEqual([
    '领取后 30 天内',
    '黄金会员及以上',
    '全部会员',
  ])
  expect(formatCouponTemplateFormTerms({ ...createCouponTemplateFormValues('2026-11-18'), amount: '8.5' })).toBe('全店 · 无门槛减 8.50 元')
  expect(formatCouponTemplateFormTerms(createCouponTemplateFormValues('2026-11-18'))).toBeUndefined()
})

test('a coupon that may make goods free shows a warning; one that was handed out cannot be edited', () => {
  expect(highCouponDiscountWarning({ amount: '100', threshold: '60' })).toContain('最多减到 0 元')
  expect(highCouponDiscountWarning({ amount: '0.01', threshold: '0' })).toContain('最多减到 0 元')
  expect(highCouponDiscountWarning({ amount: '60', threshold: '60' })).toContain('超过门槛的三分之一')
  expect(highCouponDiscountWarning({ amount: '100.01', threshold: '300' })).toContain('超过门槛的三分之一')
  expect(highCouponDiscountWarning({ amount: '100', threshold: '300' })).toBeUndefined()
  expect([couponTermsLockedReason({ claimed: 0 }), couponTermsLockedReason({ claimed: 1 })]).toEqual([
    undefined,
    '已有企业领取，不能再修改；可停止发放后复制新建',
  ])
})
