import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, isOrderableQuantity, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { computeSaleAndCreditAmount, sumSaleAndCreditAmounts } from '#contract/catalog/pricing/visible-price-steps.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** A SKU and how many units of it are proposed. `sku` null: it is no longer known. */
export interface GoodsToPropose {
  sku: SkuBrief | null
  goodsNum: number
}

/** Why goods are not sold in this quantity, whatever the stock is, with the rule; undefined: they are. */
export function findUnsellableReason({ sku, goodsNum }: GoodsToPropose): string | undefined {
  if (!sku?.onShelf) return '商品已下架'
  if (sku.shopPaused) return '店铺暂停营业'
  return isOrderableQuantity(goodsNum, sku) ? undefined : formatOrderableQuantityRule(sku, sku.unit) || '请填写整数数量'
}

/** Why goods cannot be bought now in this quantity: the same, or there are too few; undefined: they can. */
export function findProposedGoodsFault(goods: GoodsToPropose): string | undefined {
  const { sku, goodsNum } = goods
  const reason = findUnsellableReason(goods)
  if (reason !== undefined || sku === null || sku.stock >= goodsNum) return reason
  return sku.stock === 0 ? '已售罄' : `现货 ${sku.stock} ${sku.unit}，不足`
}

/** The unit prices in fen that the company pays now for this quantity; null: the SKU is no longer known. */
export function findProposedGoodsPrices({ sku, goodsNum }: GoodsToPropose): { sale: Fen; credit: Fen | null } | null {
  if (sku === null) return null
  const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, roundUpToOrderableQuantity(goodsNum, sku))
  return { sale: salePrice, credit: creditPrice }
}

/** Both totals in fen at the prices of now. `credit` null: some goods are not sold on credit. */
export function sumProposedGoods(goods: readonly GoodsToPropose[]): { sale: Fen; credit: Fen | null } {
  const amounts = goods.flatMap(({ sku, goodsNum }) => (sku === null ? [] : [computeSaleAndCreditAmount(sku.steps, goodsNum)]))
  return sumSaleAndCreditAmounts(amounts)
}
