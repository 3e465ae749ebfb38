import { listSkuPriceDifferences } from '#contract/catalog/goods-editing/differences.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import type { UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import {
  findSkusById,
  type GoodsEvent,
  lockGoodsOfSkus,
  recordGoodsEvents,
  refreshSearchRowsOfGoods,
  type SkuOfGoods,
  updateSkuBasePriceColumns,
} from '#server/catalog/goods/public.ts'
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
  const skus = await findSkusById(db, skuIds)
  const rows: PriceRow[] = list
    ? (await listPriceListItems(db, list, { skuIds, within: null, ...EVERYTHING })).items
    : [...(await readPriceTiersBySku(db, skuIds))].flatMap(([skuId, tiers]) => tiers.map((tier) => ({ skuId, ...tier })))
  const found = new Map(skus.map((sku) => [sku.id, new Map<number, UnitPrices>(list ? [] : [[1, sku]])]))
  for (const { skuId, from, ...prices } of rows) found.get(skuId)?.set(from, prices)
  return found
}

export const areSamePrices = (one: UnitPrices | null | undefined, other: UnitPrices | null | undefined): boolean =>
  one?.salePriceFen === other?.salePriceFen && one?.creditPriceFen === other?.creditPriceFen

interface PriceChangeSource {
  staffId: string
  fileName: string | null
}

interface PriceChanges {
  list: PriceListOrPublic
  moves: readonly PriceUpdate[]
  source: PriceChangeSource
}

/**
 * Writes price changes and records each in the history. The caller holds the lock of prices and, for public ones, that of the goods, and
 * shows buyers the change. Returns the goods whose base prices have changed.
 */
export async function updatePricesAndRecordChanges(tx: Tx, moment: Moment, { list, moves, source }: PriceChanges): Promise<string[]> {
  const put = moves.flatMap(({ skuId, from, is }): PriceRow[] => (is ? [{ skuId, from, ...is }] : []))
  const gone = moves.filter(({ is }) => is === null)
  await recordPriceUpdates(tx, moment, { moves, list, ...source })
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
  return updateSkuBasePriceColumns(
    tx,
    put.filter(({ from }) => from === 1),
  )
}

const formatPrices = (prices: UnitPrices | null): string =>
  prices === null
    ? '无'
    : [prices.salePriceFen, ...(prices.creditPriceFen === null ? [] : [prices.creditPriceFen])].map((fen) => formatMoney(fen)).join(' / ')

function toDifferences(sku: SkuOfGoods, { from, was, is }: PriceUpdate): GoodsContentDifference[] {
  if (from > 1) {
    const label = `规格 ${sku.code} · 满 ${from} 起现金价 / 赊销价`
    return [{ path: `tiers.${sku.skuId}.${from}`, label, from: formatPrices(was), to: formatPrices(is) }]
  }
  const [before, after] = [was, is].map((prices) => ({
    salePrice: prices?.salePriceFen ?? null,
    creditPrice: prices?.creditPriceFen ?? null,
  }))
  return before && after ? listSkuPriceDifferences(sku, [before, after]) : []
}

/** What the history of the goods says of changes of public prices. Editors of goods see the prices of one unit. */
function toGoodsEvents(skus: readonly SkuOfGoods[], moves: readonly PriceUpdate[]): GoodsEvent[] {
  const skuOf = new Map(skus.map((sku) => [sku.skuId, sku]))
  const named = moves.flatMap((move) => {
    const sku = skuOf.get(move.skuId)
    return sku ? [{ sku, move }] : []
  })
  return [...Map.groupBy(named, ({ sku }) => sku.goodsId)].map(([goodsId, changes]) => ({
    goodsId,
    differences: changes.flatMap(({ sku, move }) => toDifferences(sku, move)),
    counted: changes.some(({ move }) => move.from === 1),
  }))
}

/**
 * Changes prices. The caller holds the lock of prices. A change of public prices counts as a change of the goods, stands in their history,
 * refreshes the search rows and increases the catalog version once. Prices of a list need neither: no search row has them, and the digest of
 * remembered answers of members reads them each time.
 */
export async function changePricesAndRefreshGoods(tx: Tx, moment: Moment, changes: PriceChanges): Promise<void> {
  const { list, moves, source } = changes
  if (moves.length === 0) return
  const skuIds = moves.map(({ skuId }) => skuId)
  const skus = list ? [] : await lockGoodsOfSkus(tx, skuIds)
  const goodsIds = await updatePricesAndRecordChanges(tx, moment, changes)
  if (list) return
  const note = source.fileName === null ? '改价' : `改价：${source.fileName}`
  await recordGoodsEvents(tx, { events: toGoodsEvents(skus, moves), staffId: source.staffId, now: moment.now, note })
  await refreshSearchRowsOfGoods(tx, goodsIds)
  await incrementCatalogVersion(tx)
}
