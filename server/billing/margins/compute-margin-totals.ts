// Writes the tables `margin_day` and `margin_total`. Reads the revenue of all companies of a day.
import { sql } from 'kysely'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { listMarginFiguresSql, sumMarginsByDaySql } from './movements-sql.ts'

/** A day of a large mall has some ten thousand lines. */
const PATIENCE = '10min'
/** The days of a month. */
const DAYS_AT_ONCE = 31

interface DueDay {
  day: string
  /** When the journal has made it. */
  journal_made_at: Date
}

/** The earliest days of the journal that have no totals, or those of an earlier making: one after another, and of one month. */
async function findNextDays(tx: Tx): Promise<DueDay[]> {
  const due = await tx
    .selectFrom('journal_day')
    .leftJoin('margin_day', (join) =>
      join.onRef('margin_day.day', '=', 'journal_day.day').onRef('margin_day.journal_made_at', '=', 'journal_day.made_at'),
    )
    .select(['journal_day.day', 'journal_day.made_at as journal_made_at'])
    .where('margin_day.day', 'is', null)
    .orderBy('journal_day.day')
    .limit(DAYS_AT_ONCE)
    .execute()
  const first = due[0]?.day ?? ''
  const end = due.findIndex(({ day }, at) => day !== addDays(first, at) || day.slice(0, 7) !== first.slice(0, 7))
  return end < 0 ? due : due.slice(0, end)
}

/** Replaces the rows of some days of a month, and adds the month up again. */
async function writeTotals(guarded: Tx, { first, last }: { first: string; last: string }): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  const month = `${first.slice(0, 7)}-01`
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  const within = {
    day: (column: string) => `${column} between '${first}'::date and '${last}'::date`,
    instant: (column: string) =>
      `${column} >= '${getStartOfShanghaiDay(first).toISOString()}' and ${column} < '${getStartOfNextShanghaiDay(last).toISOString()}'`,
  }
  await sql`delete from margin_total where span = 'day' and day between ${first}::date and ${last}::date`.execute(tx)
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

/** Makes the totals of the next days of the journal. Returns how many these are; 0: all days have theirs. */
const makeNextDays = (db: Db, moment: Moment): Promise<number> =>
  runInTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('margin totals', 0))`.execute(tx)
    const due = await findNextDays(tx)
    const [first, last] = [due[0]?.day, due.at(-1)?.day]
    if (first === undefined || last === undefined) return 0
    await writeTotals(tx, { first, last })
    await tx
      .insertInto('margin_day')
      .values(due.map(({ day, journal_made_at }) => ({ day, made_at: moment.now, journal_made_at })))
      .onConflict((conflict) =>
        conflict
          .column('day')
          .doUpdateSet((eb) => ({ made_at: eb.ref('excluded.made_at'), journal_made_at: eb.ref('excluded.journal_made_at') })),
      )
      .execute()
    return due.length
  })

/**
 * Makes the totals of what goods earned on the days that are in the journal, the earliest first, those of a month in one transaction. Missed days are caught up.
 * Returns how many days were made.
 */
export async function computeMarginTotalsOfJournalDays(db: Db, moment: Moment): Promise<number> {
  let days = 0
  for (let made = await makeNextDays(db, moment); made > 0; made = await makeNextDays(db, moment)) days += made
  return days
}
