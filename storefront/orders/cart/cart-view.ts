import { formatLicenceStatus } from '#contract/catalog/licences/shapes.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { findNextPriceStepOffer } from '#contract/catalog/pricing/visible-price-steps.ts'
import {
  type CartItem,
  type CartLineFault,
  type CartShop,
  type CartShopWithWithheldPrices,
  cartLineOrderingFaults,
} from '#contract/orders/cart/api.ts'
import { type Fen, formatMoney, multiplyFenCapped, sum } from '#contract/platform/core/money.ts'
import type { PromisedDayLookup } from '#contract/sites/delivery-times/promised-day.ts'
import { computeFreight, computeFreightRuleForLines, computeMissingForFreeFreight } from '#contract/sites/freight/freight.ts'
import { toLineFromWarehouse } from '#storefront/platform/components/delivery/use-promised-days.ts'
import { formatCount } from '#ui/format.ts'

export type SelectionState = 'all' | 'some' | 'none'

export interface CartShopViewModel {
  shopId: string
  shopName: string
  /** The lines that can be ordered. */
  lines: CartItem[]
  selected: SelectionState
  /** Of the selected lines. */
  summary: CartShopSummary
  /** What is missing for free delivery; empty while nothing of this shop is selected. */
  freight: string
}

/** The kinds and pieces of the selected lines of a shop, and their sums in fen; `credit` null: one of them is not sold on credit. */
export interface CartShopSummary {
  kinds: number
  pieces: number
  sale: Fen
  credit: Fen | null
}

export interface CartTotals {
  /** The lines that will be ordered: selected, and without a problem. */
  ids: string[]
  sale: Fen
  /** In fen; null: one of them is not sold on credit. */
  credit: Fen | null
  /** The names of the goods that are not sold on credit. */
  cashOnly: string[]
}

export interface CartViewModel {
  shops: CartShopViewModel[]
  /** Lines that cannot be ordered as they are. */
  faulty: CartItem[]
  /** The ids of all lines that can be ordered. */
  sound: string[]
  selected: SelectionState
  totals: CartTotals
}

const isPriced = (shop: CartShopWithWithheldPrices): shop is CartShop =>
  shop.freight !== null &&
  shop.cartList.every(({ salePrice, saleAmount, steps }) => salePrice !== null && saleAmount !== null && steps !== null)

/** Returns the cart with its prices; undefined: its owner may not see them. */
export const toPricedCart = (cart: readonly CartShopWithWithheldPrices[]): CartShop[] | undefined =>
  cart.every(isPriced) ? [...cart] : undefined

const computeSelection = (lines: readonly CartItem[]): SelectionState => {
  const selected = lines.filter((line) => line.selected).length
  if (selected === 0) return 'none'
  return selected === lines.length ? 'all' : 'some'
}

/** Computes both totals of lines, in fen. If one is not sold on credit, there is no credit total, because an order has one price type. */
export function computeCartTotals(lines: readonly CartItem[]): CartTotals {
  const cashOnly = lines.filter(({ creditAmount }) => creditAmount === null).map(({ goodsName }) => goodsName)
  return {
    ids: lines.map(({ id }) => id),
    sale: sum(lines.map(({ saleAmount }) => saleAmount)),
    credit: cashOnly.length > 0 ? null : sum(lines.flatMap(({ creditAmount }) => creditAmount ?? [])),
    cashOnly: [...new Set(cashOnly)],
  }
}

function summariseCartShop(selected: readonly CartItem[]): CartShopSummary {
  const { ids, sale, credit } = computeCartTotals(selected)
  return { kinds: ids.length, pieces: selected.reduce((pieces, { goodsNum }) => pieces + goodsNum, 0), sale, credit }
}

/** Computes the freight of the selected lines of a shop to the default address, by the cash total. */
function freightNote(selected: readonly CartItem[], { delivered, ...terms }: CartShop['freight']): string {
  if (selected.length === 0) return ''
  if (!delivered) return '不配送到默认收货地址'
  const goods = computeCartTotals(selected).sale
  const rule = computeFreightRuleForLines(
    terms,
    selected.map(({ weightGrams, freeFreight, goodsNum }) => ({ weightGrams, freeFreight, quantity: goodsNum })),
  )
  const missing = computeMissingForFreeFreight(goods, rule)
  const fee = computeFreight(goods, rule)
  if (fee === 0) return '免运费'
  return missing === null ? `配送运费 ${formatMoney(fee)}` : `配送运费 ${formatMoney(fee)}，再买 ${formatMoney(missing)} 免运费`
}

/**
 * Finds the promised days of the lines of a shop, by id. What is selected is ordered together, so it is sent from where all of it lies, as the
 * confirmation page says; each other line counts alone.
 */
export function findPromisedDaysOfCartLines(
  lines: readonly CartItem[],
  ofLines: PromisedDayLookup['ofLines'],
): ReadonlyMap<string, string | undefined> {
  const together = lines.filter(({ selected }) => selected)
  const days = ofLines(together.map(toLineFromWarehouse))
  const alone = lines.filter(({ selected }) => !selected).map((line) => [line.id, ofLines([toLineFromWarehouse(line)])[0]] as const)
  return new Map([...together.map(({ id }, at) => [id, days[at]] as const), ...alone])
}

