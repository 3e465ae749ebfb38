import { type Fen, sum, times, ZERO } from '../../contract/money.ts'
import { goodsTotal, ORDER_MAX, type PriceType, unitPrice } from '../../contract/ordering/amounts.ts'
import { type FreightRow, type FreightRule, freightFor, freightRule } from '../../contract/pricing/freight.ts'
import { refuse } from '../../contract/refusals.ts'
import { freightTerms } from '../freight/public.ts'
import type { Db } from '../platform/db.ts'
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
  discountFen: Fen
  payableFen: Fen
}

const pricesOf = ({ price: { salePriceFen, creditPriceFen }, quantity }: WishedLine) => ({ salePriceFen, creditPriceFen, quantity })

const gramsOf = (lines: readonly WishedLine[]) => lines.reduce((grams, { sku, quantity }) => grams + sku.weightGrams * quantity, 0)

function priceShop(shopId: string, lines: readonly WishedLine[], type: PriceType, terms: FreightRow): PricedShop | undefined {
  // Before it is money: a product beyond every amount is a refusal here, not a defect.
  if (lines.reduce((total, { price, quantity }) => total + (unitPrice(price, type) ?? 0) * quantity, 0) > ORDER_MAX)
    refuse('ORDER_TOO_LARGE')
  const goodsFen = goodsTotal(lines.map(pricesOf), type)
  if (goodsFen === undefined) return undefined
  const priced = lines.map((line) => {
    const unitFen = unitPrice(line.price, type) ?? ZERO
    return { ...line, unitFen, amountFen: times(unitFen, line.quantity), discountFen: ZERO }
  })
  const freight = { ...freightRule(terms, gramsOf(lines)), delivered: terms.delivered }
  const freightFen = terms.delivered ? freightFor(goodsFen, freight) : ZERO
  const payableFen = sum([goodsFen, freightFen])
  if (payableFen > ORDER_MAX) refuse('ORDER_TOO_LARGE')
  return { shopId, lines: priced, goodsFen, freight, freightFen, discountFen: ZERO, payableFen }
}

/** A wish by shop at a price type; undefined where some good has no such price. */
export function priceWish(lines: readonly WishedLine[], type: PriceType, termsOf: TermsOf): PricedShop[] | undefined {
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))]
  const priced = shops.map((shopId) =>
    priceShop(
      shopId,
      lines.filter(({ goods }) => goods.shopId === shopId),
      type,
      termsOf(shopId),
    ),
  )
  return priced.every((shop) => shop !== undefined) ? priced : undefined
}

export const payableOf = (shops: readonly PricedShop[]): Fen => sum(shops.map(({ payableFen }) => payableFen))
