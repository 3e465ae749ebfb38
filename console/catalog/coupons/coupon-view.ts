import { parseAmount, parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { type CouponTemplate, couponScopes, type couponStates } from '#contract/catalog/coupons/shapes.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'

export const couponTemplateTones: Record<CouponTemplate['state'], TagTone> = { open: 'good', full: 'way', over: 'over', stopped: 'bad' }
export const couponTones: Record<keyof typeof couponStates, TagTone> = { unused: 'good', locked: 'way', used: 'over', expired: 'over' }

/** 店铺券 for all goods of its shop; any other is 商品券. */
export const formatCouponKind = ({ scope }: Pick<CouponTemplate, 'scope'>): string => (scope === 'all' ? '店铺券' : '商品券')

const yuan = (amount: Fen): string => formatYuan(amount, { grouped: true, decimals: 'bothOrNone' })

/** 满 599 元减 10 元; 无门槛减 10 元. Whole yuan have no decimals. */
export const formatCouponTerms = ({ amount, threshold }: { amount: Fen; threshold: Fen }): string =>
  `${threshold === 0 ? '无门槛' : `满 ${yuan(threshold)} 元`}减 ${yuan(amount)} 元`

export const formatCouponValidity = ({ fromDay, untilDay, days }: Pick<CouponTemplate, 'fromDay' | 'untilDay' | 'days'>): string =>
  days === null ? `${fromDay} 至 ${untilDay}` : `领取后 ${days} 天内`

export const formatCouponLevel = (level: MemberLevel): string => (level === 1 ? '全部会员' : `${memberLevels[level]}及以上`)

/** Returns why the terms cannot be changed any more; undefined: they can. */
export const couponTermsLockedReason = ({ claimed }: Pick<CouponTemplate, 'claimed'>): string | undefined =>
  claimed > 0 ? '已有企业领取，不能再修改；可停止发放后复制新建' : undefined

/** The form values of a template: amounts as text, and only the fields that the choices need. */
export interface CouponTemplateFormValues {
  shopId?: string
  name?: string
  description?: string
  amount?: string
  threshold?: string
  scope: CouponTemplate['scope']
  categoryIds?: number[]
  goodsIds?: string[]
  validity: 'dates' | 'days'
  fromDay?: string
  untilDay?: string
  days?: number | null
  way: CouponTemplate['way']
  total?: number | null
  perEnterprise?: number | null
  level: MemberLevel
}

export const createCouponTemplateFormValues = (today: string): CouponTemplateFormValues => ({
  threshold: '0',
  scope: 'all',
  validity: 'dates',
  fromDay: today,
  way: 'claim',
  perEnterprise: 1,
  level: 1,
})

/** Returns the form values of an existing template, to change or to copy it. */
export const toCouponTemplateFormValues = (known: CouponTemplate): CouponTemplateFormValues => ({
  shopId: known.shopId,
  name: known.name,
  description: known.description,
  scope: known.scope,
  amount: formatYuan(known.amount),
  threshold: formatYuan(known.threshold),
  categoryIds: known.categoryIds,
  goodsIds: known.goods.map(({ goodsId }) => goodsId),
  ...(known.days === null
    ? { validity: 'dates' as const, fromDay: known.fromDay ?? '', untilDay: known.untilDay ?? '' }
    : { validity: 'days' as const, days: known.days }),
  way: known.way,
  total: known.total,
  perEnterprise: known.perEnterprise,
  level: known.level,
})

/** Returns the input of the calls. Fields that the choices do not need are omitted. */
export function toCouponTemplateInput(typed: CouponTemplateFormValues) {
  const { scope, validity } = typed
  const dated = { fromDay: typed.fromDay ?? '', untilDay: typed.untilDay ?? '', days: null }
  return {
    shopId: typed.shopId ?? '',
    name: typed.name ?? '',
    description: typed.description ?? '',
    amount: parseAmountOrThrow(typed.amount ?? ''),
    threshold: parseAmountOrThrow(typed.threshold ?? ''),
    scope,
    categoryIds: scope === 'categories' ? (typed.categoryIds ?? []) : [],
    goodsIds: scope === 'goods' ? (typed.goodsIds ?? []) : [],
    ...(validity === 'dates' ? dated : { fromDay: null, untilDay: null, days: typed.days ?? 0 }),
    way: typed.way,
    total: typed.total ?? 0,
    perEnterprise: typed.perEnterprise ?? 0,
    level: typed.level,
  }
}

/** Describes the coupon, as far as the form is filled in. */
export function formatCouponTemplateFormTerms({
  amount,
  threshold,
  scope,
}: Pick<CouponTemplateFormValues, 'amount' | 'threshold' | 'scope'>): string | undefined {
  const [off, from] = [parseAmount(amount ?? ''), parseAmount(threshold ?? '')]
  return off === undefined || from === undefined
    ? undefined
    : `${couponScopes[scope].label} · ${formatCouponTerms({ amount: off, threshold: from })}`
}

/** Warns if the discount can exceed the goods, which makes them free, or is more than a third of its threshold. Both are allowed. */
export function highCouponDiscountWarning({
  amount,
  threshold,
}: Pick<CouponTemplateFormValues, 'amount' | 'threshold'>): string | undefined {
  const [off, from] = [parseAmount(amount ?? ''), parseAmount(threshold ?? '')]
  if (off === undefined || from === undefined) return undefined
  if (from < off) return '门槛低于减免金额：商品金额不足时，最多减到 0 元。'
  return off * 3 > from ? '减免金额超过门槛的三分之一，请核对。' : undefined
}
