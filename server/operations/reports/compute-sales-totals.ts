// Writes the tables `sales_day`, `sales_total`, `sales_company_total` and `sales_span`. Reads the orders of all companies of a day.
import { sql } from 'kysely'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findFirstPostingTime } from '#server/money/ledger/public.ts'
import { drawdownKindsSql } from '#server/money/statements/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  IS_OUTDATED_DAY_SQL,
  isOfAnyDimensionSql,
  listCompanyTotalFiguresSql,
  listTotalFiguresSql,
  SALES_TOTALS_VERSION,
  sumCompanyTotalsSql,
  sumSalesMovementsByDimensionSql,
} from './sales-movements-sql.ts'

/** Until then every transaction of a day has committed. */
const STRAGGLERS_MS = 15 * 60_000
/** A day of a large mall has some ten thousand lines. */
const PATIENCE = '10min'

/** How many closed days a run makes again at most, so that the next run is not late for today. */
const OUTDATED_DAYS_A_RUN = 50

/**
 * The first day whose rows may still change: the one after the last closed day, or else that of the first order, posting or claim of a coupon.
 * Undefined: nothing has happened yet.
 */
async function findFirstUnclosedDay(guarded: Db): Promise<string | undefined> {
  const db = withoutTenantGuard(guarded, 'working in sets')
  const { last } = await db
    .selectFrom('sales_day')
    .select((eb) => eb.fn.max('day').as('last'))
    .where('closed', '=', true)
    .executeTakeFirstOrThrow()
  if (last !== null) return addDays(last, 1)
  const { ordered } = await db
    .selectFrom('order')
    .select((eb) => eb.fn.min('created_at').as('ordered'))
    .executeTakeFirstOrThrow()
  const { claimed } = await db
    .selectFrom('coupon')
    .select((eb) => eb.fn.min('claimed_at').as('claimed'))
    .executeTakeFirstOrThrow()
  const times = [ordered, claimed, await findFirstPostingTime(db)].flatMap((time) => (time ? [toShanghaiDay(time)] : []))
  return times.sort()[0]
}

/** Replaces the rows of companies in all shops together, of a day or of a month by its first day. */
async function writeCompanyTotals(tx: Tx, span: 'day' | 'month', day: string): Promise<void> {
  await sql`delete from sales_company_total where span = ${span} and day = ${day}::date`.execute(tx)
  await sql`
    insert into sales_company_total (span, day, key, ${sql.raw(listCompanyTotalFiguresSql())})
    ${sql.raw(sumCompanyTotalsSql(`span = '${span}' and day = '${day}'`))}`.execute(tx)
}

/** Replaces the rows of a day by those of its orders. */
async function writeTotals(tx: Tx, day: string): Promise<void> {
  const within = (column: string) =>
    `${column} >= '${getStartOfShanghaiDay(day).toISOString()}' and ${column} < '${getStartOfNextShanghaiDay(day).toISOString()}'`
  await sql`delete from sales_total where span = 'day' and day = ${day}::date and ${isOfAnyDimensionSql}`.execute(tx)
  await sql`
    insert into sales_total (dimension, span, day, key, shop_id, ${sql.raw(listTotalFiguresSql())})
    select dimension, 'day', day, key, shop_id, ${sql.raw(listTotalFiguresSql())} from (${sql.raw(sumSalesMovementsByDimensionSql(within))}) s`.execute(
    tx,
  )
  await sql`
    insert into sales_span (dimension, key, shop_id, first_day, last_day)
    select dimension, key::uuid, shop_id, day, day from sales_total
    where span = 'day' and day = ${day}::date and dimension in ('sku', 'enterprise') and orders > 0
    on conflict (dimension, key, shop_id) do update
      set first_day = least(sales_span.first_day, excluded.first_day), last_day = greatest(sales_span.last_day, excluded.last_day)`.execute(
    tx,
  )
  await writeCompanyTotals(tx, 'day', day)
}

/**
 * What was drawn on a day, and what all companies owe at its end: what they owed the day before, and the transfers of the day. A day that was
 * closed before keeps its time: only figures were added to it.
 */
async function writeDay(tx: Tx, moment: Moment, { day, closed }: { day: string; closed: boolean }): Promise<void> {
  await sql`
    insert into sales_day (day, made_at, closed, totals_version, drawn_fen, owed_fen)
    select ${day}::date, ${moment.now}, ${closed}, ${sql.lit(SALES_TOTALS_VERSION)}, moved.drawn_fen, coalesce(before.owed_fen, 0) + moved.owed_fen
    from (select coalesce(sum(amount_fen) filter (where kind in ${drawdownKindsSql}), 0) as drawn_fen,
        coalesce(sum(case when from_account = 'creditDrawn' then amount_fen else 0 end - case when to_account = 'creditDrawn' then amount_fen else 0 end), 0) as owed_fen
      from ledger_transfer where at >= ${getStartOfShanghaiDay(day)} and at < ${getStartOfNextShanghaiDay(day)}) moved
    left join (select owed_fen from sales_day where day = ${addDays(day, -1)}::date) before on true
    on conflict (day) do update set made_at = case when sales_day.closed then sales_day.made_at else excluded.made_at end, closed = excluded.closed,
      totals_version = excluded.totals_version, drawn_fen = excluded.drawn_fen, owed_fen = excluded.owed_fen`.execute(tx)
}

