// Reads the column `sku_stock.elsewhere`, which a trigger writes: what of a SKU lies outside the main warehouse.
import { type RawBuilder, sql } from 'kysely'
import type { SendingWarehouse, UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { MAIN_WAREHOUSE_ID, TRANSIT_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Stock } from './stock.ts'
import { splitUnitsOfWarehouse } from './warehouse-stock.ts'

/** What orders have reserved of SKUs in warehouses other than the main one, by SKU and warehouse. */
export type PlannedUnits = ReadonlyMap<string, ReadonlyMap<string, number>>
/** Finds it for SKUs, which each have an entry. Orders know it, and modules below them are given it. */
export type PlannedUnitsReader = (db: Db, skuIds: readonly string[]) => Promise<PlannedUnits>

type StockByPlace = Pick<Stock, 'available' | 'reserved'> & { elsewhere: Readonly<Record<string, number>> }

/**
 * Returns where a SKU lies; undefined: in the main warehouse alone. What is in transit leaves from nowhere. `planned`: what orders have reserved
 * of it in other warehouses than the main one; without it all reserved units may be taken from any one.
 */
export function toUnitsByWarehouse(
  { available, reserved, elsewhere }: StockByPlace,
  planned?: ReadonlyMap<string, number>,
): UnitsByWarehouse | undefined {
  const others = Object.entries(elsewhere)
  if (others.length === 0) return undefined
  const inMain = others.reduce((left, [, units]) => left - units, available + reserved)
  const lying: [warehouseId: string, units: number][] = [[MAIN_WAREHOUSE_ID, inMain], ...others]
  return lying
    .filter(([warehouseId, units]) => units > 0 && warehouseId !== TRANSIT_WAREHOUSE_ID)
    .map(([warehouseId, units]) => ({
      warehouseId,
      units: planned ? splitUnitsOfWarehouse({ warehouseId, units }, { reserved, planned }).availableHere : Math.max(0, units - reserved),
    }))
}

/** A SKU that does not lie in the main warehouse alone, and the open warehouses, the main one first. */
export interface StockOfWarehouses extends StockByPlace {
  warehouses: SendingWarehouse[]
}

/**
 * SQL to be joined to a statement that reads SKUs: the `StockOfWarehouses` of a SKU; null: it lies in the main warehouse alone. The warehouses
 * are read once, and only if a SKU needs them. The stock is not joined, because PostgreSQL would read that of all SKUs while there are few.
 */
export const stockOfWarehousesSql = (skuId: RawBuilder<unknown>) => sql<{ stockOfWarehouses: StockOfWarehouses | null }>`lateral (
  select (select json_build_object('available', stock.available, 'reserved', stock.reserved, 'elsewhere', stock.elsewhere, 'warehouses', (
    select json_agg(json_build_object('warehouseId', warehouse.id, 'provinces', warehouse.provinces)
      order by warehouse.id <> ${MAIN_WAREHOUSE_ID}, warehouse.code) from warehouse where warehouse.open))
  from sku_stock as stock where stock.sku_id = ${skuId} and stock.elsewhere <> '{}') as "stockOfWarehouses")`
