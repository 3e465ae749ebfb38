import { type CouponKind, computeCouponDiscount } from '#contract/catalog/coupons/kinds.ts'
import { formatCouponThresholdBasis } from '#contract/catalog/coupons/shapes.ts'
import { type BasisPoints, type Fen, formatMoney, splitProportionally, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The goods of its shop that a coupon applies to. A coupon for all of them is a shop coupon 店铺券, any other a product coupon 商品券. */
export type CouponScope = { kind: 'all' } | { kind: 'categories'; ids: readonly number[] } | { kind: 'goods'; ids: readonly string[] }

/** What a coupon takes off when the lines in scope reach the threshold (decisions 22 and 540), from its first day to the end of its last day. */
export interface CouponTerms {
  id: string
  shopId: string
  kind: CouponKind
  /** What it takes off; of 折扣券 and 运费券 the most that it takes off. */
  amountFen: Fen
  /** The share of 折扣券; null for the other kinds. */
  offBasisPoints: BasisPoints | null
  /** Only the first order of a company can use it. */
  firstOrder: boolean
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

/** Whether an order is the first of its company; `taken`: it is, and another coupon of the same submit is for the first order already. */
export type FirstOrderState = 'first' | 'taken' | 'later'

/** One shop's part of an order, on one day. Freight counts towards no threshold. */
export interface CouponOrderInput {
  shopId: string
  day: string
  lines: readonly CouponLineInput[]
  /** The freight that it would cost; null: not known yet. */
  freightFen: Fen | null
  firstOrder: FirstOrderState
}

/** Why a coupon does not apply. `missingFen` is what the lines in scope lack; `scope` is the kind of scope; `nothing`: it would take nothing off. */
export type CouponRejection =
  | { kind: 'firstOrder'; is: Exclude<FirstOrderState, 'first'> }
  | { kind: 'freight'; known: boolean }
  | { kind: 'nothing' }
  | { kind: 'soon'; fromDay: string }
  | { kind: 'over' }
  | { kind: 'scope'; scope: CouponScope['kind'] }
  | { kind: 'short'; scope: CouponScope['kind']; missingFen: Fen }

/**
 * The effect of a coupon on an order: the discount in fen, which is the share of each line, in the order of the lines, and that of the
 * freight; or why it does not apply.
 */
export type CouponEvaluation =
  | { applies: true; discountFen: Fen; shares: Fen[]; freightDiscountFen: Fen }
  | { applies: false; why: CouponRejection }

const inScope = ({ scope }: CouponTerms, { goodsId, categoryIds }: CouponLineInput): boolean => {
  if (scope.kind === 'all') return true
  return scope.kind === 'goods' ? scope.ids.includes(goodsId) : scope.ids.some((id) => categoryIds.includes(id))
}

/** Returns why a coupon cannot be used for an order whose lines in scope come to an amount; undefined: it can. */
function findCouponRejection(coupon: CouponTerms, { day, freightFen, firstOrder }: CouponOrderInput, scopeFen: Fen) {
  const scope = coupon.scope.kind
  const rejections: readonly (readonly [boolean, CouponRejection])[] = [
    [coupon.untilDay < day, { kind: 'over' }],
    [day < coupon.fromDay, { kind: 'soon', fromDay: coupon.fromDay }],
    [scopeFen === 0, { kind: 'scope', scope }],
    [coupon.firstOrder && firstOrder !== 'first', { kind: 'firstOrder', is: firstOrder === 'taken' ? 'taken' : 'later' }],
    [scopeFen < coupon.thresholdFen, { kind: 'short', scope, missingFen: subtractFen(coupon.thresholdFen, scopeFen) }],
    [coupon.kind === 'freight' && !freightFen, { kind: 'freight', known: freightFen !== null }],
  ]
  return rejections.find(([rejected]) => rejected)?.[1]
}

/**
 * Evaluates one coupon (domain §7). It applies in the shop that issued it, on its days, from its threshold of goods in scope. The discount
 * never exceeds the goods in scope, or the freight if it is 运费券, and is spread over the lines by the largest remainder. A line of 0 fen
 * bears nothing.
 */
export function evaluateCoupon(coupon: CouponTerms, order: CouponOrderInput): CouponEvaluation {
  const weights = order.lines.map((line) => (coupon.shopId === order.shopId && inScope(coupon, line) ? line.amountFen : ZERO_FEN))
  const scopeFen = sum(weights)
  const why = findCouponRejection(coupon, order, scopeFen)
  if (why) return { applies: false, why }
  const ofFreight = coupon.kind === 'freight'
  const { amountFen: amount, offBasisPoints } = coupon
  const discountFen = computeCouponDiscount({ amount, offBasisPoints }, ofFreight ? (order.freightFen ?? ZERO_FEN) : scopeFen)
  if (discountFen === 0) return { applies: false, why: { kind: 'nothing' } }
  return {
    applies: true,
    discountFen,
    shares: ofFreight ? weights.map(() => ZERO_FEN) : splitProportionally(discountFen, weights),
    freightDiscountFen: ofFreight ? discountFen : ZERO_FEN,
  }
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
  if (why.kind === 'firstOrder') return why.is === 'taken' ? '首单券一次下单只能用一张' : '仅限首单，贵企业已有订单'
  if (why.kind === 'freight') return why.known ? '本单没有运费' : '结算时按运费抵扣'
  if (why.kind === 'nothing') return '优惠不足 ¥0.01'
  if (why.kind === 'scope') return why.scope === 'all' ? '不适用所选商品' : '订单中没有指定商品'
  return `${formatCouponThresholdBasis(why.scope)}还差 ${formatMoney(why.missingFen)} 可用`
}
