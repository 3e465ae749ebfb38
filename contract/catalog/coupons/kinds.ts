import * as z from 'zod/mini'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type BasisPoints, type Fen, fen, formatMoney, minFen, Yuan } from '#contract/platform/core/money.ts'

/** What a coupon takes off (decision 540): an amount, a share of the goods in scope, or freight. */
export const couponKinds = { amount: { label: '满减券' }, percent: { label: '折扣券' }, freight: { label: '运费券' } } as const
export type CouponKind = keyof typeof couponKinds

/** A coupon takes off at least 0.01 % and at most 99 %, so goods are never free by a percentage. */
export const COUPON_OFF_MAX: BasisPoints = 9_900

/** The fields of the discount and of its threshold, on the wire. */
export const couponDiscountShape = {
  couponKind: z.enum(keysOf(couponKinds)),
  /** What it takes off; of 折扣券 and 运费券 the most that it takes off. */
  amount: Yuan,
  /** What 折扣券 takes off the goods in scope, in basis points: 1500 for 8.5 折; null for the other kinds. */
  offBasisPoints: z.nullable(z.int()),
  threshold: Yuan,
}
const CouponDiscountTerms = z.object(couponDiscountShape)
export type CouponDiscountTerms = z.output<typeof CouponDiscountTerms>

/** What a coupon takes off an amount in fen: of 折扣券 the share rounded down, at most its cap. Never more than the amount. */
export function computeCouponDiscount({ amount, offBasisPoints }: Pick<CouponDiscountTerms, 'amount' | 'offBasisPoints'>, of: Fen): Fen {
  const share = offBasisPoints === null ? amount : fen(Number((BigInt(of) * BigInt(offBasisPoints)) / 10_000n))
  return minFen(minFen(share, amount), of)
}

/** 8.5 for 1500 basis points off. */
export const formatPayableTenths = (offBasisPoints: BasisPoints): string => String((10_000 - offBasisPoints) / 1_000)

const formatShortMoney = (amount: Fen): string => formatMoney(amount, { grouped: false, decimals: 'bothOrNone' })

/** ¥10, or ¥10.00 with decimals `both`, or 8.5折: the value of a coupon in a few characters. */
export const formatCouponValue = (
  { amount, offBasisPoints }: Pick<CouponDiscountTerms, 'amount' | 'offBasisPoints'>,
  decimals: 'both' | 'bothOrNone' = 'bothOrNone',
): string => (offBasisPoints === null ? formatMoney(amount, { grouped: false, decimals }) : `${formatPayableTenths(offBasisPoints)}折`)

/** 满¥599元立减; 无门槛立减; 满¥599元可用，最多减¥200; 满¥599元抵运费. */
export function formatCouponThreshold({ couponKind, amount, threshold }: Omit<CouponDiscountTerms, 'offBasisPoints'>): string {
  const from = threshold === 0 ? '无门槛' : `满${formatShortMoney(threshold)}元`
  if (couponKind === 'percent') return `${from}${threshold === 0 ? '' : '可用'}，最多减${formatShortMoney(amount)}`
  return couponKind === 'freight' ? `${from}抵运费` : `${from}立减`
}

/** 满¥599元立减 ¥10; 8.5折 满¥599元可用，最多减¥200: the whole terms in one line. */
export const formatCouponDiscountTerms = (terms: CouponDiscountTerms): string =>
  terms.couponKind === 'percent'
    ? `${formatCouponValue(terms)} ${formatCouponThreshold(terms)}`
    : `${formatCouponThreshold(terms)} ${formatCouponValue(terms)}`

export const FIRST_ORDER_LABEL = '仅限首单'

/** 仅限首单，指定企业 3 家; an empty text if a template has neither condition. */
export const formatCouponConditions = ({ firstOrder, enterprises }: { firstOrder: boolean; enterprises: readonly unknown[] }): string =>
  [firstOrder ? FIRST_ORDER_LABEL : '', enterprises.length > 0 ? `指定企业 ${enterprises.length} 家` : ''].filter(Boolean).join('，')
