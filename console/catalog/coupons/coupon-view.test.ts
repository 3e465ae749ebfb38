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
  couponKind: 'amount',
  amount: fen(1_000),
  offBasisPoints: null,
  firstOrder: false,
  enterprises: [],
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
    couponKind: 'amount',
    amount: 1_000,
    offBasisPoints: null,
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
    firstOrder: false,
    enterpriseIds: [],
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

test('折扣券 is typed as 折 and sent as basis points off, and back', () => {
  const percent: CouponTemplate = { ...known, couponKind: 'percent', offBasisPoints: 1_250, firstOrder: true }
  const typed = toCouponTemplateFormValues({ ...percent, enterprises: [{ enterpriseId: 'e', name: '林矿业' }] })
  expect(typed.rebate).toBe(8.75)
  expect(toCouponTemplateInput(typed)).toMatchObject({ offBasisPoints: 1_250, firstOrder: true, enterpriseIds: ['e'] })
  expect(toCouponTemplateInput({ ...typed, couponKind: 'freight' })).toMatchObject({ couponKind: 'freight', offBasisPoints: null })
  expect(formatCouponTerms(percent)).toBe('满 599 元 8.75 折，最多减 10 元')
  expect(formatCouponTerms({ ...known, couponKind: 'freight' })).toBe('满 599 元抵运费，最多 10 元')
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
  expect(highCouponDiscountWarning({ couponKind: 'amount', amount: '100', threshold: '60' })).toContain('最多减到 0 元')
  expect(highCouponDiscountWarning({ couponKind: 'amount', amount: '0.01', threshold: '0' })).toContain('最多减到 0 元')
  expect(highCouponDiscountWarning({ couponKind: 'amount', amount: '60', threshold: '60' })).toContain('超过门槛的三分之一')
  expect(highCouponDiscountWarning({ couponKind: 'amount', amount: '100.01', threshold: '300' })).toContain('超过门槛的三分之一')
  expect(highCouponDiscountWarning({ couponKind: 'amount', amount: '100', threshold: '300' })).toBeUndefined()
  const percent = (rebate: number) => highCouponDiscountWarning({ couponKind: 'percent', amount: '200', rebate, threshold: '0' })
  expect([percent(6.667), percent(6.666)]).toEqual([undefined, '减免 33.34%，超过商品金额的三分之一，请核对。'])
  const freight = (threshold: string) => highCouponDiscountWarning({ couponKind: 'freight', amount: '20', threshold })
  expect([freight('0'), freight('59.99'), freight('60')]).toEqual([
    '没有门槛：有运费的每一单都可用，请核对。',
    '最多抵扣运费超过门槛的三分之一，请核对。',
    undefined,
  ])
  expect([couponTermsLockedReason({ claimed: 0 }), couponTermsLockedReason({ claimed: 1 })]).toEqual([
    undefined,
    '已有企业领取，不能再修改；可停止发放后复制新建',
  ])
})
