import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { findSkuIdsByCode, findSkusById, listSkusOfAllGoods, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { readPricedCartLinesByShop } from '#server/orders/cart/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { describePunchOutItems } from './describe-items.ts'
import type { PunchOutItem } from './items.ts'

const ID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FOUND_MAX = 20

/**
 * Finds the SKUs that a procurement system names: by the id that it was given, or by the part number if only one SKU has it. Returns SKU ids
 * by what was sent; unknown ones are left out.
 */
export async function findSkuIdsByProductId(db: Db, sent: readonly string[]): Promise<Map<string, string>> {
  const ids = await findSkusById(
    db,
    sent.filter((text) => ID_SHAPE.test(text)),
  )
  const known = new Set(ids.map(({ id }) => id))
  const byCode = await findSkuIdsByCode(
    db,
    sent.filter((text) => !known.has(text)),
  )
  const entries = sent.flatMap((text): [string, string][] => {
    if (known.has(text)) return [[text, text]]
    const [only, ...others] = byCode.get(normalisePartNumber(text)) ?? []
    return only !== undefined && others.length === 0 ? [[text, only]] : []
  })
  return new Map(entries)
}

/** Finds the screen of the goods that a procurement system names, in the same way; undefined: none. */
export async function findDetailPath(db: Db, productId: string): Promise<string | undefined> {
  const skuId = (await findSkuIdsByProductId(db, [productId])).get(productId)
  const [sku] = skuId === undefined ? [] : await findSkusById(db, [skuId])
  return sku && `/detail?goodsId=${sku.goodsId}&skuId=${sku.id}`
}

/** Describes SKUs at a company's prices for some quantities. Those that are never shown are left out; others refuse if they cannot be bought. */
export async function readPunchOutItems(
  db: Db,
  moment: Moment,
  setup: PunchOutSetupRecord,
  wanted: readonly { skuId: string; quantity: number }[],
): Promise<PunchOutItem[]> {
  const lines = wanted.map(({ skuId, quantity }) => ({ id: skuId, skuId, goodsNum: quantity, selected: true }))
  const shops = await readPricedCartLinesByShop(db, moment, { enterpriseId: setup.enterpriseId, lines })
  return describePunchOutItems(db, moment, { setup, shops, use: 'toBuy' })
}

/** Finds what can be bought now by a part of its part number or name, in the smallest quantity. */
export async function searchPunchOutItems(db: Db, moment: Moment, setup: PunchOutSetupRecord, text: string): Promise<PunchOutItem[]> {
  const skus = await listSkusOfAllGoods(db, { within: skuIdsMatchingTextSql(text), limit: FOUND_MAX })
  const lines = skus.map(({ id, minimum }) => ({ id, skuId: id, goodsNum: minimum, selected: true }))
  const shops = await readPricedCartLinesByShop(db, moment, { enterpriseId: setup.enterpriseId, lines })
  const sold = shops.map((shop) => ({
    ...shop,
    cartList: shop.cartList.filter(({ fault, creditPrice }) => fault === null && (creditPrice !== null || !setup.onCredit)),
  }))
  return describePunchOutItems(db, moment, { setup, shops: sold, use: 'toChoose' })
}
