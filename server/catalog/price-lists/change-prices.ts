import type { UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findSkus, lockGoodsOfSkus, recordGoodsChange, refreshSearchIndex, updateSkuPrices } from '#server/catalog/goods/public.ts'
import {
  deletePriceListItems,
  deletePriceTiersByKey,
  listPriceListItems,
  type PriceListRef,
  type PriceRow,
  type PriceUpdate,
  readPriceTiersBySku,
  recordPriceUpdates,
  upsertPriceListItems,
  upsertPriceTiers,
} from '#server/catalog/pricing/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A price list; undefined: the public prices. */
export type PriceListOrPublic = PriceListRef | undefined

/** Prices by SKU and quantity. For public prices, quantity 1 is the base price of the SKU. */
export type CurrentPricesBySku = ReadonlyMap<string, ReadonlyMap<number, UnitPrices>>

/** More than the number of tiers of all SKUs in a file. */
const EVERYTHING = { limit: 1_000_000, offset: 0 }

/** Reads the current prices of the given SKUs in a list, or the public prices. Unknown SKUs are left out. */
export async function readCurrentPricesBySku(db: Db, list: PriceListOrPublic, skuIds: readonly string[]): Promise<CurrentPricesBySku> {
  const skus = await findSkus(db, skuIds)
  const rows: PriceRow[] = list
    ? (await listPriceListItems(db, list, { skuIds, within: null, ...EVERYTHING })).items
    : [...(await readPriceTiersBySku(db, skuIds))].flatMap(([skuId, tiers]) => tiers.map((tier) => ({ skuId, ...tier })))
  const found = new Map(skus.map((sku) => [sku.id, new Map<number, UnitPrices>(list ? [] : [[1, sku]])]))
  for (const { skuId, from, ...prices } of rows) found.get(skuId)?.set(from, prices)
  return found
}

export const areSamePrices = (one: UnitPrices | null | undefined, other: UnitPrices | null | undefined): boolean =>
  one?.salePriceFen === other?.salePriceFen && one?.creditPriceFen === other?.creditPriceFen

interface Hand {
  staffId: string
  fileName: string | null
}

interface PriceChanges {
  list: PriceListOrPublic
  moves: readonly PriceUpdate[]
  hand: Hand
}

/**
 * Writes price changes and records each in the history. The caller holds the lock of prices and, for public ones, that of the goods, and
 * shows buyers the change. Returns the goods whose base prices have changed.
 */
export async function writePricesWithHistory(tx: Tx, moment: Moment, { list, moves, hand }: PriceChanges): Promise<string[]> {
  const put = moves.flatMap(({ skuId, from, is }): PriceRow[] => (is ? [{ skuId, from, ...is }] : []))
  const gone = moves.filter(({ is }) => is === null)
  await recordPriceUpdates(tx, moment, { moves, list, ...hand })
  if (list) {
    await upsertPriceListItems(tx, list, put)
    await deletePriceListItems(tx, list, gone)
    return []
  }
  await upsertPriceTiers(
    tx,
    put.filter(({ from }) => from > 1),
  )
  await deletePriceTiersByKey(tx, gone)
  return updateSkuPrices(
    tx,
    put.filter(({ from }) => from === 1),
  )
}

/**
 * Changes prices. The caller holds the lock of prices. A change of public prices counts as a change of the goods, refreshes the search rows
 * and increases the catalog version once. Prices of a list are never cached, so they need neither.
 */
export async function changePrices(tx: Tx, moment: Moment, changes: PriceChanges): Promise<void> {
  const { list, moves, hand } = changes
  if (moves.length === 0) return
  if (!list)
    await lockGoodsOfSkus(
      tx,
      moves.map(({ skuId }) => skuId),
    )
  const goodsIds = await writePricesWithHistory(tx, moment, changes)
  if (list) return
  await recordGoodsChange(tx, { goodsIds, staffId: hand.staffId, now: moment.now, note: '改价' })
  await refreshSearchIndex(tx, goodsIds)
  await incrementCatalogVersion(tx)
}
