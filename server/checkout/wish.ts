import { fitsStep, ruleText } from '../../contract/cart/quantity.ts'
import { refuse } from '../../contract/refusals.ts'
import { type CartOwner, findLines, lockLines } from '../cart/public.ts'
import { findGoods, findSkus, type GoodsRow, type SkuRow } from '../catalog/public.ts'
import type { Db, Tx } from '../platform/db.ts'

/** What is to be ordered: lines of the cart, or SKUs bought at once. The contract lets through exactly one of the two. */
export interface Wish {
  cartIds?: readonly string[] | undefined
  lines?: readonly { skuId: string; goodsNum: number }[] | undefined
}

/** A wish's line with what it is a line of. */
export interface WishedLine {
  sku: SkuRow
  goods: GoodsRow
  quantity: number
}

/** The quantities that a cart's lines ask for, in the order given; refused where one of them is not the owner's. */
async function fromCart(lines: readonly { id: string; skuId: string; goodsNum: number }[], ids: readonly string[]) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...new Set(ids)].map((id) => byId.get(id) ?? refuse('CART_LINE_NOT_FOUND'))
}

async function describe(db: Db, wanted: readonly { skuId: string; goodsNum: number }[]): Promise<WishedLine[]> {
  if (wanted.length === 0) refuse('ORDER_EMPTY')
  const skus = new Map(
    (
      await findSkus(
        db,
        wanted.map(({ skuId }) => skuId),
      )
    ).map((sku) => [sku.id, sku]),
  )
  const goods = new Map((await findGoods(db, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]))
  return wanted.map(({ skuId, goodsNum }) => {
    const sku = skus.get(skuId)
    const one = sku && goods.get(sku.goodsId)
    if (!sku?.onShelf || !one?.onShelf) refuse('SKU_NOT_FOUND', { skuId })
    if (!fitsStep(goodsNum, sku)) refuse('QUANTITY_OFF_STEP', { msg: `${one.name} ${ruleText(sku, one.unit)}`, skuId })
    return { sku, goods: one, quantity: goodsNum }
  })
}

/** What a wish comes to now. */
export async function readWish(db: Db, owner: CartOwner, { cartIds, lines }: Wish): Promise<WishedLine[]> {
  return describe(db, cartIds ? await fromCart(await findLines(db, owner, cartIds), cartIds) : (lines ?? []))
}

/** The same, with the cart's lines locked: what is being ordered cannot change under the order. */
export async function lockWish(tx: Tx, owner: CartOwner, { cartIds, lines }: Wish): Promise<WishedLine[]> {
  return describe(tx, cartIds ? await fromCart(await lockLines(tx, owner, cartIds), cartIds) : (lines ?? []))
}
