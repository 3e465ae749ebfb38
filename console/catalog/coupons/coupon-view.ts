import { parseAmount, parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { type CouponDiscountTerms, type CouponKind, formatPayableTenths } from '#contract/catalog/coupons/kinds.ts'
import { type CouponTemplate, couponScopes, type couponStates } from '#contract/catalog/coupons/shapes.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, formatRateAsExactPercent, formatYuan } from '#contract/platform/core/money.ts'

export const couponTemplateTones: Record<CouponTemplate['state'], TagTone> = { open: 'good', full: 'way', over: 'over', stopped: 'bad' }
export const couponTones: Record<keyof typeof couponStates, TagTone> = { unused: 'good', locked: 'way', used: 'over', expired: 'over' }

/** What the amount of a coupon is called. */
export const couponAmountLabels = { amount: '减免金额', percent: '最多减免', freight: '最多抵扣运费' } as const satisfies Record<
  CouponKind,
  string
>

/** 店铺券 for all goods of its shop; any other is 商品券. */
export const formatCouponScopeKind = ({ scope }: Pick<CouponTemplate, 'scope'>): string => (scope === 'all' ? '店铺券' : '商品券')

const yuan = (amount: Fen): string => formatYuan(amount, { grouped: true, decimals: 'bothOrNone' })

/** 满 599 元减 10 元; 无门槛 8.5 折，最多减 200 元; 满 599 元抵运费，最多 20 元. Whole yuan have no decimals. */
export function formatCouponTerms({ couponKind, amount, offBasisPoints, threshold }: CouponDiscountTerms): string {
  const from = threshold === 0 ? '无门槛' : `满 ${yuan(threshold)} 元`
  if (couponKind === 'freight') return `${from}抵运费，最多 ${yuan(amount)} 元`
  return offBasisPoints === null
    ? `${from}减 ${yuan(amount)} 元`
    : `${from} ${formatPayableTenths(offBasisPoints)} 折，最多减 ${yuan(amount)} 元`
}

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
  couponKind: CouponKind
  amount?: string
  /** 折扣: 8.5 for 15 % off. */
  rebate?: number | null
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
  firstOrder: boolean
  enterpriseIds?: string[]
}

export const createCouponTemplateFormValues = (today: string): CouponTemplateFormValues => ({
  couponKind: 'amount',
  threshold: '0',
  scope: 'all',
  validity: 'dates',
  fromDay: today,
  way: 'claim',
  perEnterprise: 1,
  level: 1,
  firstOrder: false,
})

/** Returns the form values of an existing template, to change or to copy it. */
export const toCouponTemplateFormValues = (known: CouponTemplate): CouponTemplateFormValues => ({
  shopId: known.shopId,
  name: known.name,
  description: known.description,
  couponKind: known.couponKind,
  scope: known.scope,
  amount: formatYuan(known.amount),
  ...(known.offBasisPoints === null ? {} : { rebate: Number(formatPayableTenths(known.offBasisPoints)) }),
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
  firstOrder: known.firstOrder,
  enterpriseIds: known.enterprises.map(({ enterpriseId }) => enterpriseId),
})

/** Basis points off for a 折扣 with up to three decimals: 1500 for 8.5. undefined: nothing is typed. */
const parseRebate = (rebate: number | null | undefined): number | undefined =>
  typeof rebate === 'number' ? 10_000 - Math.round(rebate * 1_000) : undefined

/** Returns the input of the calls. Fields that the choices do not need are omitted. */
export function toCouponTemplateInput(typed: CouponTemplateFormValues) {
  const { couponKind, scope, validity } = typed
  const dated = { fromDay: typed.fromDay ?? '', untilDay: typed.untilDay ?? '', days: null }
  return {
    shopId: typed.shopId ?? '',
    name: typed.name ?? '',
    description: typed.description ?? '',
    couponKind,
    amount: parseAmountOrThrow(typed.amount ?? ''),
    offBasisPoints: couponKind === 'percent' ? (parseRebate(typed.rebate) ?? null) : null,
    threshold: parseAmountOrThrow(typed.threshold ?? ''),
    scope,
    categoryIds: scope === 'categories' ? (typed.categoryIds ?? []) : [],
    goodsIds: scope === 'goods' ? (typed.goodsIds ?? []) : [],
    ...(validity === 'dates' ? dated : { fromDay: null, untilDay: null, days: typed.days ?? 0 }),
    way: typed.way,
    total: typed.total ?? 0,
    perEnterprise: typed.perEnterprise ?? 0,
    level: typed.level,
    firstOrder: typed.firstOrder,
    enterpriseIds: typed.enterpriseIds ?? [],
  }
}

type TypedDiscount = Pick<CouponTemplateFormValues, 'couponKind' | 'amount' | 'rebate' | 'threshold'>

/** Returns the discount of the form; undefined until all of it is filled in. */
function parseTypedDiscount({ couponKind, amount, rebate, threshold }: TypedDiscount): CouponDiscountTerms | undefined {
  const [off, from, share] = [parseAmount(amount ?? ''), parseAmount(threshold ?? ''), parseRebate(rebate)]
  if (off === undefined || from === undefined || (couponKind === 'percent' && share === undefined)) return undefined
  return { couponKind, amount: off, threshold: from, offBasisPoints: couponKind === 'percent' ? (share ?? null) : null }
}

/** Describes the coupon; undefined until the form has its discount. */
export function formatCouponTemplateFormTerms({
  scope,
  ...typed
}: TypedDiscount & Pick<CouponTemplateFormValues, 'scope'>): string | undefined {
  const terms = parseTypedDiscount(typed)
  return terms && `${couponScopes[scope].label} · ${formatCouponTerms(terms)}`
}

/**
 * Warns if the discount can exceed the goods, which makes them free, or is more than a third of its threshold or of the goods. All of it is
 * allowed.
 */
export function highCouponDiscountWarning(typed: TypedDiscount): string | undefined {
  const terms = parseTypedDiscount(typed)
  if (!terms) return undefined
  const { couponKind, amount, threshold, offBasisPoints } = terms
  if (couponKind === 'percent')
    return (offBasisPoints ?? 0) > 3_333
      ? `减免 ${formatRateAsExactPercent(offBasisPoints ?? 0)}，超过商品金额的三分之一，请核对。`
      : undefined
  if (couponKind === 'freight' && threshold === 0) return '没有门槛：有运费的每一单都可用，请核对。'
  if (couponKind === 'amount' && threshold < amount) return '门槛低于减免金额：商品金额不足时，最多减到 0 元。'
  return amount * 3 > threshold ? `${couponAmountLabels[couponKind]}超过门槛的三分之一，请核对。` : undefined
}
