// Reads the tables `equipment`, `equipment_reading` and `equipment_wear` of all companies at once.
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: `sku_id`, the `units` of it that the equipment of all companies wears in a day, and how many `pieces` do. The hours of a day are what the
 * meter ran between the first and the last reading since a day, 24 at most, because buyers type readings. Equipment that was read once, or stood
 * still, counts for nothing.
 */
export const wearPerDayOfAllEquipmentSql = (since: string): RawBuilder<unknown> => sql`
  select wear.sku_id, sum(run.hours * wear.per_10k_hours / 10000) as units, count(*) as pieces
  from (
    select enterprise_id, equipment_id, least(24, (max(hours) - min(hours))::numeric / (max(day) - min(day))) as hours
    from equipment_reading where day >= ${since}::date group by 1, 2 having max(hours) > min(hours)) run
    join equipment on equipment.enterprise_id = run.enterprise_id and equipment.id = run.equipment_id and equipment.deleted_at is null
    join equipment_wear wear on wear.enterprise_id = run.enterprise_id and wear.equipment_id = run.equipment_id
  group by wear.sku_id`
