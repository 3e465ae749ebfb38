import type { CouponKind } from '#contract/catalog/coupons/kinds.ts'
import { type Mall, yuanTextToFen } from './mall.ts'

/** Options of a coupon template. Default: 10 yuan off from 599, valid a month, for everybody, one each. */
export interface CouponTemplateOptions {
  couponKind?: CouponKind
  /** What it takes off, or the most that it takes off. */
  amount?: string
  offBasisPoints?: number
  firstOrder?: boolean
  enterpriseIds?: string[]
  threshold?: string
  goodsIds?: string[]
  categoryIds?: number[]
  fromDay?: string
  untilDay?: string
  days?: number
  way?: 'claim' | 'code' | 'grant'
  total?: number
  perEnterprise?: number
  level?: 1 | 2 | 3 | 4
  shopId?: string
  name?: string
}

/** Helpers for stories of coupons. */
export async function createCouponHelpers(mall: Mall) {
  const desk = (await mall.staff('catalogue')).api.consoleCoupon
  const typed = (options: CouponTemplateOptions) => {
    const { goodsIds = [], categoryIds = [], days } = options
    const dated = { fromDay: options.fromDay ?? '2026-11-01', untilDay: options.untilDay ?? '2026-12-31', days: null }
    return {
      shopId: options.shopId ?? mall.shopId,
      name: options.name ?? '满减',
      description: '',
      couponKind: options.couponKind ?? ('amount' as const),
      amount: yuanTextToFen(options.amount ?? '10'),
      offBasisPoints: options.offBasisPoints ?? null,
      firstOrder: options.firstOrder ?? false,
      enterpriseIds: options.enterpriseIds ?? [],
      threshold: yuanTextToFen(options.threshold ?? '599'),
      goodsIds,
      categoryIds,
      scope: goodsIds.length > 0 ? ('goods' as const) : categoryIds.length > 0 ? ('categories' as const) : ('all' as const),
      ...(days === undefined ? dated : { fromDay: null, untilDay: null, days }),

      way: options.way ?? ('claim' as const),
      total: options.total ?? 100,
      perEnterprise: options.perEnterprise ?? 1,
      level: options.level ?? (1 as const),
    }
  }
  const template = async (options: CouponTemplateOptions = {}) => (await desk.add(typed(options))).templateId
  return { desk, typed, template }
}
