import * as z from 'zod/mini'
import { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { isOrderableQuantity, type OrderableQuantityRule, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { formatShopPausedReason } from '#contract/catalog/shops/shop-lifecycle.ts'
import { type Fen, INPUT_AMOUNT_MAX, multiplyFen } from '#contract/platform/core/money.ts'
import type { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'

/** Returns the properties of a SKU as pairs in the order of the server; empty if they are not a map of texts. */
export function parseSkuProps({ skuProps }: Pick<Sku, 'skuProps'>): [name: string, value: string][] {
  try {
    const props: unknown = JSON.parse(skuProps)
    return typeof props === 'object' && props !== null ? Object.entries(props).map(([name, value]) => [name, String(value)]) : []
  } catch {
    return []
  }
}

/** Returns the SKU to show: the one in the URL, else the first available one, else the first. */
export const findDisplayedSku = (skus: readonly Sku[], skuId: string | undefined): Sku | undefined =>
  skus.find((sku) => sku.skuId === skuId) ?? skus.find(({ soldOut }) => !soldOut) ?? skus[0]

/** Returns the SKU that a link names, if another one replaces it. */
export const findReplacedSku = (
  { replaced }: Pick<GoodsDetail, 'replaced'>,
  skuId: string | undefined,
): GoodsDetail['replaced'][number] | undefined => replaced.find((one) => one.skuId === skuId)

const Gone = z.object({ replacements: z.array(z.object({ skuId: z.string(), by: ReplacementSku })) })

/** Returns the replacement of goods that are no longer sold: of the SKU that a link names, else of any SKU. */
export function parseReplacementInRefusal({ detail }: Pick<Refusal, 'detail'>, skuId: string | undefined): ReplacementSku | undefined {
  const replacements = Gone.safeParse(detail).data?.replacements ?? []
  return (replacements.find((one) => one.skuId === skuId) ?? replacements[0])?.by
}

/** One value of a property, and the SKU that it selects. */
export interface SkuPropOption {
  value: string
  chosen: boolean
  /** Whether it can be combined with the other selected values. Otherwise it selects the nearest SKU that has the value. */
  fits: boolean
  soldOut: boolean
  skuId: string
}

export interface SkuPropChoice {
  name: string
  options: SkuPropOption[]
}

/** Returns the choices of each property. Every choice leads to a SKU: if a combination does not exist, to the nearest one. */
export function toSkuPropChoices(skus: readonly Sku[], shown: Sku): SkuPropChoice[] {
  const table = skus.map((sku) => ({ sku, props: new Map(parseSkuProps(sku)) }))
  const now = new Map(parseSkuProps(shown))
  return [...now.keys()].map((name) => {
    const values = [...new Set(table.flatMap(({ props }) => props.get(name) ?? []))]
    return { name, options: values.map((value) => optionOf(table, now, name, value)) }
  })
}

type Row = { sku: Sku; props: ReadonlyMap<string, string> }

function optionOf(table: readonly Row[], now: ReadonlyMap<string, string>, name: string, value: string): SkuPropOption {
  const others = [...now].filter(([other]) => other !== name)
  const likeness = ({ props }: Row) => others.filter(([other, chosen]) => props.get(other) === chosen).length
  const candidates = table.filter(({ props }) => props.get(name) === value)
  const [best] = candidates.sort((a, b) => likeness(b) - likeness(a) || Number(a.sku.soldOut) - Number(b.sku.soldOut))
  if (!best) throw new RangeError(`no SKU has ${name} ${value}`)
  return {
    value,
    chosen: now.get(name) === value,
    fits: likeness(best) === others.length,
    soldOut: best.sku.soldOut,
    skuId: best.sku.skuId,
  }
}

/** Returns the quantity to show for a SKU: the entered one if it can be ordered, else the nearest one that can. */
export const toOrderableQuantity = (asked: number, rule: OrderableQuantityRule): number =>
  isOrderableQuantity(asked, rule) ? asked : roundUpToOrderableQuantity(asked, rule)

/** Price × quantity in fen; null: no price, or more than the largest order. */
export const multiplyPrice = (price: Fen | null, quantity: number): Fen | null =>
  price === null || price * quantity > INPUT_AMOUNT_MAX ? null : multiplyFen(price, quantity)

/** Returns why the quantity cannot be ordered now; undefined: it can. */
function quantityError(quantity: number, { stock, soldOut }: Pick<Sku, 'stock' | 'soldOut'>, unit: string): string | undefined {
  if (soldOut) return stock > 0 ? `现货仅 ${formatCount(stock)} ${unit}，不足起订量` : '此规格已售罄，补货中'
  return quantity > stock ? `超过现货 ${formatCount(stock)} ${unit}，请减少数量` : undefined
}

/** Returns why the goods cannot be ordered now: their shop is paused, or the quantity; undefined: they can. */
export const buyingError = (
  goods: Pick<GoodsDetail, 'shopName' | 'shopPaused' | 'unit'>,
  sku: Pick<Sku, 'stock' | 'soldOut'>,
  quantity: number,
): string | undefined => (goods.shopPaused ? formatShopPausedReason(goods.shopName) : quantityError(quantity, sku, goods.unit))

/** Formats grams as kilograms with at most two decimals, rounded down: 1570 → '1.57', 31400 → '31.4'. */
export function formatGramsAsKilograms(grams: number): string {
  const hundredths = Math.floor(grams / 10)
  const rest = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0{1,2}$/, '')
  return `${formatCount(Math.floor(hundredths / 100))}${rest === '' ? '' : `.${rest}`}`
}

/** Returns the position and length of a range of 普氏系数 f on a scale that ends at `end`, in percent. */
export function toHardnessScalePosition([from, to]: readonly [number, number], end: number): { left: number; width: number } {
  const [low, high] = [Math.min(from, end), Math.min(to, end)]
  return { left: Math.round((low * 100) / end), width: Math.max(2, Math.round(((high - low) * 100) / end)) }
}
