import type { coupon } from '#contract/catalog/coupons/api.ts'
import type { CouponChoice } from '#contract/catalog/coupons/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, ZERO } from '#contract/platform/core/money.ts'

type Shop = OutputOf<typeof coupon.onHand>[number]

/** What a coupon takes off, by its name. */
export interface CouponSaving {
  name: string
  amount: Fen
}

/** What is to be said of a shop's coupons in the cart. */
export interface AvailableCoupons {
  /** By the cash price, and by the price on account. */
  sale: CouponSaving | undefined
  credit: CouponSaving | undefined
  /** The nearest one that takes off more, and how much more is to be bought of what counts for it, by the cash price. */
  next: (CouponSaving & { missing: Fen; scope: CouponChoice['scope'] }) | undefined
}

/** The choices come with the best first. */
function bestOf([first]: readonly CouponChoice[]): CouponSaving | undefined {
  return first && first.discount !== null ? { name: first.name, amount: first.discount } : undefined
}

function nextOf(choices: readonly CouponChoice[], above: Fen): AvailableCoupons['next'] {
  const within = choices.flatMap(({ name, amount, missing, scope }) =>
    missing !== null && amount > above ? [{ name, amount, missing, scope }] : [],
  )
  return within.sort((left, right) => left.missing - right.missing || right.amount - left.amount)[0]
}

/** Undefined where nothing is on hand that applies now or soon. */
export function toAvailableCoupons({ sale, credit }: Shop): AvailableCoupons | undefined {
  const best = bestOf(sale)
  const said = { sale: best, credit: bestOf(credit ?? []), next: nextOf(sale, best?.amount ?? ZERO) }
  return said.sale || said.credit || said.next ? said : undefined
}
