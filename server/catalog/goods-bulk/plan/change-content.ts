// Applies a change to a content. All functions are pure.
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { type GoodsBulkEditChange, goodsBulkEditPriceRoundings } from '#contract/catalog/goods-bulk/change.ts'
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'

export type GoodsBulkEditContentChange = Extract<GoodsBulkEditChange, { kind: 'price' | 'category' | 'tags' | 'freight' | 'afterSale' }>
type PriceChange = Extract<GoodsBulkEditChange, { kind: 'price' }>
type TagsChange = Extract<GoodsBulkEditChange, { kind: 'tags' }>

/** Divides, half up. A price that is lowered too far is negative here; a later check refuses it and names its SKU. */
function roundHalfUp(amount: bigint, unit: bigint): bigint {
  const doubled = 2n * amount + unit
  const down = doubled / (2n * unit)
  return doubled < 0n && doubled % (2n * unit) !== 0n ? down - 1n : down
}

/** A percent has two decimals. */
const HUNDREDTHS = 100

/** Moves a price by percent or by an amount, and rounds it once, half up. It uses only integers. */
function movePrice(price: Fen, { direction, step, rounding }: Pick<PriceChange, 'direction' | 'step' | 'rounding'>): Fen {
  const sign = direction === 'up' ? 1n : -1n
  // In ten thousandths of a fen, so that no percentage leaves a fraction.
  const scaled = BigInt(price) * 10_000n
  const moved =
    step.by === 'percent'
      ? scaled + sign * BigInt(price) * BigInt(Math.round(step.percent * HUNDREDTHS))
      : scaled + sign * BigInt(step.amount) * 10_000n
  const unit = BigInt(goodsBulkEditPriceRoundings[rounding].unit)
  return fen(Number(roundHalfUp(moved, unit * 10_000n) * unit))
}

function movePrices(sku: SkuContent, change: PriceChange): SkuContent {
  const { salePrice, creditPrice, archived } = sku
  if (archived || salePrice === null) return sku
  const moved = (price: Fen | null) => (price === null ? null : movePrice(price, change))
  switch (change.prices) {
    case 'sale':
      return { ...sku, salePrice: moved(salePrice) }
    case 'credit':
      return { ...sku, creditPrice: moved(creditPrice) }
    case 'both':
      return { ...sku, salePrice: moved(salePrice), creditPrice: moved(creditPrice) }
    case 'surcharge':
      return { ...sku, creditPrice: creditPrice === null ? null : moved(salePrice) }
  }
}

function changeTags(tags: readonly string[], { mode, tags: given }: TagsChange): string[] {
  const wanted = [...new Set(given)]
  if (mode === 'set') return wanted
  return mode === 'add' ? [...new Set([...tags, ...wanted])] : tags.filter((tag) => !wanted.includes(tag))
}

/** A move to another category leaves out the values of attributes that the new category does not have. */
function moveToCategory(content: GoodsContent, categoryId: number, attributes: readonly CategoryAttribute[]): GoodsContent {
  if (content.categoryId === categoryId) return content
  const known = new Set(attributes.map(({ attributeId }) => attributeId))
  const filterKnown = (values: readonly AttributeValue[]) => values.filter(({ attributeId }) => known.has(attributeId))
  const skus = content.skus.map((sku) => ({ ...sku, choices: filterKnown(sku.choices) }))
  return { ...content, categoryId, attributes: filterKnown(content.attributes), skus }
}

/** Returns the content after the change. `attributes` are those of the new category. */
export function applyBulkEditToGoodsContent(
  content: GoodsContent,
  change: GoodsBulkEditContentChange,
  attributes: readonly CategoryAttribute[],
): GoodsContent {
  switch (change.kind) {
    case 'price':
      return { ...content, skus: content.skus.map((sku) => movePrices(sku, change)) }
    case 'tags':
      return { ...content, tags: changeTags(content.tags, change) }
    case 'category':
      return moveToCategory(content, change.categoryId, attributes)
    case 'freight':
      return { ...content, freight: change.freight }
    case 'afterSale':
      return { ...content, afterSale: change.afterSale }
  }
}
