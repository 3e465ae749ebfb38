// Writes the tables `margin_day` and `margin_total`. Reads the revenue of all companies of a day.
import { sql } from 'kysely'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { listMarginFiguresSql, sumMarginsByDaySql } from './movements-sql.ts'

/** A day of a large mall has some ten thousand lines. */
const PATIENCE = '10min'

interface DueDay {
  day: string
  /** When the journal has made it. */
  journal_made_at: Date
}

/** The first day of the journal that has no totals, or those of an earlier making. */
const findNextDay = (tx: Tx): Promise<DueDay | undefined> =>
  tx
    .selectFrom('journal_day')
    .leftJoin('margin_day', (join) =>
      join.onRef('margin_day.day', '=', 'journal_day.day').onRef('margin_day.journal_made_at', '=', 'journal_day.made_at'),
    )
    .select(['journal_day.day', 'journal_day.made_at as journal_made_at'])
    .where('margin_day.day', 'is', null)
    .orderBy('journal_day.day')
    .limit(1)
    .executeTakeFirst()

/** Replaces the rows of a day, and adds its month up again. */
async function writeTotals(guarded: Tx, day: string): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  const month = `${day.slice(0, 7)}-01`
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  const within = {
    day: (column: string) => `${column} = '${day}'::date`,
    instant: (column: string) =>
      `${column} >= '${getStartOfShanghaiDay(day).toISOString()}' and ${column} < '${getStartOfNextShanghaiDay(day).toISOString()}'`,
  }
  await sql`delete from margin_total where span = 'day' and day = ${day}::date`.execute(tx)
  await sql`
    insert into margin_total (span, day, sku_id, shop_id, ${sql.raw(listMarginFiguresSql())})
    select 'day', day, sku_id, shop_id, ${sql.raw(listMarginFiguresSql())} from (${sql.raw(sumMarginsByDaySql(within))}) s`.execute(tx)
  await sql`delete from margin_total where span = 'month' and day = ${month}::date`.execute(tx)
  await sql`
    insert into margin_total (span, day, sku_id, shop_id, ${sql.raw(listMarginFiguresSql())})
    select 'month', ${month}::date, sku_id, shop_id, ${sql.raw(listMarginFiguresSql((figure) => `sum(${figure})`))}
    from margin_total where span = 'day' and day >= ${month}::date and day < ${month}::date + interval '1 month' group by sku_id, shop_id`.execute(
    tx,
  )
}

/** Makes the totals of the next day of the journal. Returns false if all days have theirs. */
const makeNextDay = (db: Db, moment: Moment): Promise<boolean> =>
  runInTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('margin totals', 0))`.execute(tx)
    const due = await findNextDay(tx)
    if (due === undefined) return false
    await writeTotals(tx, due.day)
    const made = { made_at: moment.now, journal_made_at: due.journal_made_at }
    await tx
      .insertInto('margin_day')
      .values(Object.assign({ day: due.day }, made))
      .onConflict((conflict) => conflict.column('day').doUpdateSet(made))
      .execute()
    return true
  })

/**
 * Makes the totals of what goods earned on the days that are in the journal, the earliest first, in one transaction each. Missed days are caught up.
 * Returns how many days were made.
 */
export async function computeMarginTotalsOfJournalDays(db: Db, moment: Moment): Promise<number> {
  let days = 0
  while (await makeNextDay(db, moment)) days += 1
  return days
}
