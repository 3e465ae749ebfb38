import * as z from 'zod/mini'
import { Day, Id, Instant, RowVersion, SmallId } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney, Yuan } from '#contract/platform/core/money.ts'

/** 满减券: the one type that there is. */
export const COUPON_TYPE = '满减券'

/** The tabs of the coupon centre. What an unpaid order holds stands among the unused, behind those that can be used, and is counted apart. */
export const couponTabs = { unused: { label: '未使用' }, used: { label: '已使用' }, expired: { label: '已失效' } } as const
export type CouponTab = keyof typeof couponTabs

/** 未使用 is what can be used, now or from its first day on; `locked` is held by unpaid orders. The tab of the unused lists both. */
export const CouponCounts = z.object({ unused: z.int(), locked: z.int(), used: z.int(), expired: z.int() })
export type CouponCounts = z.output<typeof CouponCounts>

/** What is said beside the count of the unused where unpaid orders hold some. */
export const formatLockedCoupons = (locked: number): string => `另有 ${locked} 张由待支付订单占用`

/** How many coupons a tab lists. */
export const countInTab = (counts: CouponCounts, tab: CouponTab): number => (tab === 'unused' ? counts.unused + counts.locked : counts[tab])

export const couponStates = {
  unused: { label: '未使用' },
  locked: { label: '已锁定' },
  used: { label: '已使用' },
  expired: { label: '已失效' },
} as const

export const couponScopes = { all: { label: '全店' }, categories: { label: '指定分类' }, goods: { label: '指定商品' } } as const
/** What counts towards a coupon's threshold: the whole order of its shop, or the goods in its scope alone; never freight (decision 22). */
export const thresholdBasis = (scope: keyof typeof couponScopes): string => (scope === 'all' ? '订单金额' : '指定商品金额')

/** 仅限购买xxx商品, and how the threshold is counted where that is not by the order. */
export const formatScopeNote = ({ scope, what, threshold }: { scope: keyof typeof couponScopes; what: string; threshold: Fen }): string =>
  `仅限购买${what}商品${scope === 'all' || threshold === 0 ? '' : `，按${thresholdBasis(scope)}计算门槛`}`

/** How it comes to a company. */
export const couponSources = { claim: { label: '领券中心' }, code: { label: '兑换码' }, grant: { label: '系统发放' } } as const
/** Whether more of it can be had. */
export const templateStates = {
  open: { label: '发放中' },
  full: { label: '已领完' },
  over: { label: '已过期' },
  stopped: { label: '已停止' },
} as const
export const codeStates = { free: { label: '未兑换' }, redeemed: { label: '已兑换' } } as const

/** 满¥599元立减; 无门槛立减. */
export const formatThreshold = (threshold: Fen): string =>
  threshold === 0 ? '无门槛立减' : `满${formatMoney(threshold, { grouped: false, decimals: 'bothOrNone' })}元立减`

/** What a template and everything that came of it have in common. */
const face = {
  templateId: Id,
  name: z.string(),
  /** 满减券 */
  type: z.string(),
  amount: Yuan,
  threshold: Yuan,
  description: z.string(),
  shopId: Id,
  shopName: z.string(),
  scope: z.enum(keysOf(couponScopes)),
  /** 仅限购买xxx商品 */
  scopeNote: z.string(),
  /** Where what it is for is found: the first good that it names, or the first category; null: it names none. */
  goodsId: z.nullable(Id),
  categoryId: z.nullable(SmallId),
}

export const Coupon = z.object({
  couponId: Id,
  ...face,
  fromDay: Day,
  /** Its last day. */
  untilDay: Day,
  state: z.enum(keysOf(couponStates)),
  /** Of the order that holds or has used it. */
  orderNo: z.nullable(z.string()),
  usedAt: z.nullable(Instant),
})
export type Coupon = z.output<typeof Coupon>

/** What the claim centre has to offer, to this company. */
export const Offer = z.object({
  ...face,
  fromDay: z.nullable(Day),
  untilDay: z.nullable(Day),
  /** Days from the day that it is claimed on; null: from day to day. */
  days: z.nullable(z.int()),
  left: z.int(),
  total: z.int(),
  /** How many of them this company has claimed, and may. */
  mine: z.int(),
  perEnterprise: z.int(),
  level: z.literal([1, 2, 3, 4]),
  /** Why it cannot be claimed now; null: it can. */
  reason: z.nullable(z.string()),
})
export type Offer = z.output<typeof Offer>

/** What a coupon would do to one shop's part of an order. */
export const CouponChoice = z.object({
  ...Coupon.shape,
  /** What it takes off; null: it does not apply. */
  discount: z.nullable(Yuan),
  /** Why it does not apply; null: it does. */
  reason: z.nullable(z.string()),
  /** How much more of what it is for would make it apply; null: it does, or that is not what it lacks. */
  missing: z.nullable(Yuan),
})
export type CouponChoice = z.output<typeof CouponChoice>

/** A template as the console keeps it. */
export const CouponTemplate = z.object({
  ...face,
  categoryIds: z.array(SmallId),
  goods: z.array(z.object({ goodsId: Id, name: z.string() })),
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
  /** What those that are used have taken off orders. */
  given: Yuan,
  codes: z.int(),
  state: z.enum(keysOf(templateStates)),
  /** Of its terms and whether it is given out; how many are left moves by itself. */
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

/** One coupon of a template, with whose it is. */
export const CouponClaim = z.object({
  couponId: Id,
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  state: z.enum(keysOf(couponStates)),
  orderNo: z.nullable(z.string()),
  claimedAt: Instant,
  usedAt: z.nullable(Instant),
  untilDay: Day,
})
export type CouponClaim = z.output<typeof CouponClaim>
