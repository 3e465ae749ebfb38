import * as z from 'zod/mini'
import { Day, Id, Instant, IntegerId, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, Yuan } from '#contract/platform/core/money.ts'
import { couponDiscountShape } from './kinds.ts'

/**
 * The tabs of the coupon centre. Coupons that an unpaid order holds are listed with the unused ones, after the usable ones, and are counted
 * separately.
 */
export const couponTabs = { unused: { label: '未使用' }, used: { label: '已使用' }, expired: { label: '已失效' } } as const
export type CouponTab = keyof typeof couponTabs

/** 未使用 can be used now or from its first day on. `locked` is held by an unpaid order. The tab of unused coupons lists both. */
export const CouponCounts = z.object({ unused: z.int(), locked: z.int(), used: z.int(), expired: z.int() })
export type CouponCounts = z.output<typeof CouponCounts>

/** The text next to the count of unused coupons, if unpaid orders hold some. */
export const formatLockedCouponCount = (locked: number): string => `另有 ${locked} 张由待支付订单占用`

/** How many coupons a tab lists. */
export const countCouponsInTab = (counts: CouponCounts, tab: CouponTab): number =>
  tab === 'unused' ? counts.unused + counts.locked : counts[tab]

export const couponStates = {
  unused: { label: '未使用' },
  locked: { label: '已锁定' },
  used: { label: '已使用' },
  expired: { label: '已失效' },
} as const

export const couponScopes = { all: { label: '全店' }, categories: { label: '指定分类' }, goods: { label: '指定商品' } } as const
/**
 * What counts towards a coupon's threshold: the whole order of its shop, or only the goods in its scope. Freight never counts (decision
 * 22).
 */
export const formatCouponThresholdBasis = (scope: keyof typeof couponScopes): string => (scope === 'all' ? '订单金额' : '指定商品金额')

/** 仅限购买xxx商品, and how the threshold is counted if it is not the whole order. */
export const formatCouponScopeNote = ({
  scope,
  what,
  threshold,
}: {
  scope: keyof typeof couponScopes
  what: string
  threshold: Fen
}): string => `仅限购买${what}商品${scope === 'all' || threshold === 0 ? '' : `，按${formatCouponThresholdBasis(scope)}计算门槛`}`

/** How an enterprise gets the coupon. */
export const couponSources = { claim: { label: '领券中心' }, code: { label: '兑换码' }, grant: { label: '系统发放' } } as const
/** Whether more of it can be claimed. */
export const couponTemplateStates = {
  open: { label: '发放中' },
  full: { label: '已领完' },
  over: { label: '已过期' },
  stopped: { label: '已停止' },
} as const
export const couponCodeStates = { free: { label: '未兑换' }, redeemed: { label: '已兑换' } } as const

/** The common fields of a template and of everything that is made from it. */
const face = {
  templateId: Id,
  name: z.string(),
  /** 满减券, 折扣券 or 运费券. */
  type: z.string(),
  ...couponDiscountShape,
  /** Only the first order of a company can use it. */
  firstOrder: z.boolean(),
  description: z.string(),
  shopId: Id,
  shopName: z.string(),
  scope: z.enum(keysOf(couponScopes)),
  /** 仅限购买xxx商品 */
  scopeNote: z.string(),
  /** Where its goods are listed: the first product in its scope, or the first category; null if the scope has none. */
  goodsId: z.nullable(Id),
  categoryId: z.nullable(IntegerId),
}

export const Coupon = z.object({
  couponId: Id,
  ...face,
  fromDay: Day,
  /** Its last day. */
  untilDay: Day,
  state: z.enum(keysOf(couponStates)),
  /** The order that holds it or has used it. */
  orderNo: z.nullable(z.string()),
  usedAt: z.nullable(Instant),
})
export type Coupon = z.output<typeof Coupon>

/** A coupon in the claim centre, for this enterprise. */
export const CouponClaimOffer = z.object({
  ...face,
  fromDay: z.nullable(Day),
  untilDay: z.nullable(Day),
  /** Valid for this many days from the day it is claimed; null: the validity has a first and a last day. */
  days: z.nullable(z.int()),
  left: z.int(),
  total: z.int(),
  /** How many of them this enterprise has claimed, and how many it may claim. */
  mine: z.int(),
  perEnterprise: z.int(),
  level: z.literal([1, 2, 3, 4]),
  /** Why it cannot be claimed now; null: it can. */
  reason: z.nullable(z.string()),
})
export type CouponClaimOffer = z.output<typeof CouponClaimOffer>

/** The effect of a coupon on one shop's part of an order. */
export const CouponWithOrderDiscount = z.object({
  ...Coupon.shape,
  /** The discount; null: it does not apply. */
  discount: z.nullable(Yuan),
  /** Why it does not apply; null: it does. */
  reason: z.nullable(z.string()),
  /** How much more of the goods in scope makes it apply; null if it applies, or if something else is missing. */
  missing: z.nullable(Yuan),
})
export type CouponWithOrderDiscount = z.output<typeof CouponWithOrderDiscount>

/** A template as the console edits it. */
export const CouponTemplate = z.object({
  ...face,
  categoryIds: z.array(IntegerId),
  goods: z.array(z.object({ goodsId: Id, name: z.string() })),
  /** The companies that may have it; empty: all may. */
  enterprises: z.array(z.object({ enterpriseId: Id, name: z.string() })),
  fromDay: z.nullable(Day),
  untilDay: z.nullable(Day),
  days: z.nullable(z.int()),
  way: z.enum(keysOf(couponSources)),
  total: z.int(),
  perEnterprise: z.int(),
  level: z.literal([1, 2, 3, 4]),
  claimed: z.int(),
  locked: z.int(),
  used: z.int(),
  expired: z.int(),
  /** The sum of the discounts of its used coupons. */
  given: Yuan,
  codes: z.int(),
  state: z.enum(keysOf(couponTemplateStates)),
  /** The version of its terms and of its state. The number of coupons left is not covered, because it changes without staff. */
  rowVersion: RowVersion,
  by: z.nullable(z.string()),
  createdAt: Instant,
})
export type CouponTemplate = z.output<typeof CouponTemplate>

/** One code of a template, and who has redeemed it. */
export const CouponCodeRow = z.object({
  code: z.string(),
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  madeAt: Instant,
})
export type CouponCodeRow = z.output<typeof CouponCodeRow>

/** One coupon of a template, with the enterprise that owns it. */
export const IssuedCoupon = z.object({
  couponId: Id,
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  state: z.enum(keysOf(couponStates)),
  orderNo: z.nullable(z.string()),
  claimedAt: Instant,
  usedAt: z.nullable(Instant),
  untilDay: Day,
})
export type IssuedCoupon = z.output<typeof IssuedCoupon>
