// Derives what orders have reserved in warehouses other than the main one, from where their lines are planned to leave.
import { type RawBuilder, sql } from 'kysely'
import type { PlannedUnits } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/**
 * SQL: the units of lines of any company that are planned to leave a warehouse other than the main one and have not, by SKU and warehouse. `held`
 * is the line, so that the caller can say of which SKUs; the partial index of such lines finds them.
 */
export const plannedUnitsSql = (isMeant: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select held.sku_id, held.planned_from as warehouse_id, sum(held.quantity - held.shipped - held.dropped)::int as units
  from order_line as held join "order" as holder on holder.enterprise_id = held.enterprise_id and holder.id = held.order_id
  where held.planned_from is not null and held.shipped + held.dropped < held.quantity and ${isMeant}
    and holder.state in ('WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT')
  group by held.sku_id, held.planned_from`

/** Finds what orders have reserved of SKUs in warehouses other than the main one. Each SKU has an entry. */
export async function findUnitsPlannedElsewhere(db: Db, skuIds: readonly string[]): Promise<PlannedUnits> {
  if (skuIds.length === 0) return new Map()
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; units: number }>`
    ${plannedUnitsSql(sql<boolean>`held.sku_id = ${anyOfIdsSql(skuIds)}`)}`.execute(withoutTenantGuard(db, 'console'))
  const bySku = Map.groupBy(rows, ({ sku_id }) => sku_id)
  return new Map(skuIds.map((skuId) => [skuId, new Map((bySku.get(skuId) ?? []).map(({ warehouse_id, units }) => [warehouse_id, units]))]))
}
