import { findPriceStep, type PriceLadderStep } from '#contract/catalog/pricing/price-steps.ts'
import { formatQuantityRule, isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { formatShopPaused } from '#contract/catalog/shops/shop-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findGoodsOfSkus, findSkus, type GoodsWithShop, type SkuRow } from '#server/catalog/goods/public.ts'
import { readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { type CartOwner, findCartLines, lockCartLines } from '#server/orders/cart/public.ts'
import { awaitInOrder, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The requested goods: cart lines, or SKUs that are bought at once. The contract allows exactly one of the two. */
export interface OrderRequest {
  cartIds?: readonly string[] | undefined
  lines?: readonly { skuId: string; goodsNum: number }[] | undefined
}

/**
 * A line of an order request with its goods and its unit prices. The price tier depends on the whole quantity of the SKU in the request.
 */
export interface PricedOrderLine {
  sku: SkuRow
  goods: GoodsWithShop
  quantity: number
  price: PriceLadderStep
}

/** Reads the SKUs and quantities of cart lines in the given order. Refuses a line of another owner. */
async function fromCart(lines: readonly { id: string; skuId: string; goodsNum: number }[], ids: readonly string[]) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...new Set(ids)].map((id) => byId.get(id) ?? refuse('CART_LINE_NOT_FOUND'))
}

interface Wanted {
  skuId: string
  goodsNum: number
}

/** Sums the quantities by SKU: two lines of one SKU get the price of their sum. */
function countBySku(wanted: readonly Wanted[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { skuId, goodsNum } of wanted) counts.set(skuId, (counts.get(skuId) ?? 0) + goodsNum)
  return counts
}

async function requireOrderableLines(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { owner: { enterpriseId }, wanted }: { owner: CartOwner; wanted: readonly Wanted[] },
): Promise<PricedOrderLine[]> {
  if (wanted.length === 0) refuse('ORDER_EMPTY')
  const skuIds = [...new Set(wanted.map(({ skuId }) => skuId))]
  const [foundSkus, foundGoods, ladderFor] = await awaitInOrder(
    findSkus(db, skuIds),
    findGoodsOfSkus(db, skuIds),
    readPriceLadderLookup(
      db,
      { enterpriseId, now },
      skuIds.map((id) => ({ id })),
    ),
  )
  const skus = new Map(foundSkus.map((sku) => [sku.id, sku]))
  const goods = new Map(foundGoods.map((one) => [one.id, one]))
  const counts = countBySku(wanted)
  return wanted.map(({ skuId, goodsNum }) => {
    const sku = skus.get(skuId)
    const one = sku && goods.get(sku.goodsId)
    if (!sku?.onShelf || !one?.onShelf) refuse('SKU_NOT_FOUND', { skuId })
    if (one.shopPaused) refuse('SHOP_PAUSED', { msg: formatShopPaused(one.shopName), skuId })
    if (!isOrderableQuantity(goodsNum, sku)) refuse('QUANTITY_OFF_STEP', { msg: `${one.name} ${formatQuantityRule(sku, one.unit)}`, skuId })
    return { sku, goods: one, quantity: goodsNum, price: findPriceStep(ladderFor(sku), counts.get(skuId) ?? goodsNum) }
  })
}

interface RequestOfOwner {
  owner: CartOwner
  request: OrderRequest
}

/** Reads the lines of an order request at current prices. */
export async function readPricedOrderLines(
  db: Db,
  moment: Moment,
  { owner, request: { cartIds, lines } }: RequestOfOwner,
): Promise<PricedOrderLine[]> {
  return requireOrderableLines(db, moment, {
    owner,
    wanted: cartIds ? await fromCart(await findCartLines(db, owner, cartIds), cartIds) : (lines ?? []),
  })
}

/** Does the same, with the cart lines locked until the transaction ends. */
export async function lockPricedOrderLines(
  tx: Tx,
  moment: Moment,
  { owner, request: { cartIds, lines } }: RequestOfOwner,
): Promise<PricedOrderLine[]> {
  return requireOrderableLines(tx, moment, {
    owner,
    wanted: cartIds ? await fromCart(await lockCartLines(tx, owner, cartIds), cartIds) : (lines ?? []),
  })
}
