// A line of an order and its answer.
import { isOrderable, type Sku } from '#bench/search-lists/generator/catalog.ts'
import type { SeededRandom } from '#bench/search-lists/generator/choices.ts'
import type { ChatLine } from '#bench/search-lists/generator/rows.ts'
import type { Description } from './descriptions.ts'
import { type QuantityStyle, writeQuantity } from './quantities.ts'

/** The lines of a kind; undefined where what was chosen makes none. */
export type OptionalChatLineRows = readonly (ChatLine | undefined)[]

export interface Order {
  sku: Sku
  count: number
}

/** A line that names these SKUs and no other: the seller asks if there are several. */
export const createChatLineOfNamedSkus = (text: string, skus: readonly Sku[], count: number): ChatLine | undefined =>
  skus.length === 0 ? undefined : { text, sku: skus.map(({ code }) => code).join('|'), quantity: String(count), mustAsk: skus.length > 1 }

/** Whether SKUs differ in more than the packing. */
function differBesidesPacking(skus: readonly Sku[]): boolean {
  const others = skus.map(({ properties }) => Object.entries(properties).filter(([name]) => name !== '包装'))
  return new Set(others.map((properties) => JSON.stringify(properties))).size > 1
}

/**
 * A line with a description: the answer is every SKU that fits and is sold in this quantity. The seller asks if there are several, or if the
 * description fits SKUs that differ in more than the packing. None if the quantity is not one of the first SKU.
 */
function answerDescribed(text: string, fitting: readonly Sku[], count: number): ChatLine | undefined {
  const orderable = fitting.filter((sku) => isOrderable(sku, count))
  const row = orderable[0] === fitting[0] ? createChatLineOfNamedSkus(text, orderable, count) : undefined
  return row && { ...row, mustAsk: row.mustAsk || differBesidesPacking(fitting) }
}

/** Writes an order by the code of the SKU, or by a text that nothing else is called. */
export const writeCodeLine = (
  random: SeededRandom,
  style: QuantityStyle,
  { sku, count }: Order,
  text: string = sku.code,
): ChatLine | undefined => createChatLineOfNamedSkus(writeQuantity(random, style, { text, count, sku }), [sku], count)

/** Writes an order by a description, which other SKUs may fit too. */
export const writeDescribedLine = (
  random: SeededRandom,
  style: QuantityStyle,
  { sku, count }: Order,
  { text, fitting }: Description,
): ChatLine | undefined => answerDescribed(writeQuantity(random, style, { text, count, sku }), fitting, count)
