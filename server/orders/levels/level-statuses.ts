// Reads and writes the tables `level_status` and `level_change`: the level of each enterprise, and its changes.
import { sql } from 'kysely'
import { getFirstDayCountedForLevel, type LevelStatus } from '#contract/orders/levels/level-status.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

interface Row {
  earned: number
  level: number
  silver_on: string | null
  gold_on: string | null
  platinum_on: string | null
}

const statusFrom = (row: Row): LevelStatus => ({
  earned: row.earned as MemberLevel,
  level: row.level as MemberLevel,
  reachedOn: { 2: row.silver_on, 3: row.gold_on, 4: row.platinum_on },
})

/** Returns the level status as of the last evaluated day; undefined: the enterprise has never paid anything. */
export async function findLevelStatus(db: Db, enterpriseId: string): Promise<LevelStatus | undefined> {
  const row = await db
    .selectFrom('level_status')
    .select(['earned', 'level', 'silver_on', 'gold_on', 'platinum_on'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return row && statusFrom(row)
}

/** Creates the status of enterprises that pay for the first time, with their present level. */
export async function insertFirstLevelStatuses(tx: Tx, enterpriseIds: readonly string[], day: string): Promise<void> {
  const known = await findEnterprises(tx, enterpriseIds)
  if (known.length === 0) return
  const rows = known.map(({ id, memberLevel }) => ({
    enterprise_id: id,
    as_of: addDays(day, -1),
    paid_fen: fen(0),
    earned: 1,
    level: memberLevel,
    silver_on: null,
    gold_on: null,
    platinum_on: null,
  }))
  await withoutTenantGuard(tx, 'working in sets')
    .insertInto('level_status')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sets the level status of an enterprise from a day on, and replaces the former one. */
export async function upsertLevelStatus(
  tx: Tx,
  { enterpriseId, day, status: { earned, level, reachedOn } }: { enterpriseId: string; day: string; status: LevelStatus },
): Promise<void> {
  const placed = { level, silver_on: reachedOn[2], gold_on: reachedOn[3], platinum_on: reachedOn[4] }
  await tx
    .insertInto('level_status')
    .values({ enterprise_id: enterpriseId, as_of: addDays(day, -1), paid_fen: fen(0), earned, ...placed })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(placed))
    .execute()
}

export interface LevelStatusToEvaluate {
  enterpriseId: string
  status: LevelStatus
  paidFen: Fen
}

/**
 * Lists enterprises that are not evaluated for a day, with the amount paid in the twelve months before it. Sorted by id, starting after
 * `after`.
 */
export async function listLevelStatusesToEvaluate(
  tx: Tx,
  { day, after, limit }: { day: string; after: string; limit: number },
): Promise<LevelStatusToEvaluate[]> {
  const { rows } = await sql<Row & { enterprise_id: string; paid: number }>`
    select s.enterprise_id, s.earned, s.level, s.silver_on, s.gold_on, s.platinum_on, coalesce(p.paid, 0)::bigint as paid
    from level_status s
    left join lateral (
      select sum(paid_fen) as paid from paid_day d where d.enterprise_id = s.enterprise_id and d.day between ${getFirstDayCountedForLevel(day)} and ${day}
    ) p on true
    where s.enterprise_id > ${after} and s.as_of < ${day}
    order by s.enterprise_id limit ${limit}`.execute(withoutTenantGuard(tx, 'working in sets'))
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, status: statusFrom(row), paidFen: fen(row.paid) }))
}

export async function updateLevelStatusRows(tx: Tx, day: string, evaluated: readonly LevelStatusToEvaluate[]): Promise<void> {
  const rows = evaluated.map(({ enterpriseId, paidFen, status: { earned, level, reachedOn } }) => ({
    id: enterpriseId,
    paid: paidFen,
    earned,
    level,
    silver: reachedOn[2],
    gold: reachedOn[3],
    platinum: reachedOn[4],
  }))
  await sql`
    update level_status s set as_of = ${day}, paid_fen = j.paid, earned = j.earned, level = j.level, silver_on = j.silver, gold_on = j.gold,
      platinum_on = j.platinum
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      j(id uuid, paid bigint, earned smallint, level smallint, silver date, gold date, platinum date)
    where s.enterprise_id = j.id`.execute(withoutTenantGuard(tx, 'working in sets'))
}

export interface LevelChange {
  day: string
  from: MemberLevel
  to: MemberLevel
  paidFen: Fen
}

export async function insertLevelChange(
  tx: Tx,
  moment: Moment,
  { enterpriseId, day, from, to, paidFen }: LevelChange & { enterpriseId: string },
): Promise<void> {
  const row = { enterprise_id: enterpriseId, day, from_level: from, to_level: to, paid_fen: paidFen, at: moment.now }
  await tx.insertInto('level_change').values(row).execute()
}

/** Lists the changes of an enterprise's level, newest first. */
export async function listLevelChanges(db: Db, enterpriseId: string, limit: number): Promise<LevelChange[]> {
  const rows = await db
    .selectFrom('level_change')
    .select(['day', 'from_level', 'to_level', 'paid_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    day: row.day,
    from: row.from_level as MemberLevel,
    to: row.to_level as MemberLevel,
    paidFen: row.paid_fen,
  }))
}
