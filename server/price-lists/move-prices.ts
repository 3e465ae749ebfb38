import type { Prices } from '../../contract/pricing/ladder.ts'
import { findSkus, moveVersion, refreshSearch, updatePrices } from '../catalog/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import {
  dropItems,
  dropTiers,
  type ListRef,
  listItems,
  type PriceMove,
  type PriceRow,
  putItems,
  putTiers,
  readTiers,
  recordMoves,
} from '../pricing/public.ts'

/** Whose prices: of a list, or of everybody. */
export type Target = ListRef | undefined

/** Prices by SKU and quantity. Of everybody's, one unit is what the SKU itself costs. */
export type PricesNow = ReadonlyMap<string, ReadonlyMap<number, Prices>>

/** More than the tiers of all SKUs that a file may name. */
const EVERYTHING = { limit: 1_000_000, offset: 0 }

/** What some SKUs cost in a list, or everybody; a SKU that does not exist is not there. */
export async function pricesNow(db: Db, list: Target, skuIds: readonly string[]): Promise<PricesNow> {
  const skus = await findSkus(db, skuIds)
  const rows: PriceRow[] = list
    ? (await listItems(db, list, { skuIds, ...EVERYTHING })).items
    : [...(await readTiers(db, skuIds))].flatMap(([skuId, tiers]) => tiers.map((tier) => ({ skuId, ...tier })))
  const found = new Map(skus.map((sku) => [sku.id, new Map<number, Prices>(list ? [] : [[1, sku]])]))
  for (const { skuId, from, ...prices } of rows) found.get(skuId)?.set(from, prices)
  return found
}

export const samePrices = (one: Prices | null | undefined, other: Prices | null | undefined): boolean =>
  one?.salePriceFen === other?.salePriceFen && one?.creditPriceFen === other?.creditPriceFen

interface Hand {
  staffId: string
  fileName: string | null
}

/**
 * Moves prices, under the lock of prices: these rows and no other, with a line of history each. What everybody pays goes to the search rows of
 * its goods and moves the catalogue's version, once; what a list says is nobody's to remember, and moves nothing.
 */
export async function movePrices(tx: Tx, moment: Moment, { list, moves, hand }: { list: Target; moves: readonly PriceMove[]; hand: Hand }) {
  if (moves.length === 0) return
  const put = moves.flatMap(({ skuId, from, is }): PriceRow[] => (is ? [{ skuId, from, ...is }] : []))
  const gone = moves.filter(({ is }) => is === null)
  if (list) {
    await putItems(tx, list, put)
    await dropItems(tx, list, gone)
  } else {
    const own = put.filter(({ from }) => from === 1)
    await putTiers(
      tx,
      put.filter(({ from }) => from > 1),
    )
    await dropTiers(tx, gone)
    await refreshSearch(tx, await updatePrices(tx, own))
    await moveVersion(tx)
  }
  await recordMoves(tx, moment, { moves, list, ...hand })
}
