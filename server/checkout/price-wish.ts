import { type Fen, sum, times, ZERO } from '../../contract/money.ts'
import { goodsTotal, ORDER_MAX, type PriceType, unitPrice } from '../../contract/ordering/amounts.ts'
import { freightFor } from '../../contract/pricing/freight.ts'
import { refuse } from '../../contract/refusals.ts'
import type { WishedLine } from './wish.ts'

/** What one shop's part of a wish comes to: one order. */
export interface PricedShop {
  shopId: string
  lines: (WishedLine & { unitFen: Fen; amountFen: Fen; discountFen: Fen })[]
  goodsFen: Fen
  freightFen: Fen
  discountFen: Fen
  payableFen: Fen
}

const pricesOf = ({ price: { salePriceFen, creditPriceFen }, quantity }: WishedLine) => ({ salePriceFen, creditPriceFen, quantity })

function priceShop(shopId: string, lines: readonly WishedLine[], type: PriceType): PricedShop | undefined {
  // Before it is money: a product beyond every amount is a refusal here, not a defect.
  if (lines.reduce((total, { price, quantity }) => total + (unitPrice(price, type) ?? 0) * quantity, 0) > ORDER_MAX)
    refuse('ORDER_TOO_LARGE')
  const goodsFen = goodsTotal(lines.map(pricesOf), type)
  if (goodsFen === undefined) return undefined
  const priced = lines.map((line) => {
    const unitFen = unitPrice(line.price, type) ?? ZERO
    return { ...line, unitFen, amountFen: times(unitFen, line.quantity), discountFen: ZERO }
  })
  const freightFen = freightFor(goodsFen)
  return { shopId, lines: priced, goodsFen, freightFen, discountFen: ZERO, payableFen: sum([goodsFen, freightFen]) }
}

/** A wish by shop at a price type; undefined where some good has no such price. */
export function priceWish(lines: readonly WishedLine[], type: PriceType): PricedShop[] | undefined {
  const shops = [...new Set(lines.map(({ goods }) => goods.shopId))]
  const priced = shops.map((shopId) =>
    priceShop(
      shopId,
      lines.filter(({ goods }) => goods.shopId === shopId),
      type,
    ),
  )
  return priced.every((shop) => shop !== undefined) ? priced : undefined
}

export const payableOf = (shops: readonly PricedShop[]): Fen => sum(shops.map(({ payableFen }) => payableFen))
