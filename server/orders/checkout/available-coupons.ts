import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { getUnitPrice, type PriceType } from '#contract/orders/orders/amounts.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type CouponEvaluator, readCouponChoiceDescriber } from '#server/catalog/coupons/public.ts'
import { computeLineAmount } from '#server/catalog/pricing/public.ts'
import type { CartOwner } from '#server/orders/cart/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type PricedOrderLine, readPricedOrderLines } from './order-request.ts'
import { readCouponEvaluatorForLines } from './price-order-request.ts'

/** Evaluates every coupon for the lines of one shop at a price type. undefined: a line has no such price. */
function evaluateAtPriceType(couponEvaluator: CouponEvaluator, shopId: string, lines: readonly PricedOrderLine[], type: PriceType) {
  const amounts = lines.map(({ goods, price, quantity }) => {
    const unit = getUnitPrice(price, type)
    return unit === undefined ? undefined : { goodsId: goods.id, amountFen: computeLineAmount(unit, quantity) }
  })
  return amounts.every((line) => line !== undefined) ? couponEvaluator.evaluate({ shopId, lines: amounts, freightFen: null }) : undefined
}

/** Lists the coupons of an enterprise for some cart lines, by shop and for both price types. */
export async function listAvailableCouponsForCart(
  db: Db,
  moment: Moment,
  owner: CartOwner,
  cartIds: readonly string[],
): Promise<OutputOf<typeof couponEndpoints.onHand>> {
  const { lines } = await readPricedOrderLines(db, moment, { owner, request: { cartIds } })
  const couponEvaluator = await readCouponEvaluatorForLines(db, moment, { enterpriseId: owner.enterpriseId, lines })
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))].map((shopId) => {
    const own = lines.filter(({ goods }) => goods.shopId === shopId)
    return {
      shopId,
      sale: evaluateAtPriceType(couponEvaluator, shopId, own, 'sale') ?? [],
      credit: evaluateAtPriceType(couponEvaluator, shopId, own, 'credit'),
    }
  })
  const describe = await readCouponChoiceDescriber(
    db,
    moment,
    shops.flatMap(({ sale, credit = [] }) => [...sale, ...credit]),
  )
  return shops.map(({ shopId, sale, credit }) => ({ shopId, sale: describe(sale), credit: credit ? describe(credit) : null }))
}
