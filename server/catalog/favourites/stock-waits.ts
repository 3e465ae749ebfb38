// Reads and writes the table `stock_wait`: who gets one message when a SKU is available again.

import { sql } from 'kysely'
import { STOCK_WAITS_MAX, type StockWait } from '#contract/catalog/favourites/stock-wait-api.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsById, findSkusById, type SkuRow } from '#server/catalog/goods/public.ts'
import { findStockBySku } from '#server/catalog/inventory/public.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { anyOfIdsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { FavouriteOwner } from './favourites.ts'

const own = (db: Db, { enterpriseId, userId }: FavouriteOwner) =>
  db.selectFrom('stock_wait').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)

/** Lists the SKUs that a person waits for, newest first. */
export async function listStockWaits(db: Db, moment: Moment, owner: FavouriteOwner): Promise<StockWait[]> {
  const rows = await own(db, owner).select(['sku_id', 'created_at']).orderBy('created_at', 'desc').orderBy('sku_id').execute()
  const skus = await findSkuBriefsWithMaterialCode(db, moment, {
    enterpriseId: owner.enterpriseId,
    skuIds: rows.map(({ sku_id }) => sku_id),
  })
  return rows.flatMap(({ sku_id, created_at }) => {
    const sku = skus.get(sku_id)
    return sku ? [{ sku, since: created_at }] : []
  })
}

/** On the shelf, and with at least the minimum quantity in stock. */
const canBeHad = ({ id, onShelf, minimum }: SkuRow, stock: ReadonlyMap<string, { available: number }>): boolean =>
  onShelf && (stock.get(id)?.available ?? 0) >= minimum

/** Adds a wait. Adding it twice changes nothing. Refuses SKU_NOT_FOUND, STOCK_THERE, STOCK_WAITS_FULL. */
export async function createStockWait(tx: Tx, moment: Moment, { owner, skuId }: { owner: FavouriteOwner; skuId: string }): Promise<void> {
  const [sku] = await findSkusById(tx, [skuId])
  if (!sku?.onShelf) refuse('SKU_NOT_FOUND')
  if (canBeHad(sku, await findStockBySku(tx, [skuId]))) refuse('STOCK_THERE')
  const waiting = await own(tx, owner).select('sku_id').execute()
  if (waiting.length >= STOCK_WAITS_MAX && !waiting.some(({ sku_id }) => sku_id === skuId)) refuse('STOCK_WAITS_FULL')
  await tx
    .insertInto('stock_wait')
    .values({ enterprise_id: owner.enterpriseId, user_id: owner.userId, sku_id: skuId, created_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes waits. Unknown ids are ignored, so the call can be repeated. */
export async function deleteStockWaits(tx: Tx, { enterpriseId, userId }: FavouriteOwner, skuIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('stock_wait')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
}

/** Deletes the waits of a person whose membership in an enterprise has ended. */
export async function deleteStockWaitsOfMember(tx: Tx, { enterpriseId, userId }: FavouriteOwner): Promise<void> {
  await tx.deleteFrom('stock_wait').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId).execute()
}

/** Rows per read. */
const BATCH = 500

interface Waiting {
  enterprise_id: string
  user_id: string
  sku_id: string
}

/** Yields everybody who waits for one of the SKUs, each once, even if the row is deleted meanwhile. */
async function* waitersFor(db: Db, skuIds: readonly string[]): AsyncGenerator<Waiting> {
  let last: Waiting | undefined
  for (;;) {
    const query = withoutTenantGuard(db, 'finding work')
      .selectFrom('stock_wait')
      .select(['enterprise_id', 'user_id', 'sku_id'])
      .where('sku_id', '=', anyOfIdsSql(skuIds))
      .orderBy('enterprise_id')
      .orderBy('user_id')
      .orderBy('sku_id')
      .limit(BATCH)
    const after = last && sql<boolean>`(enterprise_id, user_id, sku_id) > (${last.enterprise_id}, ${last.user_id}, ${last.sku_id})`
    const waiting = await (after ? query.where(after) : query).execute()
    yield* waiting
    if (waiting.length < BATCH) return
    last = waiting.at(-1)
  }
}

/**
 * Sends messages to those who wait for SKUs that are available again. The wait is deleted in the same transaction, so each person gets one
 * message, even if several processes run it at once.
 */
export async function sendBackInStockMessages(db: Db, moment: Moment, { skuIds }: { skuIds: readonly string[] }): Promise<void> {
  const stock = await findStockBySku(db, skuIds)
  const skus = new Map((await findSkusById(db, skuIds)).flatMap((sku) => (canBeHad(sku, stock) ? [[sku.id, sku]] : [])))
  const back = [...skus.keys()]
  if (back.length === 0) return
  const goods = new Map(
    (
      await findOncePublishedGoodsById(
        db,
        [...skus.values()].map(({ goodsId }) => goodsId),
      )
    ).map((one) => [one.id, one]),
  )
  await forEachCollectingErrors(waitersFor(db, back), ({ enterprise_id: enterpriseId, user_id: userId, sku_id: skuId }) =>
    runInTransaction(db, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('stock_wait')
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .where('sku_id', '=', skuId)
        .executeTakeFirst()
      const sku = skus.get(skuId)
      if (numDeletedRows === 0n || !sku) return false
      const name = goods.get(sku.goodsId)?.name ?? ''
      await sendMessages(tx, moment, [
        {
          enterpriseId,
          userIds: [userId],
          kind: 'system',
          alert: 'stock',
          says: createMessageTextWithValues('stockBack', { goods: name, code: sku.code }),
          target: { screen: '/detail', search: { goodsId: sku.goodsId } },
        },
      ])
      return true
    }),
  )
}
