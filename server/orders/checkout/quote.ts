import type { PreviewPriceChange } from '#contract/orders/orders/api.ts'
import { FEN_MAX, type Fen, fen, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { sumQuantitiesBySku } from './order-request.ts'
import type { PricedShopOrder } from './price-order-request.ts'

/**
 * A quote has the unit prices, quantities, freight, coupons and gifts that the confirmation page showed. Submit computes all prices from the catalog
 * and only compares them with the quote. So a quote needs no signature: a forged one gains nothing.
 */
interface Quote {
  /** Unit prices by SKU, in fen. */
  p: Record<string, number>
  /** Quantities by SKU. Absent in the quote of a server of the release before, whose page says nothing about them. */
  n?: Record<string, number>
  /** Freight by shop, in fen. */
  f: Record<string, number>
  /** What coupons take off by shop, in fen. */
  c: Record<string, number>
  /** Gift ids by shop. */
  g: Record<string, string[]>
}

const sumQuantitiesOfShops = (shops: readonly PricedShopOrder[]): Map<string, number> =>
  sumQuantitiesBySku(shops.flatMap(({ lines }) => lines.map(({ sku, quantity }) => ({ skuId: sku.id, quantity }))))

const quoteFrom = (shops: readonly PricedShopOrder[]): Quote => ({
  p: Object.fromEntries(shops.flatMap(({ lines }) => lines.map(({ sku, unitFen }) => [sku.id, unitFen]))),
  n: Object.fromEntries(sumQuantitiesOfShops(shops)),
  f: Object.fromEntries(shops.map(({ shopId, freightFen }) => [shopId, freightFen])),
  c: Object.fromEntries(shops.map(({ shopId, discountFen }) => [shopId, discountFen])),
  g: Object.fromEntries(shops.map(({ shopId, gifts }) => [shopId, gifts.map(({ id }) => id)])),
})

export const encodeOrderQuote = (shops: readonly PricedShopOrder[]): string =>
  Buffer.from(JSON.stringify(quoteFrom(shops))).toString('base64url')

function readQuote(text: string): Quote {
  try {
    const quote: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof quote === 'object' && quote !== null && 'p' in quote && 'f' in quote && 'c' in quote && 'g' in quote)
      return {
        p: Object(quote.p),
        f: Object(quote.f),
        c: Object(quote.c),
        g: Object(quote.g),
        ...('n' in quote ? { n: Object(quote.n) } : {}),
      }
  } catch {
    // Not a valid quote: treat it as if everything had changed.
  }
  return { p: {}, f: {}, c: {}, g: {} }
}

/** Parses an amount of a quote; null if it is not an amount. */
const amount = (value: unknown): Fen | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= FEN_MAX ? fen(value) : null

/**
 * Refuses ORDER_CHANGED if current prices or quantities differ from the quote, and says which prices changed, with old and new amounts in
 * yuan. `areOfCart`: the lines are those of the cart, whose quantities can change while the confirmation page is open; otherwise the
 * request names the quantities itself.
 */
export function requirePricesMatchOrderQuote(text: string, shops: readonly PricedShopOrder[], { areOfCart }: { areOfCart: boolean }): void {
  const shown = readQuote(text)
  const changes: PreviewPriceChange[] = shops.flatMap(({ lines }) =>
    lines
      .filter(({ sku, unitFen }) => shown.p[sku.id] !== unitFen)
      .map(({ sku, goods, unitFen }) => ({ skuId: sku.id, goodsName: goods.name, was: amount(shown.p[sku.id]), is: unitFen })),
  )
  const { n: quantities } = shown
  const quantityMoved =
    areOfCart && quantities !== undefined && [...sumQuantitiesOfShops(shops)].some(([skuId, quantity]) => quantities[skuId] !== quantity)
  const freightMoved = shops.some(({ shopId, freightFen }) => shown.f[shopId] !== freightFen)
  const couponMoved = shops.some(({ shopId, discountFen }) => shown.c[shopId] !== discountFen)
  const giftMoved = shops.some(({ shopId, gifts }) => String(shown.g[shopId] ?? []) !== String(gifts.map(({ id }) => id)))
  if (changes.length === 0 && !quantityMoved && !freightMoved && !couponMoved && !giftMoved) return
  const priceChanges = changes.map(({ was, is, ...change }) => ({
    ...change,
    was: was === null ? null : toYuan(was),
    is: is === null ? null : toYuan(is),
  }))
  refuse('ORDER_CHANGED', { changes: priceChanges, quantityMoved, freightMoved, couponMoved, giftMoved })
}
