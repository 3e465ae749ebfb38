// Reads the table `warehouse_stock`, which a trigger writes with each movement: the units of each SKU in each warehouse, and where they lie.
import { type RawBuilder, sql } from 'kysely'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { findWarehouseNamesById } from './warehouse-store.ts'

/** SQL: locks what lies in all warehouses of the SKUs of the CTE `locked`. The SKU is locked before the warehouse. */
export const lockedStockOfAllWarehousesSql: RawBuilder<unknown> = sql`
  select lying.sku_id, lying.warehouse_id, lying.units from warehouse_stock as lying join locked on locked.sku_id = lying.sku_id
  order by lying.sku_id, lying.warehouse_id for no key update of lying`

/** SQL: the same for one warehouse; for none nothing is locked. */
export const lockedStockOfWarehouseSql = (warehouseId: string | undefined): RawBuilder<unknown> =>
  warehouseId === undefined
    ? sql`select null::uuid as sku_id, 0 as units where false`
    : sql`
  select lying.sku_id, lying.units from warehouse_stock as lying join locked on locked.sku_id = lying.sku_id
  where lying.warehouse_id = ${warehouseId} order by lying.sku_id for no key update of lying`

interface TooFewUnits {
  skuId: string
  units: number
  quantity: number
}

/** Refuses WAREHOUSE_TOO_FEW with the name of the warehouse, what lies there and what was asked for. */
export async function refuseTooFewWarehouseUnits(db: Db, warehouseId: string, lines: readonly TooFewUnits[]): Promise<never> {
  const name = (await findWarehouseNamesById(db)).get(warehouseId) ?? '该仓库'
  const [first] = lines
  const more = lines.length > 1 ? `等 ${lines.length} 个规格` : ''
  refuse('WAREHOUSE_TOO_FEW', {
    msg: `${name}库存不足：现有 ${first?.units ?? 0}，需要 ${first?.quantity ?? 0}${more}；请另选仓库、减少数量或先调拨`,
    field: 'warehouseId',
    warehouseId,
    lines,
  })
}

/** Returns the units of SKUs in a warehouse. SKUs that never lay there are left out. */
export async function findSkuUnitsInWarehouse(
  db: Db,
  { warehouseId, skuIds }: { warehouseId: string; skuIds: readonly string[] },
): Promise<Map<string, number>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('warehouse_stock')
    .select(['sku_id', 'units'])
    .where('warehouse_id', '=', warehouseId)
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, units }) => [sku_id, units]))
}

/** Records where a SKU lies in a warehouse other than the main one, and returns where it lay before. */
export async function setSkuBinInOtherWarehouse(
  tx: Tx,
  { warehouseId, skuId, bin }: { warehouseId: string; skuId: string; bin: string },
): Promise<string> {
  const before = await tx
    .selectFrom('warehouse_stock')
    .select('bin')
    .where('sku_id', '=', skuId)
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirst()
  await setSkuBinsInOtherWarehouses(tx, [{ skuId, warehouseId, bin }])
  return before?.bin ?? ''
}

/** What lies of a SKU in a warehouse, and where; the bin of the main warehouse is that of the SKU. */
export interface WarehouseStockOfSku {
  skuId: string
  warehouseId: string
  units: number
  bin: string
}

/** Lists what lies of SKUs in all warehouses, also where nothing lies any more. */
export const listWarehouseStockOfSkus = async (db: Db, skuIds: readonly string[]): Promise<WarehouseStockOfSku[]> =>
  skuIds.length === 0
    ? []
    : db
        .selectFrom('warehouse_stock')
        .select(['sku_id as skuId', 'warehouse_id as warehouseId', 'units', 'bin'])
        .where('sku_id', '=', anyOfIdsSql(skuIds))
        .execute()

/**
 * Returns what of a SKU orders have reserved in a warehouse, and what is left there. `reserved`: in all warehouses; `planned`: in those other than
 * the main one, to which the rest belongs.
 */
export function splitUnitsOfWarehouse(
  { warehouseId, units }: Pick<WarehouseStockOfSku, 'warehouseId' | 'units'>,
  { reserved, planned = new Map() }: { reserved: number; planned?: ReadonlyMap<string, number> | undefined },
): { reservedHere: number; availableHere: number } {
  const inMain = [...planned.values()].reduce((rest, held) => rest - held, reserved)
  const reservedHere = warehouseId === MAIN_WAREHOUSE_ID ? inMain : (planned.get(warehouseId) ?? 0)
  return { reservedHere, availableHere: Math.max(0, units - reservedHere) }
}

/** Records where SKUs lie in warehouses other than the main one, with one statement. Whoever passes several has locked their stock. */
export async function setSkuBinsInOtherWarehouses(
  tx: Tx,
  bins: readonly Pick<WarehouseStockOfSku, 'skuId' | 'warehouseId' | 'bin'>[],
): Promise<void> {
  if (bins.length === 0) return
  await tx
    .insertInto('warehouse_stock')
    .values(bins.map(({ skuId, warehouseId, bin }) => ({ sku_id: skuId, warehouse_id: warehouseId, units: 0, bin })))
    .onConflict((conflict) => conflict.columns(['sku_id', 'warehouse_id']).doUpdateSet((eb) => ({ bin: eb.ref('excluded.bin') })))
    .execute()
}