/** Builds the view of the cart: the shops with the lines that can be ordered, and separately the lines that cannot. */
export function toCartViewModel(cart: readonly CartShop[]): CartViewModel {
  const shops = cart
    .map(({ shopId, shopName, freight, cartList }) => {
      const lines = cartList.filter(({ fault }) => fault === null)
      const chosen = lines.filter(({ selected }) => selected)
      const summary = summariseCartShop(chosen)
      return { shopId, shopName, lines, selected: computeSelection(lines), summary, freight: freightNote(chosen, freight) }
    })
    .filter(({ lines }) => lines.length > 0)
  const sound = shops.flatMap(({ lines }) => lines)
  return {
    shops,
    faulty: cart.flatMap(({ cartList }) => cartList.filter(({ fault }) => fault !== null)),
    sound: sound.map(({ id }) => id),
    selected: computeSelection(sound),
    totals: computeCartTotals(sound.filter(({ selected }) => selected)),
  }
}

/** Returns the shops with only the first `rows` lines of the whole cart. */
export function takeFirstLinesOfShops<Shop extends Pick<CartShopViewModel, 'lines'>>(shops: readonly Shop[], rows: number): Shop[] {
  let left = rows
  return shops.map((shop) => {
    const lines = shop.lines.slice(0, left)
    left -= lines.length
    return { ...shop, lines }
  })
}

/** Counts the lines of the shops that are not among those shown before, or were changed since. */
export function countChangedLines(shops: readonly Pick<CartShopViewModel, 'lines'>[], before: typeof shops): number {
  if (shops === before) return 0
  const shown = new Set(before.flatMap(({ lines }) => lines))
  return shops.reduce((count, { lines }) => count + lines.filter((line) => !shown.has(line)).length, 0)
}

/** Returns the largest quantity of a line that can be ordered today; null if not even the minimum is possible. */
export function computeMaxOrderableQuantity({ stock, minimum, step }: Pick<CartItem, 'stock' | 'minimum' | 'step'>): number | null {
  return stock < minimum ? null : minimum + Math.floor((stock - minimum) / step) * step
}

/** Returns a quantity that makes a faulty line valid: the wanted one, rounded to the step and limited to the stock; null: none does. */
export function computeValidQuantity(line: CartItem): number | null {
  if (line.fault !== 'SHORT' && line.fault !== 'OFF_STEP') return null
  const most = computeMaxOrderableQuantity(line)
  return most === null ? null : Math.min(most, roundUpToOrderableQuantity(line.goodsNum, line))
}

/** Describes why a line cannot be ordered: the rule and its number. */
export function cartLineProblem(line: CartItem & { fault: CartLineFault }): string {
  const [need] = line.licencesMissing
  if (line.fault === 'LICENCE_NEEDED' && need) return `${cartLineOrderingFaults.LICENCE_NEEDED}：${formatLicenceStatus(need)}`
  if (line.fault === 'SHORT') return `${cartLineOrderingFaults.SHORT}，现货 ${formatCount(line.stock)} ${line.unit}`
  const rule = formatOrderableQuantityRule(line, line.unit)
  return line.fault === 'OFF_STEP' && rule !== '' ? `${cartLineOrderingFaults.OFF_STEP}：${rule}` : cartLineOrderingFaults[line.fault]
}

/** Returns the cart with some lines changed. */
export const withChangedCartLines = (cart: readonly CartShop[], ids: readonly string[], change: (line: CartItem) => CartItem): CartShop[] =>
  cart.map((shop) => ({ ...shop, cartList: shop.cartList.map((line) => (ids.includes(line.id) ? change(line) : line)) }))

export const withoutCartLines = (cart: readonly CartShop[], ids: readonly string[]): CartShop[] =>
  cart
    .map((shop) => ({ ...shop, cartList: shop.cartList.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ cartList }) => cartList.length > 0)

/** Returns a line with another quantity, as the server will return it: with the price of its step. */
export function withCartLineQuantity(line: CartItem, goodsNum: number): CartItem {
  const { salePrice, creditPrice } = findPriceStepForQuantity(line.steps, goodsNum)
  return {
    ...line,
    goodsNum,
    skuNum: goodsNum,
    salePrice,
    creditPrice,
    saleAmount: multiplyFenCapped(salePrice, goodsNum),
    creditAmount: creditPrice === null ? null : multiplyFenCapped(creditPrice, goodsNum),
  }
}

/** 再买 20 支，单价 ¥38.00; undefined if a larger quantity has the same price or is not available. */
export function nextCartPriceText(line: CartItem): string | undefined {
  const offer = findNextPriceStepOffer(line.steps, line.goodsNum, line)
  return (
    offer && `再买 ${formatCount(offer.more)} ${line.unit}，${offer.kind === 'credit' ? '赊销单价' : '单价'} ${formatMoney(offer.price)}`
  )
}
