import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { computeCouponDiscount } from '#contract/catalog/coupons/kinds.ts'
import type { CouponWithOrderDiscount } from '#contract/catalog/coupons/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'

type Shop = OutputOf<typeof couponEndpoints.onHand>[number]

/** A coupon's name and its discount. */
export interface CouponDiscount {
  name: string
  amount: Fen
}

/** The notes on a shop's coupons in the cart. */
export interface CartCouponNotes {
  /** The discounts at the cash price and at the credit price. */
  sale: CouponDiscount | undefined
  credit: CouponDiscount | undefined
  /** The nearest coupon with a larger discount at its threshold, and how much more of its goods must be bought, at the cash price. */
  next: (CouponDiscount & { missing: Fen; scope: CouponWithOrderDiscount['scope'] }) | undefined
}

/** The choices are sorted, the best first. */
function bestOf([first]: readonly CouponWithOrderDiscount[]): CouponDiscount | undefined {
  return first && first.discount !== null ? { name: first.name, amount: first.discount } : undefined
}

function nextOf(choices: readonly CouponWithOrderDiscount[], above: Fen): CartCouponNotes['next'] {
  const within = choices.flatMap(({ missing, ...coupon }) => {
    const { name, scope, couponKind, threshold } = coupon
    // What is off the freight is known at the confirmation page alone.
    if (missing === null || couponKind === 'freight') return []
    const amount = computeCouponDiscount(coupon, threshold)
    return amount > above ? [{ name, amount, missing, scope }] : []
  })
  return within.sort((left, right) => left.missing - right.missing || right.amount - left.amount)[0]
}

/** Undefined if no coupon applies now or could apply soon. */
export function toCartCouponNotes({ sale, credit }: Shop): CartCouponNotes | undefined {
  const best = bestOf(sale)
  const notes = { sale: best, credit: bestOf(credit ?? []), next: nextOf(sale, best?.amount ?? ZERO_FEN) }
  return notes.sale || notes.credit || notes.next ? notes : undefined
}
