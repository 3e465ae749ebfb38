import { formatOrderableQuantityRule, isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { formatShopPausedReason } from '#contract/catalog/shops/shop-lifecycle.ts'
import { type AddCartLineResult, CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { findOncePublishedGoodsById, findSkusById, type GoodsWithShop, type SkuRow } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CartOwner, insertOrIncreaseCartLines, listCartLines, lockCartAgainstAdditions, lockCartLines } from './cart-line-store.ts'

interface RequestedLine {
  skuId: string
  goodsNum: number
}

/** A SKU on the shelf, with its goods. */
interface Sold {
  sku: SkuRow
  goods: GoodsWithShop
}

async function readSold(tx: Tx, skuIds: readonly string[]): Promise<Map<string, Sold>> {
  const skus = await findSkusById(tx, [...new Set(skuIds)])
  const goods = new Map(
    (await findOncePublishedGoodsById(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  const sold = skus.flatMap((sku): [string, Sold][] => {
    const one = goods.get(sku.goodsId)
    return sku.onShelf && one?.onShelf ? [[sku.id, { sku, goods: one }]] : []
  })
  return new Map(sold)
}

/** Returns why a quantity cannot be added to a cart that has `had` units already; null: it can. */
function whyNot({ sku, goods: { unit, shopPaused, shopName } }: Sold, goodsNum: number, had: number): string | null {
  if (shopPaused) return formatShopPausedReason(shopName)
  if (goodsNum + had > QUANTITY_MAX) return `数量不能超过 ${QUANTITY_MAX}`
  const rule = formatOrderableQuantityRule(sku, unit) || `最少 ${sku.minimum}${unit}`
  if (!isOrderableQuantity(goodsNum, sku)) return rule
  return isOrderableQuantity(goodsNum + had, sku) ? null : `购物车中已有 ${had}${unit}，合计不符合${rule}`
}

/**
 * Adds many lines to a cart, each independently: a line that cannot be added is reported with its reason and does not stop the others. The
 * cart is locked meanwhile, so that the result is exact.
 */
export async function addLinesToCartIndependently(
  tx: Tx,
  moment: Moment,
  { owner, lines }: { owner: CartOwner; lines: readonly RequestedLine[] },
): Promise<AddCartLineResult[]> {
  await lockCartAgainstAdditions(tx, owner)
  const sold = await readSold(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const ids = (await listCartLines(tx, owner)).map(({ id }) => id)
  const held = await lockCartLines(tx, owner, ids)
  const cart = new Map(held.map(({ skuId, goodsNum }) => [skuId, goodsNum]))
  const wanted = new Map<string, number>()
  const results = lines.map(({ skuId, goodsNum }): AddCartLineResult => {
    const one = sold.get(skuId)
    const had = (cart.get(skuId) ?? 0) + (wanted.get(skuId) ?? 0)
    const isNew = had === 0
    const full = isNew && new Set([...cart.keys(), ...wanted.keys()]).size >= CART_LINES_PER_MEMBER_MAX
    const why = one
      ? (whyNot(one, goodsNum, had) ?? (full ? `购物车最多放 ${CART_LINES_PER_MEMBER_MAX} 种商品，已放满` : null))
      : '商品规格不存在或已下架'
    if (why === null) wanted.set(skuId, (wanted.get(skuId) ?? 0) + goodsNum)
    return { skuId, goodsNum, added: why === null, why }
  })
  await insertOrIncreaseCartLines(tx, moment, { owner, lines: [...wanted].map(([skuId, goodsNum]) => ({ skuId, goodsNum })) })
  return results
}
