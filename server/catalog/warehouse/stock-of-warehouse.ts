// What lies in one warehouse, and where.
import { sql } from 'kysely'
import { type consoleWarehouseEndpoints, MAIN_WAREHOUSE_ID, type WarehouseStockRow } from '#contract/catalog/inventory/warehouses-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import {
  buildSkuIdsOfStaffShopsSql,
  describeSkusById,
  requireStaffMayEditSku,
  skuIdsMatchingTextSql,
} from '#server/catalog/goods/public.ts'
import {
  findStockBySku,
  type PlannedUnitsReader,
  requireWarehouse,
  setSkuBinInOtherWarehouse,
  splitUnitsOfWarehouse,
} from '#server/catalog/inventory/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import { formatBinMove, setSkuBinInMainWarehouse } from './bins.ts'

/** The key of the edits of a bin: those of the main warehouse are the edits of the SKU's bin. */
const binKeySql = sql<string>`lying.sku_id || ' ' || lying.warehouse_id`

/** Lists a page of the SKUs of shops that a staff member keeps which lie in a warehouse. Refuses WAREHOUSE_NOT_FOUND. */
export async function listWarehouseStock(
  db: Db,
  { warehouseId, keyword, pageNo, pageSize }: InputOf<typeof consoleWarehouseEndpoints.stock>,
  { staffId, findUnitsPlannedElsewhere }: { staffId: string; findUnitsPlannedElsewhere: PlannedUnitsReader },
): Promise<{ dataList: WarehouseStockRow[]; total: number }> {
  const { isMain } = await requireWarehouse(db, warehouseId)
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  let matching = db.selectFrom('warehouse_stock as lying').where('lying.warehouse_id', '=', warehouseId).where('lying.units', '>', 0)
  if (own !== null) matching = matching.where('lying.sku_id', 'in', own)
  if (keyword) matching = matching.where('lying.sku_id', 'in', skuIdsMatchingTextSql(keyword))
  const version = isMain
    ? buildRowVersionSubquery('skuBin', 'lying.sku_id')
    : buildRowVersionSubquery('warehouseBin', sql<string>`(${binKeySql})`)
  const ordered = matching
    .innerJoin('sku', 'sku.id', 'lying.sku_id')
    .select(['lying.sku_id as skuId', 'lying.units', isMain ? 'sku.bin' : 'lying.bin', version.as('rowVersion')])
    .orderBy('sku.code')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const ids = rows.map(({ skuId }) => skuId)
  const skus = await describeSkusById(db, ids)
  const stock = await findStockBySku(db, ids)
  const planned = await findUnitsPlannedElsewhere(db, ids)
  const dataList = rows.map((row): WarehouseStockRow => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(row.skuId) ?? {}
    const { available = 0, reserved = 0 } = stock.get(row.skuId) ?? {}
    const here = splitUnitsOfWarehouse({ warehouseId, units: row.units }, { reserved, planned: planned.get(row.skuId) })
    return Object.assign({ skuCode, goodsName, skuProps, unit, inHouse: available + reserved, reserved }, row, here)
  })
  return { dataList, total }
}

/** Records where a SKU lies in a warehouse. Refuses WAREHOUSE_NOT_FOUND, SKU_NOT_FOUND, ROW_CHANGED. */
export async function changeSkuBinInWarehouse(
  tx: Tx,
  moment: Moment,
  { warehouseId, skuId, bin, rowVersion, staffId }: InputOf<typeof consoleWarehouseEndpoints.setBin> & { staffId: string },
): Promise<void> {
  if (warehouseId === MAIN_WAREHOUSE_ID) return setSkuBinInMainWarehouse(tx, moment, { skuId, bin, rowVersion, staffId })
  await requireWarehouse(tx, warehouseId)
  await requireStaffMayEditSku(tx, { skuId, staffId })
  const row = { kind: 'warehouseBin', key: `${skuId} ${warehouseId}` } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = await setSkuBinInOtherWarehouse(tx, { warehouseId, skuId, bin })
  if (before !== bin) await recordRowEdit(tx, moment, { ...row, staffId, what: formatBinMove(before, bin) })
}
