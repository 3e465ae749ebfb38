import { type Mall, yuan } from './mall.ts'

/** Options of a coupon template. Default: 10 yuan off from 599, valid a month, for everybody, one each. */
export interface CouponTemplateOptions {
  amount?: string
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
  const typed = (wish: CouponTemplateOptions) => {
    const { goodsIds = [], categoryIds = [], days } = wish
    const dated = { fromDay: wish.fromDay ?? '2026-11-01', untilDay: wish.untilDay ?? '2026-12-31', days: null }
    return {
      shopId: wish.shopId ?? mall.shopId,
      name: wish.name ?? '满减',
      description: '',
      amount: yuan(wish.amount ?? '10'),
      threshold: yuan(wish.threshold ?? '599'),
      goodsIds,
      categoryIds,
      scope: goodsIds.length > 0 ? ('goods' as const) : categoryIds.length > 0 ? ('categories' as const) : ('all' as const),
      ...(days === undefined ? dated : { fromDay: null, untilDay: null, days }),

      way: wish.way ?? ('claim' as const),
      total: wish.total ?? 100,
      perEnterprise: wish.perEnterprise ?? 1,
      level: wish.level ?? (1 as const),
    }
  }
  const template = async (wish: CouponTemplateOptions = {}) => (await desk.add(typed(wish))).templateId
  return { desk, typed, template }
}
