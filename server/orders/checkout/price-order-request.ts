import type { EvaluatedCoupon } from '#contract/catalog/pricing/coupons.ts'
import { computeGoodsTotalAtPriceType, getUnitPrice, type PriceType } from '#contract/orders/orders/amounts.ts'
import { type Fen, ORDER_AMOUNT_MAX, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  computeFreight,
  computeFreightRuleForLines,
  type FreightLine,
  type FreightRow,
  type FreightRule,
} from '#contract/sites/freight/freight.ts'
import {
  type Coupon,
  type CouponEvaluator,
  type CouponSelectionByShop,
  readCouponEvaluator,
  selectChosenOrBestCouponForLines,
} from '#server/catalog/coupons/public.ts'
import { computeLineAmount } from '#server/catalog/pricing/public.ts'
import { findAvailableGifts, type WaitingGift } from '#server/orders/levels/public.ts'
import { hasUncancelledOrder } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { readFreightTermsLookupByShop } from '#server/sites/freight/public.ts'
import { type PricedOrderLine, sumQuantitiesBySku } from './order-request.ts'

/** Returns the freight terms of a shop for the place of delivery. */
type TermsOf = (shopId: string) => FreightRow

/** Reads the freight terms of the shops of a request for a province; null: no address is chosen yet. */
export const readFreightTermsLookupForLines = (db: Db, lines: readonly PricedOrderLine[], province: string | null): Promise<TermsOf> =>
  readFreightTermsLookupByShop(db, { shopIds: [...new Set(lines.map(({ goods }) => goods.shopId))], province })

/** The prices of one shop's part of a request. It becomes one order. */
export interface PricedShopOrder {
  shopId: string
  lines: (PricedOrderLine & { unitFen: Fen; amountFen: Fen; discountFen: Fen })[]
  goodsFen: Fen
  freight: FreightRule & { delivered: boolean }
  /** Before a coupon. */
  freightFen: Fen
  /** All coupons that the enterprise could use here, the best first. */
  evaluated: EvaluatedCoupon<Coupon>[]
  coupon: Coupon | null
  /** What the coupon takes off the goods and the freight. */
  discountFen: Fen
  /** What of it is taken off the freight. */
  freightDiscountFen: Fen
  payableFen: Fen
  /** Goods that come with the order at price zero. */
  gifts: WaitingGift[]
}

/** The coupons and gifts of an enterprise, and which coupons it has selected. */
export interface CouponAndGiftInput {
  available: CouponEvaluator
  selection: CouponSelectionByShop
  gifts: readonly WaitingGift[]
}

const pricesOf = ({ price: { salePriceFen, creditPriceFen }, quantity }: PricedOrderLine) => ({ salePriceFen, creditPriceFen, quantity })

const toFreightLine = ({ sku: { weightGrams }, goods: { freight }, quantity }: PricedOrderLine): FreightLine => ({
  weightGrams,
  quantity,
  freeFreight: freight === 'free',
})

interface ShopOrderInput extends CouponAndGiftInput {
  shopId: string
  /** Another shop of the request uses a coupon for the first order. */
  firstOrderUsedElsewhere: boolean
  lines: readonly PricedOrderLine[]
  terms: FreightRow
}

const NO_DISCOUNT = { discountFen: ZERO_FEN, shares: [] as readonly Fen[], freightDiscountFen: ZERO_FEN }

function priceShop(
  { shopId, lines, terms, firstOrderUsedElsewhere, available: couponEvaluator, selection, gifts }: ShopOrderInput,
  type: PriceType,
): PricedShopOrder | undefined {
  const amounts = lines.map((line) => {
    const unitFen = getUnitPrice(line.price, type) ?? ZERO_FEN
    return { ...line, unitFen, amountFen: computeLineAmount(unitFen, line.quantity) }
  })
  const goodsFen = computeGoodsTotalAtPriceType(lines.map(pricesOf), type)
  if (goodsFen === undefined) return undefined
  const freight = { ...computeFreightRuleForLines(terms, lines.map(toFreightLine)), delivered: terms.delivered }
  const freightFen = terms.delivered ? computeFreight(goodsFen, freight) : ZERO_FEN
  if (sum([goodsFen, freightFen]) > ORDER_AMOUNT_MAX) refuse('ORDER_TOO_LARGE')
  const goodsAmounts = amounts.map(({ goods, amountFen }) => ({ goodsId: goods.id, amountFen }))
  const evaluated = couponEvaluator.evaluate({ shopId, lines: goodsAmounts, freightFen, firstOrderUsedElsewhere })
  const picked = selectChosenOrBestCouponForLines(evaluated, selection[shopId])
  const { discountFen, shares, freightDiscountFen } = picked?.verdict.applies ? picked.verdict : NO_DISCOUNT
  return {
    shopId,
    goodsFen,
    freight,
    freightFen,
    evaluated,
    coupon: picked?.coupon ?? null,
    discountFen,
    freightDiscountFen,
    lines: amounts.map((line, at) => ({ ...line, discountFen: shares[at] ?? ZERO_FEN })),
    payableFen: subtractFen(sum([goodsFen, freightFen]), discountFen),
    gifts: gifts.filter(({ goods }) => goods.shopId === shopId),
  }
}

