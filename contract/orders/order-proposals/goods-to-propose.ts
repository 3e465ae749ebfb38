import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, isOrderableQuantity, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { computeSaleAndCreditAmount } from '#contract/catalog/pricing/visible-price-steps.ts'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/** A SKU and how many units of it are proposed. `sku` null: it is no longer known. */
export interface GoodsToPropose {
  sku: SkuBrief | null
  goodsNum: number
}

/** Why goods cannot be bought now in this quantity, with the rule or the number; undefined: they can. */
export function findProposedGoodsFault({ sku, goodsNum }: GoodsToPropose): string | undefined {
  if (!sku?.onShelf) return '商品已下架'
  if (sku.shopPaused) return '店铺暂停营业'
  if (!isOrderableQuantity(goodsNum, sku)) return formatOrderableQuantityRule(sku, sku.unit) || '请填写整数数量'
  if (sku.stock < goodsNum) return sku.stock === 0 ? '已售罄' : `现货 ${sku.stock} ${sku.unit}，不足`
  return undefined
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
  const onCredit = amounts.every(({ credit }) => credit !== null)
  return { sale: sum(amounts.map(({ sale }) => sale)), credit: onCredit ? sum(amounts.map(({ credit }) => credit ?? ZERO_FEN)) : null }
}

/** '现金价由 ¥100.00 涨到 ¥120.00': how a price has changed since the proposal was sent; undefined: it has not. */
export function describeChangedPrice(
  name: string,
  { sent, now, format }: { sent: Fen | null; now: Fen | null; format: (amount: Fen) => string },
): string | undefined {
  if (sent === now) return undefined
  if (now === null) return `${name}已取消`
  if (sent === null) return `新增${name} ${format(now)}`
  return `${name}由 ${format(sent)} ${now > sent ? '涨' : '降'}到 ${format(now)}`
}
