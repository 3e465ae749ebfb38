import { sql } from 'kysely'
import {
  type ConsoleSkuBrief,
  type ConsoleSkuRow,
  type consoleSkuEndpoints,
  defaultLowStockThresholds,
} from '#contract/catalog/goods/console-api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  findSkuBriefsById,
  firstGoodsPictureIdSql,
  readTaxClassesBySku,
  requireStaffMayEditSku,
  skuIdsMatchingTextSql,
} from '#server/catalog/goods/public.ts'
import {
  findBatchedSkuIds,
  findStockBySku,
  findWarehouseNamesById,
  listWarehouseStockOfSkus,
  splitUnitsOfWarehouse,
} from '#server/catalog/inventory/public.ts'
import { readPriceChangeCountLookup } from '#server/catalog/pricing/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { findUnitsPlannedElsewhere } from '#server/orders/shipping-warehouses/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery, readRowVersion } from '#server/platform/core/row-edits.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** SQL: up to how many available units a row of `sku` is low in stock (库存预警). */
export const lowStockMarkSql = sql<number>`coalesce(sku.low_stock, greatest(${defaultLowStockThresholds.units}::int, ${defaultLowStockThresholds.minimums}::int * sku.minimum))`

/** Reads prices after their row versions: a price that changes in between is refused when it is saved, and is not overwritten unseen. */
async function readVersionedPrices(db: Db, skuIds: readonly string[]) {
  const versionOf = await readPriceChangeCountLookup(db, undefined, skuIds)
  const rows = await db
    .selectFrom('sku')
    .select(['id', 'sale_price_fen as salePrice', 'credit_price_fen as creditPrice'])
    .where('id', '=', anyOfIdsSql(skuIds))
    .execute()
  return new Map(rows.map(({ id, ...prices }) => [id, { ...prices, priceVersion: versionOf(id) }]))
}

/** SQL: whether a SKU of a query that joins its `stock` has no more than the mark that was set for itself. */
export const isAtOrBelowOwnMarkSql = sql<boolean>`sku.low_stock is not null and coalesce(stock.available, 0) <= sku.low_stock`

/** Returns a page of the SKUs of the shops that a staff member keeps, with prices and stock. */
export async function listSkusForConsole(
  db: Db,
  { pageNo, pageSize, keyword, soldOut, lowStock, belowMark }: InputOf<typeof consoleSkuEndpoints.list>,
  staffId: string,
): Promise<{ dataList: ConsoleSkuRow[]; total: number }> {
  const ownShops = await findShopIdsStaffIsLimitedTo(db, staffId)
  const matching = () => {
    let query = withoutTenantGuard(db, 'console')
      .selectFrom('sku')
      .innerJoin('goods', 'goods.id', 'sku.goods_id')
      .leftJoin('sku_stock as stock', 'stock.sku_id', 'sku.id')
    query = query.where(isInShopsOrUnrestrictedSql('goods.shop_id', ownShops))
    if (keyword) query = query.where('sku.id', 'in', skuIdsMatchingTextSql(keyword))
    // Archived SKUs are left out, because they can never be sold again.
    if (soldOut || lowStock || belowMark) query = query.where('sku.archived', '=', false)
    if (soldOut) query = query.where(sql<boolean>`coalesce(stock.available, 0) = 0`)
    if (lowStock) query = query.where(sql<boolean>`coalesce(stock.available, 0) <= ${lowStockMarkSql}`)
    if (belowMark) query = query.where(isAtOrBelowOwnMarkSql)
    return query
  }
  const { rows, total } = await fetchPageWithTotal(
    matching()
      .select(['sku.id', 'sku.goods_id', 'goods.name', 'sku.code', 'sku.props', 'sku.on_shelf', 'sku.bin'])
      .select(['stock.available', 'stock.reserved', firstGoodsPictureIdSql.as('picture')])
      .select([
        buildRowVersionSubquery('shelf', 'sku.id').as('shelf_version'),
        buildRowVersionSubquery('skuBin', 'sku.id').as('bin_version'),
      ])
      .orderBy('goods.position')
      .orderBy('sku.position')
      .orderBy('sku.id'),
    matching(),
    toSlice({ pageNo, pageSize }),
  )
  const ids = rows.map(({ id }) => id)
  const classes = await readTaxClassesBySku(db, ids)
  const prices = await readVersionedPrices(db, ids)
  const dataList = rows.flatMap((row) => {
    const priced = prices.get(row.id)
    // It was deleted with its draft meanwhile.
    if (!priced) return []
    const skuRow = {
      skuId: row.id,
      goodsId: row.goods_id,
      goodsName: row.name,
      image: row.picture,
      code: row.code,
      skuProps: JSON.stringify(row.props),
      ...priced,
      available: row.available ?? 0,
      reserved: row.reserved ?? 0,
      onShelf: row.on_shelf,
      bin: row.bin,
      binVersion: row.bin_version,
      shelfVersion: row.shelf_version,
      taxClass: classes.get(row.id)?.taxClass ?? null,
    }
    return [skuRow]
  })
  return { dataList, total }
}

/** Lists where a SKU lies, the main warehouse first; none if it lies there alone and no order is planned elsewhere. */
async function listWarehousesOfSku(db: Db, skuId: string, { reserved, bin }: { reserved: number; bin: string }) {
  const planned = (await findUnitsPlannedElsewhere(db, [skuId])).get(skuId)
  const rows = await listWarehouseStockOfSkus(db, [skuId])
  const used = rows.filter(({ warehouseId, units }) => units > 0 || warehouseId === MAIN_WAREHOUSE_ID || planned?.has(warehouseId))
  if (used.length < 2) return []
  const names = await findWarehouseNamesById(db)
  return used
    .map((row) => {
      const { reservedHere, availableHere } = splitUnitsOfWarehouse(row, { reserved, planned })
      const isMain = row.warehouseId === MAIN_WAREHOUSE_ID
      const { warehouseId, units } = row
      const name = names.get(warehouseId) ?? ''
      return { isMain, warehouseId, name, units, reserved: reservedHere, available: availableHere, bin: isMain ? bin : row.bin }
    })
    .sort((left, right) => Number(right.isMain) - Number(left.isMain) || left.name.localeCompare(right.name, 'zh'))
    .map(({ isMain: _, ...row }) => row)
}

/** Describes one SKU with its public prices and its stock. Refuses SKU_NOT_FOUND, also for a SKU of a shop that the staff member does not keep. */
export async function readSkuForConsole(
  db: Db,
  moment: Moment,
  { skuId, staffId }: { skuId: string; staffId: string },
): Promise<ConsoleSkuBrief> {
  await requireStaffMayEditSku(db, { skuId, staffId })
  const briefs = await findSkuBriefsById(db, { enterpriseId: undefined, now: moment.now }, [skuId])
  const stock = await findStockBySku(db, [skuId])
  const brief = briefs.get(skuId) ?? refuse('SKU_NOT_FOUND')
  const batchedVersion = await readRowVersion(db, { kind: 'skuBatched', key: skuId })
  const batched = (await findBatchedSkuIds(db, [skuId])).has(skuId)
  const reserved = stock.get(skuId)?.reserved ?? 0
  const { bin } = await db.selectFrom('sku').select('bin').where('id', '=', skuId).executeTakeFirstOrThrow()
  const warehouses = await listWarehousesOfSku(db, skuId, { reserved, bin })
  return Object.assign({ reserved, warehouses, batched, batchedVersion }, brief)
}
