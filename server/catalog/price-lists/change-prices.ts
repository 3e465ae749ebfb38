import type { Prices } from '#contract/catalog/pricing/price-steps.ts'
import { findSkus, incrementCatalogVersion, refreshSearchIndex, updateSkuPrices } from '#server/catalog/goods/public.ts'
import {
  deletePriceListItems,
  deleteTiers,
  listPriceListItems,
  type PriceListRef,
  type PriceRow,
  type PriceUpdate,
  readTiers,
  recordPriceUpdates,
  upsertPriceListItems,
  upsertTiers,
} from '#server/catalog/pricing/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Whose prices: of a list, or of everybody. */
export type PriceTarget = PriceListRef | undefined

/** Prices by SKU and quantity. Of everybody's, one unit is what the SKU itself costs. */
export type CurrentPrices = ReadonlyMap<string, ReadonlyMap<number, Prices>>

/** More than the tiers of all SKUs that a file may name. */
const EVERYTHING = { limit: 1_000_000, offset: 0 }

/** What some SKUs cost in a list, or everybody; a SKU that does not exist is not there. */
export async function getCurrentPrices(db: Db, list: PriceTarget, skuIds: readonly string[]): Promise<CurrentPrices> {
  const skus = await findSkus(db, skuIds)
  const rows: PriceRow[] = list
    ? (await listPriceListItems(db, list, { skuIds, ...EVERYTHING })).items
    : [...(await readTiers(db, skuIds))].flatMap(([skuId, tiers]) => tiers.map((tier) => ({ skuId, ...tier })))
  const found = new Map(skus.map((sku) => [sku.id, new Map<number, Prices>(list ? [] : [[1, sku]])]))
  for (const { skuId, from, ...prices } of rows) found.get(skuId)?.set(from, prices)
  return found
}

export const areSamePrices = (one: Prices | null | undefined, other: Prices | null | undefined): boolean =>
  one?.salePriceFen === other?.salePriceFen && one?.creditPriceFen === other?.creditPriceFen

interface Hand {
  staffId: string
  fileName: string | null
}

/**
 * Moves prices, under the lock of prices: these rows and no other, with a line of history each. What everybody pays goes to the search rows of
 * its goods and moves the catalog's version, once; what a list says is nobody's to remember, and moves nothing.
 */
export async function changePrices(
  tx: Tx,
  moment: Moment,
  { list, moves, hand }: { list: PriceTarget; moves: readonly PriceUpdate[]; hand: Hand },
) {
  if (moves.length === 0) return
  const put = moves.flatMap(({ skuId, from, is }): PriceRow[] => (is ? [{ skuId, from, ...is }] : []))
  const gone = moves.filter(({ is }) => is === null)
  if (list) {
    await upsertPriceListItems(tx, list, put)
    await deletePriceListItems(tx, list, gone)
  } else {
    const own = put.filter(({ from }) => from === 1)
    await upsertTiers(
      tx,
      put.filter(({ from }) => from > 1),
    )
    await deleteTiers(tx, gone)
    await refreshSearchIndex(tx, await updateSkuPrices(tx, own))
    await incrementCatalogVersion(tx)
  }
  await recordPriceUpdates(tx, moment, { moves, list, ...hand })
}