/**
 * Prices the shops of a request so that at most one of them uses a coupon for the first order: that for which the buyer has chosen such a
 * coupon, else that in which it saves the most compared with what else the shop could use; of equal ones the first. `price` computes one
 * shop; its second argument says that another one has the coupon.
 */
export function priceShopsWithOneFirstOrderCoupon<Priced extends Pick<PricedShopOrder, 'coupon' | 'discountFen'>>(
  shops: readonly string[],
  { available, selection }: Pick<CouponAndGiftInput, 'available' | 'selection'>,
  price: (shopId: string, firstOrderUsedElsewhere: boolean) => Priced | undefined,
): (Priced | undefined)[] {
  const chosen = shops.find((shopId) => available.isForFirstOrder(selection[shopId]))
  const priced = shops.map((shopId) => price(shopId, chosen !== undefined && shopId !== chosen))
  if (chosen !== undefined || shops.length === 1) return priced
  const [best] = shops
    .flatMap((shopId, at) => {
      const shop = priced[at]
      if (!shop || !available.isForFirstOrder(shop.coupon?.id)) return []
      return [{ shopId, shop, gainFen: subtractFen(shop.discountFen, price(shopId, true)?.discountFen ?? ZERO_FEN) }]
    })
    .sort((left, right) => right.gainFen - left.gainFen)
  return best ? shops.map((shopId) => (shopId === best.shopId ? best.shop : price(shopId, true))) : priced
}

/** Computes the prices of a request for each shop at a price type. Returns undefined if one of the goods has no such price. */
export function computeOrderRequestPrices(
  lines: readonly PricedOrderLine[],
  type: PriceType,
  { termsOf, coupons }: { termsOf: TermsOf; coupons: CouponAndGiftInput },
): PricedShopOrder[] | undefined {
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))]
  const priced = priceShopsWithOneFirstOrderCoupon(shops, coupons, (shopId, firstOrderUsedElsewhere) => {
    const ofShop = lines.filter(({ goods }) => goods.shopId === shopId)
    return priceShop({ ...coupons, shopId, firstOrderUsedElsewhere, lines: ofShop, terms: termsOf(shopId) }, type)
  })
  return priced.every((shop) => shop !== undefined) ? priced : undefined
}

interface EnterpriseLines {
  enterpriseId: string
  lines: readonly PricedOrderLine[]
}

/** Finds the coupons that an enterprise can use for the goods of a request. */
export const readCouponEvaluatorForLines = (db: Db, moment: Moment, { enterpriseId, lines }: EnterpriseLines): Promise<CouponEvaluator> =>
  readCouponEvaluator(db, moment, {
    enterpriseId,
    goods: lines.map(({ goods }) => goods),
    hasUncancelledOrder: () => hasUncancelledOrder(db, enterpriseId),
  })

/** No coupon applies to the prices of a quotation (decision 330). */
export const NO_COUPON_EVALUATOR: CouponEvaluator = { evaluate: () => [], isForFirstOrder: () => false }

/** Finds the level gifts that can go with a request. With `lock`, no other order can take them until the transaction ends. */
export function findOrLockGiftsForLines(
  db: Db,
  moment: Moment,
  { enterpriseId, lines, lock }: EnterpriseLines & { lock: boolean },
): Promise<WaitingGift[]> {
  const wanted = sumQuantitiesBySku(lines.map(({ sku, quantity }) => ({ skuId: sku.id, quantity })))
  return findAvailableGifts(db, moment, { enterpriseId, shopIds: [...new Set(lines.map(({ goods }) => goods.shopId))], wanted, lock })
}

export const sumPayableAmounts = (shops: readonly PricedShopOrder[]): Fen => sum(shops.map(({ payableFen }) => payableFen))
