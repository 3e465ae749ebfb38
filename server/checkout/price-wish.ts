import { type Fen, minus, sum, times, ZERO } from '../../contract/money.ts'
import { goodsTotal, ORDER_MAX, type PriceType, unitPrice } from '../../contract/ordering/amounts.ts'
import type { Judged } from '../../contract/pricing/coupons.ts'
import { type FreightRow, type FreightRule, freightFor, freightRule } from '../../contract/pricing/freight.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Coupon, type CouponWish, type Hand, pickCoupon, readHand } from '../coupons/public.ts'
import { freightTerms } from '../freight/public.ts'
import { giftsFor, type WaitingGift } from '../levels/public.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import type { WishedLine } from './wish.ts'

/** What a shop asks for where the goods go. */
type TermsOf = (shopId: string) => FreightRow

/** What the shops of a wish ask for in a province; null: no address is chosen yet. */
export const termsFor = (db: Db, lines: readonly WishedLine[], province: string | null): Promise<TermsOf> =>
  freightTerms(db, { shopIds: [...new Set(lines.map(({ goods }) => goods.shopId))], province })

/** What one shop's part of a wish comes to: one order. */
export interface PricedShop {
  shopId: string
  lines: (WishedLine & { unitFen: Fen; amountFen: Fen; discountFen: Fen })[]
  goodsFen: Fen
  freight: FreightRule & { delivered: boolean }
  freightFen: Fen
  /** All coupons that the company could use here, the best first. */
  judged: Judged<Coupon>[]
  coupon: Coupon | null
  discountFen: Fen
  payableFen: Fen
  /** What goes with it for nothing. */
  gifts: WaitingGift[]
}

/** What a company has to take something off with, and what it wishes to use of it. */
export interface CouponHand {
  hand: Hand
  wish: CouponWish
  gifts: readonly WaitingGift[]
}

const pricesOf = ({ price: { salePriceFen, creditPriceFen }, quantity }: WishedLine) => ({ salePriceFen, creditPriceFen, quantity })

const gramsOf = (lines: readonly WishedLine[]) => lines.reduce((grams, { sku, quantity }) => grams + sku.weightGrams * quantity, 0)

interface ShopWish extends CouponHand {
  shopId: string
  lines: readonly WishedLine[]
  terms: FreightRow
}

function priceShop({ shopId, lines, terms, hand, wish, gifts }: ShopWish, type: PriceType): PricedShop | undefined {
  // Before it is money: a product beyond every amount is a refusal here, not a defect.
  if (lines.reduce((total, { price, quantity }) => total + (unitPrice(price, type) ?? 0) * quantity, 0) > ORDER_MAX)
    refuse('ORDER_TOO_LARGE')
  const goodsFen = goodsTotal(lines.map(pricesOf), type)
  if (goodsFen === undefined) return undefined
  const amounts = lines.map((line) => {
    const unitFen = unitPrice(line.price, type) ?? ZERO
    return { ...line, unitFen, amountFen: times(unitFen, line.quantity) }
  })
  const judged = hand.judge({ shopId, lines: amounts.map(({ goods, amountFen }) => ({ goodsId: goods.id, amountFen })) })
  const picked = pickCoupon(judged, wish[shopId])
  const shares = picked?.verdict.applies ? picked.verdict.shares : []
  const discountFen = sum(shares)
  const freight = { ...freightRule(terms, gramsOf(lines)), delivered: terms.delivered }
  const freightFen = terms.delivered ? freightFor(goodsFen, freight) : ZERO
  if (sum([goodsFen, freightFen]) > ORDER_MAX) refuse('ORDER_TOO_LARGE')
  return {
    ...{ shopId, goodsFen, freight, freightFen, judged, coupon: picked?.coupon ?? null, discountFen },
    lines: amounts.map((line, at) => ({ ...line, discountFen: shares[at] ?? ZERO })),
    payableFen: minus(sum([goodsFen, freightFen]), discountFen),
    gifts: gifts.filter(({ goods }) => goods.shopId === shopId),
  }
}

/** A wish by shop at a price type; undefined where some good has no such price. */
export function priceWish(
  lines: readonly WishedLine[],
  type: PriceType,
  { termsOf, coupons }: { termsOf: TermsOf; coupons: CouponHand },
): PricedShop[] | undefined {
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))]
  const priced = shops.map((shopId) =>
    priceShop({ ...coupons, shopId, lines: lines.filter(({ goods }) => goods.shopId === shopId), terms: termsOf(shopId) }, type),
  )
  return priced.every((shop) => shop !== undefined) ? priced : undefined
}

interface Wisher {
  enterpriseId: string
  lines: readonly WishedLine[]
}

/** What somebody holds against a wish's goods. */
export const handFor = (db: Db, moment: Moment, { enterpriseId, lines }: Wisher): Promise<Hand> =>
  readHand(db, moment, { enterpriseId, goods: lines.map(({ goods }) => goods) })

/** The gifts of somebody's level that can go with a wish. `lock`: no other order takes them meanwhile. */
export function giftsOf(db: Db, moment: Moment, { enterpriseId, lines, lock }: Wisher & { lock: boolean }): Promise<WaitingGift[]> {
  const wanted = new Map<string, number>()
  for (const { sku, quantity } of lines) wanted.set(sku.id, (wanted.get(sku.id) ?? 0) + quantity)
  return giftsFor(db, moment, { enterpriseId, shopIds: [...new Set(lines.map(({ goods }) => goods.shopId))], wanted, lock })
}

export const payableOf = (shops: readonly PricedShop[]): Fen => sum(shops.map(({ payableFen }) => payableFen))
