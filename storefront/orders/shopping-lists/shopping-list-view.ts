import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { formatOrderableQuantityRule, isOrderableQuantity, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { computeSaleAndCreditAmount, sumSaleAndCreditAmounts } from '#contract/catalog/pricing/visible-price-steps.ts'
import type { ShoppingListLine } from '#contract/orders/shopping-lists/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'

/** Returns why a line cannot be added to the cart now; undefined: it can. */
export function addToCartError({ sku, goodsNum }: Pick<ShoppingListLine, 'sku' | 'goodsNum'>): string | undefined {
  if (!sku.onShelf) return '商品已下架'
  if (sku.shopPaused) return '店铺暂停营业'
  if (sku.stock < sku.minimum) return '已售罄'
  if (!isOrderableQuantity(goodsNum, sku))
    return `${formatOrderableQuantityRule(sku, sku.unit) || `最少 ${sku.minimum}${sku.unit}`}，可改为 ${formatCount(roundUpToOrderableQuantity(goodsNum, sku))}`
  return goodsNum > sku.stock ? `现货仅 ${formatCount(sku.stock)} ${sku.unit}` : undefined
}

/** Computes both totals of some lines in fen; there is no credit total if one is not sold on credit. */
export function computeShoppingListTotals(lines: readonly ShoppingListLine[]): { sale: Fen; credit: Fen | null } {
  return sumSaleAndCreditAmounts(lines.map(({ sku, goodsNum }) => computeSaleAndCreditAmount(sku.steps, goodsNum)))
}

/** Moves a line up or down by one. At the ends nothing changes. */
export function moveSkuId(skuIds: readonly string[], skuId: string, by: 1 | -1): string[] {
  const at = skuIds.indexOf(skuId)
  const to = at + by
  if (at < 0 || to < 0 || to >= skuIds.length) return [...skuIds]
  const next = [...skuIds]
  next.splice(to, 0, ...next.splice(at, 1))
  return next
}

/** Returns the name of a line in the message that it was not added to the cart. */
export const toNamedCartLineInput = ({
  sku,
  goodsNum,
}: {
  sku: Pick<SkuBrief, 'skuId' | 'goodsName' | 'skuCode' | 'unit'>
  goodsNum: number
}) => ({
  skuId: sku.skuId,
  goodsNum,
  goodsName: sku.goodsName,
  skuCode: sku.skuCode,
  unit: sku.unit,
})
