// Reads and writes the table `equipment_reading`: the hour meters, at most one reading a day.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { EQUIPMENT_READINGS_SHOWN } from '#contract/sites/projects/equipment-api.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { EquipmentRef } from './equipment.ts'

export interface MeterReading {
  day: string
  hours: number
}

const rows = (db: Db, { enterpriseId, id }: EquipmentRef) =>
  db
    .selectFrom('equipment_reading')
    .select(['day', 'hours', 'user_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('equipment_id', '=', id)

/** Lists the latest readings of one piece, newest first, with the person who read the meter. */
export async function listLatestMeterReadings(db: Db, ref: EquipmentRef): Promise<(MeterReading & { userId: string })[]> {
  const found = await rows(db, ref).orderBy('day', 'desc').limit(EQUIPMENT_READINGS_SHOWN).execute()
  return found.map(({ day, hours, user_id }) => ({ day, hours, userId: user_id }))
}

/** The first reading that counts and the latest reading. */
export interface MeterReadingRange {
  first: MeterReading
  last: MeterReading
}

/**
 * Returns for each piece of equipment the first reading on or after a day, and the last reading. Pieces without readings are left out. One
 * statement.
 */
export async function findMeterReadingRangesByEquipment(
  db: Db,
  enterpriseId: string,
  day: string,
): Promise<Map<string, MeterReadingRange>> {
  const found = await db
    .selectFrom('equipment_reading')
    .select('equipment_id')
    .select((eb) => [eb.fn.min('day').as('first_day'), eb.fn.max('day').as('last_day')])
    .select((eb) => [eb.fn.min('hours').as('first_hours'), eb.fn.max('hours').as('last_hours')])
    .where('enterprise_id', '=', enterpriseId)
    .where('day', '>=', day)
    .groupBy('equipment_id')
    .execute()
  return new Map(
    found.map((row) => [
      row.equipment_id,
      { first: { day: row.first_day, hours: row.first_hours }, last: { day: row.last_day, hours: row.last_hours } },
    ]),
  )
}

/**
 * Saves a reading. The caller has locked the piece. Refuses HOURS_BACKWARD, with the conflicting day, because an hour meter never runs
 * backward.
 */
export async function saveMeterReadingOfLockedEquipment(
  tx: Tx,
  moment: Moment,
  { ref, day, hours, userId }: { ref: EquipmentRef; day: string; hours: number; userId: string },
): Promise<void> {
  const against = await rows(tx, ref)
    .where((eb) => eb.or([eb.and([eb('day', '<', day), eb('hours', '>', hours)]), eb.and([eb('day', '>', day), eb('hours', '<', hours)])]))
    .orderBy('day')
    .executeTakeFirst()
  if (against) refuse('HOURS_BACKWARD', { field: 'hours', msg: `与 ${against.day} 的 ${against.hours} 小时矛盾，请核对后重新填写` })
  await tx
    .insertInto('equipment_reading')
    .values({ enterprise_id: ref.enterpriseId, equipment_id: ref.id, day, hours, user_id: userId, at: moment.now })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'equipment_id', 'day']).doUpdateSet({
        hours: sql<number>`excluded.hours`,
        user_id: sql<string>`excluded.user_id`,
        at: sql<Date>`excluded.at`,
      }),
    )
    .execute()
}