/** Adds up a month whose days are all closed. */
async function writeMonth(tx: Tx, month: string): Promise<void> {
  const first = `${month}-01`
  await sql`delete from sales_total where span = 'month' and day = ${first}::date and ${isOfAnyDimensionSql}`.execute(tx)
  await sql`
    insert into sales_total (dimension, span, day, key, shop_id, ${sql.raw(listTotalFiguresSql())})
    select dimension, 'month', ${first}::date, key, shop_id, ${sql.raw(listTotalFiguresSql((figure) => `sum(${figure})`))}
    from sales_total where span = 'day' and day >= ${first}::date and day < ${first}::date + interval '1 month' and ${isOfAnyDimensionSql}
    group by dimension, key, shop_id`.execute(tx)
  await writeCompanyTotals(tx, 'month', first)
}

/** Whether all days of the month of a day are closed and have all figures. */
async function isMonthComplete(tx: Tx, day: string): Promise<boolean> {
  const first = `${day.slice(0, 7)}-01`
  const { rows } = await sql<{ complete: boolean }>`
    select coalesce(bool_and(closed and not ${sql.raw(IS_OUTDATED_DAY_SQL)}) and max(day) = (${first}::date + interval '1 month - 1 day')::date, false) as complete
    from sales_day where day >= ${first}::date and day < ${first}::date + interval '1 month'`.execute(tx)
  return rows[0]?.complete === true
}

async function makeDay(guarded: Tx, moment: Moment, { day, closed }: { day: string; closed: boolean }): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  await writeTotals(tx, day)
  await writeDay(tx, moment, { day, closed })
  // The last day closes its month, even while earlier days lack figures; the last of these completes it.
  if (closed && (addDays(day, 1).endsWith('-01') || (await isMonthComplete(tx, day)))) await writeMonth(tx, day.slice(0, 7))
}

const lockTotals = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('sales totals', 0))`.execute(tx)

/** Makes the day after the last closed one, or the one after `after`. Returns the day; undefined: it is still to come. */
const makeNextDay = (db: Db, moment: Moment, after: string | undefined): Promise<string | undefined> =>
  runInTransaction(db, async (tx) => {
    await lockTotals(tx)
    const next = await findFirstUnclosedDay(tx)
    const day = next !== undefined && after !== undefined && after >= next ? addDays(after, 1) : next
    if (day === undefined || day > toShanghaiDay(moment.now)) return undefined
    await makeDay(tx, moment, { day, closed: day < toShanghaiDay(new Date(moment.now.getTime() - STRAGGLERS_MS)) })
    return day
  })

async function makeUnclosedDays(db: Db, moment: Moment): Promise<number> {
  let days = 0
  for (let day = await makeNextDay(db, moment, undefined); day !== undefined; day = await makeNextDay(db, moment, day)) days += 1
  return days
}

/** Adds the days from the first claim of a coupon to the first closed day, without figures: an older program began with the first order or posting. */
const addDaysOfFirstClaims = (db: Db) =>
  sql`
    insert into sales_day (day, made_at, closed, totals_version, drawn_fen, owed_fen)
    select d::date, f.made_at, true, 0, 0, 0 from (select * from sales_day order by day limit 1) f,
      generate_series((select (min(claimed_at) at time zone 'Asia/Shanghai')::date from coupon), f.day - 1, '1 day') d
    where f.closed on conflict (day) do nothing`.execute(withoutTenantGuard(db, 'working in sets'))

/** Makes a closed day again that lacks figures. Returns false if another run has made it. */
const makeOutdatedDay = (db: Db, moment: Moment, day: string): Promise<boolean> =>
  runInTransaction(db, async (tx) => {
    await lockTotals(tx)
    const { rows } = await sql`select from sales_day where day = ${day}::date and ${sql.raw(IS_OUTDATED_DAY_SQL)}`.execute(tx)
    if (rows.length === 0) return false
    await makeDay(tx, moment, { day, closed: true })
    return true
  })

/** Makes closed days again that lack figures, the earliest first, at most so many as a run may. */
async function makeOutdatedDays(db: Db, moment: Moment): Promise<number> {
  await addDaysOfFirstClaims(db)
  const { rows } = await sql<{ day: string }>`
    select day from sales_day where closed and ${sql.raw(IS_OUTDATED_DAY_SQL)} order by day limit ${OUTDATED_DAYS_A_RUN}`.execute(db)
  return forEachCollectingErrors(rows, ({ day }) => makeOutdatedDay(db, moment, day))
}

/**
 * Makes the totals of all days in Asia/Shanghai that are not closed, until today, in one transaction each: days that are over close, so a run makes today,
 * and shortly after midnight yesterday as well. Then it makes some of the closed days again that lack figures which a newer program keeps. Returns how
 * many days were made. Throws an AggregateError of all failures, after every other day was tried.
 */
export const computeSalesTotalsOfUnclosedDays = (db: Db, moment: Moment): Promise<number> =>
  forEachCollectingErrors([makeUnclosedDays, makeOutdatedDays], (make) => make(db, moment))
