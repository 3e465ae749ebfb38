import type { QuoteChange } from '#contract/orders/orders/api.ts'
import { FEN_MAX, type Fen, fen, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { PricedShop } from './price-order-request.ts'

/**
 * A quote is the unit prices, the freight and the gifts that the confirmation page showed. It only ever refuses: submit prices by the catalogue
 * alone, and says no when that is not what was shown. So it needs no signature, and lying in it gains nothing.
 */
interface Quote {
  /** Unit prices by SKU, in fen. */
  p: Record<string, number>
  /** Freight by shop, in fen. */
  f: Record<string, number>
  /** What coupons take off by shop, in fen. */
  c: Record<string, number>
  /** Gifts by shop, by their ids. */
  g: Record<string, string[]>
}

const quoteFrom = (shops: readonly PricedShop[]): Quote => ({
  p: Object.fromEntries(shops.flatMap(({ lines }) => lines.map(({ sku, unitFen }) => [sku.id, unitFen]))),
  f: Object.fromEntries(shops.map(({ shopId, freightFen }) => [shopId, freightFen])),
  c: Object.fromEntries(shops.map(({ shopId, discountFen }) => [shopId, discountFen])),
  g: Object.fromEntries(shops.map(({ shopId, gifts }) => [shopId, gifts.map(({ id }) => id)])),
})

export const encodeQuote = (shops: readonly PricedShop[]): string => Buffer.from(JSON.stringify(quoteFrom(shops))).toString('base64url')

function readQuote(text: string): Quote {
  try {
    const quote: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof quote === 'object' && quote !== null && 'p' in quote && 'f' in quote && 'c' in quote && 'g' in quote)
      return { p: Object(quote.p), f: Object(quote.f), c: Object(quote.c), g: Object(quote.g) }
  } catch {
    // Not a quote of ours: then nothing was shown, and everything has changed.
  }
  return { p: {}, f: {}, c: {}, g: {} }
}

/** What a quote says was shown; null where that is no amount. */
const amount = (value: unknown): Fen | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= FEN_MAX ? fen(value) : null

/** Refuses when the prices of now are not those that were shown, and says which ones moved from what to what, in yuan. */
export function requireQuoteUnchanged(text: string, shops: readonly PricedShop[]): void {
  const shown = readQuote(text)
  const changes: QuoteChange[] = shops.flatMap(({ lines }) =>
    lines
      .filter(({ sku, unitFen }) => shown.p[sku.id] !== unitFen)
      .map(({ sku, goods, unitFen }) => ({ skuId: sku.id, goodsName: goods.name, was: amount(shown.p[sku.id]), is: unitFen })),
  )
  const freightMoved = shops.some(({ shopId, freightFen }) => shown.f[shopId] !== freightFen)
  const couponMoved = shops.some(({ shopId, discountFen }) => shown.c[shopId] !== discountFen)
  const giftMoved = shops.some(({ shopId, gifts }) => String(shown.g[shopId] ?? []) !== String(gifts.map(({ id }) => id)))
  if (changes.length === 0 && !freightMoved && !couponMoved && !giftMoved) return
  const told = changes.map(({ was, is, ...change }) => ({
    ...change,
    was: was === null ? null : toYuan(was),
    is: is === null ? null : toYuan(is),
  }))
  refuse('ORDER_CHANGED', { changes: told, freightMoved, couponMoved, giftMoved })
}
