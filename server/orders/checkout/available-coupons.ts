import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { getUnitPrice, type PriceType } from '#contract/orders/orders/amounts.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { type CouponEvaluator, readCouponChoiceDescriber, selectChosenOrBestCouponForLines } from '#server/catalog/coupons/public.ts'
import { computeLineAmount } from '#server/catalog/pricing/public.ts'
import type { CartOwner } from '#server/orders/cart/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type PricedOrderLine, readPricedOrderLines } from './order-request.ts'
import { priceShopsWithOneFirstOrderCoupon, readCouponEvaluatorForLines } from './price-order-request.ts'

/**
 * Evaluates every coupon for the lines of each shop at a price type; as at the confirmation, one shop has the coupon for the first order.
 * undefined: a line of the shop has no such price.
 */
function evaluateAtPriceType(available: CouponEvaluator, lines: readonly PricedOrderLine[], type: PriceType) {
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))]
  const evaluated = priceShopsWithOneFirstOrderCoupon(shops, { available, selection: {} }, (shopId, firstOrderUsedElsewhere) => {
    const ofShop = lines.filter(({ goods }) => goods.shopId === shopId)
    const amounts = ofShop.map(({ goods, price, quantity }) => {
      const unit = getUnitPrice(price, type)
      return unit === undefined ? undefined : { goodsId: goods.id, amountFen: computeLineAmount(unit, quantity) }
    })
    if (!amounts.every((line) => line !== undefined)) return undefined
    const choices = available.evaluate({ shopId, lines: amounts, freightFen: null, firstOrderUsedElsewhere })
    const best = selectChosenOrBestCouponForLines(choices, undefined)
    return { choices, coupon: best?.coupon ?? null, discountFen: best?.verdict.applies ? best.verdict.discountFen : ZERO_FEN }
  })
  return new Map(shops.map((shopId, at) => [shopId, evaluated[at]?.choices]))
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
  const [bySale, byCredit] = [evaluateAtPriceType(couponEvaluator, lines, 'sale'), evaluateAtPriceType(couponEvaluator, lines, 'credit')]
  const shops = [...bySale].map(([shopId, sale = []]) => ({ shopId, sale, credit: byCredit.get(shopId) }))
  const describe = await readCouponChoiceDescriber(
    db,
    moment,
    shops.flatMap(({ sale, credit = [] }) => [...sale, ...credit]),
  )
  return shops.map(({ shopId, sale, credit }) => ({ shopId, sale: describe(sale), credit: credit ? describe(credit) : null }))
}
