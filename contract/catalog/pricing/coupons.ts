import { formatCouponThresholdBasis } from '#contract/catalog/coupons/shapes.ts'
import { type Fen, formatMoney, minFen, splitProportionally, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The goods of its shop that a coupon applies to. A coupon for all of them is a shop coupon 店铺券, any other a product coupon 商品券. */
export type CouponScope = { kind: 'all' } | { kind: 'categories'; ids: readonly number[] } | { kind: 'goods'; ids: readonly string[] }

/** 满减: an amount off when the lines in scope reach the threshold (decision 22), from its first day to the end of its last day. */
export interface CouponTerms {
  id: string
  shopId: string
  amountFen: Fen
  thresholdFen: Fen
  scope: CouponScope
  fromDay: string
  untilDay: string
}

/** What a coupon needs of a line: its goods, their category and upper category, and the amount at the chosen price type. */
export interface CouponLineInput {
  goodsId: string
  categoryIds: readonly number[]
  amountFen: Fen
}

/** One shop's part of an order, on one day. It excludes freight, which counts towards no threshold. */
export interface CouponOrderInput {
  shopId: string
  day: string
  lines: readonly CouponLineInput[]
}

/** Why a coupon does not apply. `missingFen` is what the lines in scope lack; `scope` is the kind of scope. */
export type CouponRejection =
  | { kind: 'soon'; fromDay: string }
  | { kind: 'over' }
  | { kind: 'scope'; scope: CouponScope['kind'] }
  | { kind: 'short'; scope: CouponScope['kind']; missingFen: Fen }

/**
 * The effect of a coupon on an order: the discount in fen and the share of each line, in the order of the lines; or why it does not apply.
 */
export type CouponEvaluation = { applies: true; discountFen: Fen; shares: Fen[] } | { applies: false; why: CouponRejection }

const inScope = ({ scope }: CouponTerms, { goodsId, categoryIds }: CouponLineInput): boolean => {
  if (scope.kind === 'all') return true
  return scope.kind === 'goods' ? scope.ids.includes(goodsId) : scope.ids.some((id) => categoryIds.includes(id))
}

/**
 * Evaluates one coupon (domain §7). It applies in the shop that issued it, on its days, from its threshold of goods in scope. The discount
 * never exceeds the goods in scope, and is spread over the lines by the largest remainder. A line of 0 fen bears nothing.
 */
export function evaluateCoupon(coupon: CouponTerms, { shopId, day, lines }: CouponOrderInput): CouponEvaluation {
  const weights = lines.map((line) => (coupon.shopId === shopId && inScope(coupon, line) ? line.amountFen : ZERO_FEN))
  const scopeFen = sum(weights)
  if (coupon.untilDay < day) return { applies: false, why: { kind: 'over' } }
  if (day < coupon.fromDay) return { applies: false, why: { kind: 'soon', fromDay: coupon.fromDay } }
  const scope = coupon.scope.kind
  if (scopeFen === 0) return { applies: false, why: { kind: 'scope', scope } }
  if (scopeFen < coupon.thresholdFen)
    return { applies: false, why: { kind: 'short', scope, missingFen: subtractFen(coupon.thresholdFen, scopeFen) } }
  const discountFen = minFen(coupon.amountFen, scopeFen)
  return { applies: true, discountFen, shares: splitProportionally(discountFen, weights) }
}

export interface EvaluatedCoupon<Coupon extends CouponTerms = CouponTerms> {
  coupon: Coupon
  verdict: CouponEvaluation
}

/** The larger discount comes first; of equal ones the one that expires earlier, then the older one. So the order is always the same. */
function byWorth(left: EvaluatedCoupon, right: EvaluatedCoupon): number {
  const worth = ({ verdict }: EvaluatedCoupon) => (verdict.applies ? verdict.discountFen : 0)
  const later = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return worth(right) - worth(left) || later(left.coupon.untilDay, right.coupon.untilDay) || later(left.coupon.id, right.coupon.id)
}

/** Evaluates all coupons for an order, the best first. At most one of them is used, whatever its kind (rules 3, 4 and 6). */
export const evaluateCoupons = <Coupon extends CouponTerms>(
  coupons: readonly Coupon[],
  order: CouponOrderInput,
): EvaluatedCoupon<Coupon>[] => coupons.map((coupon) => ({ coupon, verdict: evaluateCoupon(coupon, order) })).sort(byWorth)

/** Explains to people why a coupon does not apply: the rule, the number and the next step. */
export function formatCouponRejection(why: CouponRejection): string {
  if (why.kind === 'soon') return `未到使用时间，${why.fromDay} 起可用`
  if (why.kind === 'over') return '已过期'
  if (why.kind === 'scope') return why.scope === 'all' ? '不适用所选商品' : '订单中没有指定商品'
  return `${formatCouponThresholdBasis(why.scope)}还差 ${formatMoney(why.missingFen)} 可用`
}
