// Reads and writes the table `level_gift`: claimed goods that come with an order at price zero.
import type { GiftState } from '#contract/orders/levels/gift-lifecycle.ts'
import { findOncePublishedGoodsById, findSkusToOrderById, type GoodsRow, type SkuRow } from '#server/catalog/goods/public.ts'
import { findStockBySku, type StockOfWarehouses } from '#server/catalog/inventory/public.ts'
import { findOverdueCreditBlock } from '#server/money/statements/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface Gift {
  id: string
  skuId: string
  units: number
  state: GiftState
  orderId: string | null
}

export async function insertGift(
  tx: Tx,
  { enterpriseId, id, skuId, units }: { enterpriseId: string; id: string; skuId: string; units: number },
): Promise<void> {
  await tx
    .insertInto('level_gift')
    .values({ enterprise_id: enterpriseId, id, sku_id: skuId, units, state: 'WAITING', order_id: null })
    .execute()
}

/** Lists the gifts of an enterprise: waiting gifts first, then the newest. */
export async function listGifts(db: Db, enterpriseId: string, limit: number): Promise<Gift[]> {
  const rows = await db
    .selectFrom('level_gift')
    .select(['id', 'sku_id', 'units', 'state', 'order_id'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('state', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    skuId: row.sku_id,
    units: row.units,
    state: row.state,
    orderId: row.order_id,
  }))
}

/** A gift that can go with an order of its shop. */
export interface WaitingGift {
  id: string
  sku: SkuRow & { stockOfWarehouses: StockOfWarehouses | null }
  goods: GoodsRow
  units: number
}

const selectWaiting = compileOnce((db, { enterpriseId, lock }: { enterpriseId: string; lock: boolean }) =>
  db
    .selectFrom('level_gift')
    .select(['id', 'sku_id', 'units'])
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate()),
)

/** The shops of an order, and its units by SKU. */
export interface OrderForGifts {
  enterpriseId: string
  shopIds: readonly string[]
  wanted: ReadonlyMap<string, number>
  /** Whether the gifts are locked until the transaction ends, so that only one order can take them. */
  lock: boolean
}

/**
 * Finds the gifts that can go with an order, earliest first: of its shops, on the shelf, and in stock in addition to the ordered units. An
 * enterprise that is overdue gets none; its gifts wait.
 */
export async function findAvailableGifts(
  db: Db,
  moment: Moment,
  { enterpriseId, shopIds, wanted, lock }: OrderForGifts,
): Promise<WaitingGift[]> {
  const waiting = (await listWaiting(db, enterpriseId, lock)).filter(({ goods }) => shopIds.includes(goods.shopId))
  if (waiting.length === 0 || (await findOverdueCreditBlock(db, moment, enterpriseId))) return []
  const stock = await findStockBySku(
    db,
    waiting.map(({ sku }) => sku.id),
  )
  const left = new Map([...stock].map(([skuId, { available }]) => [skuId, available - (wanted.get(skuId) ?? 0)]))
  return waiting.filter(({ sku, units }) => {
    const rest = (left.get(sku.id) ?? 0) - units
    if (rest >= 0) left.set(sku.id, rest)
    return rest >= 0
  })
}

async function listWaiting(db: Db, enterpriseId: string, lock: boolean): Promise<WaitingGift[]> {
  const rows = await selectWaiting(db, { enterpriseId, lock }).execute()
  if (rows.length === 0) return []
  const skus = new Map(
    (
      await findSkusToOrderById(
        db,
        rows.map(({ sku_id }) => sku_id),
      )
    ).map((sku) => [sku.id, sku]),
  )
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  return rows.flatMap(({ id, sku_id, units }) => {
    const sku = skus.get(sku_id)
    const one = sku && goods.get(sku.goodsId)
    return sku?.onShelf && one?.onShelf ? [{ id, sku, goods: one, units }] : []
  })
}

interface OrderKey {
  enterpriseId: string
  id: string
}

/** Assigns locked gifts to an order. */
export async function assignGiftsToOrder(tx: Tx, order: OrderKey, giftIds: readonly string[]): Promise<void> {
  if (giftIds.length === 0) return
  await tx
    .updateTable('level_gift')
    .set({ state: 'ORDERED', order_id: order.id })
    .where('enterprise_id', '=', order.enterpriseId)
    .where('id', '=', anyOfIdsSql(giftIds))
    .execute()
}

/** Releases the gifts of orders of one enterprise that end before anything was shipped. They wait for the next order. */
export async function releaseGiftsOfUnshippedOrders(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  const [first] = orders
  if (!first) return
  await tx
    .updateTable('level_gift')
    .set({ state: 'WAITING', order_id: null })
    .where('enterprise_id', '=', first.enterpriseId)
    .where('order_id', '=', anyOfIdsSql(orders.map(({ id }) => id)))
    .execute()
}
