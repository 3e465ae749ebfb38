import { formatOrderableQuantityRule, isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { formatShopPausedReason } from '#contract/catalog/shops/shop-lifecycle.ts'
import { CART_LINES_PER_MEMBER_MAX, type CartItem } from '#contract/orders/cart/api.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsOfSkus, findSkusById, type SkuRow } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  type CartOwner,
  countCartLines,
  deleteCartLines,
  insertOrIncreaseCartLine,
  lockCartAgainstAdditions,
  lockCartLines,
  updateCartLineQuantityColumn,
  updateCartLinesSelectedColumn,
} from './cart-line-store.ts'
import { readPricedCartLinesByShop } from './cart-view.ts'

/** Reads a SKU that is on the shelf of an open shop, with its unit. Refuses SKU_NOT_FOUND, SHOP_PAUSED. */
async function readSellable(tx: Tx, skuId: string): Promise<{ sku: SkuRow; unit: string }> {
  const [[sku], [goods]] = await Promise.all([findSkusById(tx, [skuId]), findOncePublishedGoodsOfSkus(tx, [skuId])])
  if (!sku?.onShelf || !goods?.onShelf) refuse('SKU_NOT_FOUND')
  if (goods.shopPaused) refuse('SHOP_PAUSED', { msg: formatShopPausedReason(goods.shopName) })
  return { sku, unit: goods.unit }
}

function requireQuantityStep(goodsNum: number, { sku, unit }: { sku: SkuRow; unit: string }): void {
  if (goodsNum > QUANTITY_MAX) refuse('QUANTITY_TOO_LARGE', { msg: `数量不能超过 ${QUANTITY_MAX}`, field: 'goodsNum' })
  if (isOrderableQuantity(goodsNum, sku)) return
  const rule = formatOrderableQuantityRule(sku, unit)
  const msg = rule === '' ? `数量不能小于 ${sku.minimum}` : `该商品${rule}`
  refuse('QUANTITY_OFF_STEP', { msg, field: 'goodsNum', minimum: sku.minimum, step: sku.step })
}

/** Adds a SKU to the cart. If it has a line already, the quantity is added to it. Returns how many lines the cart has then. */
export async function addToCart(
  tx: Tx,
  moment: Moment,
  { owner, skuId, goodsNum }: { owner: CartOwner; skuId: string; goodsNum: number },
): Promise<number> {
  const sellable = await readSellable(tx, skuId)
  requireQuantityStep(goodsNum, sellable)
  // The statements are sent together: a line beyond the maximum is added, counted and rolled back.
  const [, total, count] = await Promise.all([
    lockCartAgainstAdditions(tx, owner),
    insertOrIncreaseCartLine(tx, moment, { owner, skuId, goodsNum, most: QUANTITY_MAX }),
    countCartLines(tx, owner),
  ])
  if (count > CART_LINES_PER_MEMBER_MAX) refuse('CART_FULL')
  if (total === undefined) refuse('QUANTITY_TOO_LARGE', { msg: `数量不能超过 ${QUANTITY_MAX}`, field: 'goodsNum' })
  // A sum of two valid quantities may not be a multiple of the step, so it is checked as well.
  requireQuantityStep(total, sellable)
  return count
}

async function lockLine(tx: Tx, owner: CartOwner, id: string) {
  const [line] = await lockCartLines(tx, owner, [id])
  return line ?? refuse('CART_LINE_NOT_FOUND')
}

/**
 * Sets the quantity of a line. `next` computes it from the present quantity. Refuses QUANTITY_OFF_STEP, QUANTITY_TOO_LARGE,
 * CART_LINE_NOT_FOUND.
 */
export async function changeCartLineQuantity(
  tx: Tx,
  moment: Moment,
  { owner, id, next }: { owner: CartOwner; id: string; next: (now: number) => number },
): Promise<CartItem> {
  const line = await lockLine(tx, owner, id)
  const goodsNum = next(line.goodsNum)
  requireQuantityStep(goodsNum, await readSellable(tx, line.skuId))
  await updateCartLineQuantityColumn(tx, moment, { owner, id, goodsNum })
  const [shop] = await readPricedCartLinesByShop(tx, moment, { enterpriseId: owner.enterpriseId, lines: [{ ...line, goodsNum }] })
  return shop?.cartList[0] ?? refuse('CART_LINE_NOT_FOUND')
}

/** Selects all given lines or none: a single line of another owner refuses the call. */
export async function updateCartSelection(
  tx: Tx,
  moment: Moment,
  change: { owner: CartOwner; ids: readonly string[]; selected: boolean },
): Promise<void> {
  if ((await updateCartLinesSelectedColumn(tx, moment, change)) !== new Set(change.ids).size) refuse('CART_LINE_NOT_FOUND')
}

export async function removeCartLines(tx: Tx, owner: CartOwner, ids: readonly string[]): Promise<void> {
  if ((await deleteCartLines(tx, owner, ids)) !== new Set(ids).size) refuse('CART_LINE_NOT_FOUND')
}
