// Writes the tables `sales_day`, `sales_total`, `sales_company_total` and `sales_span`. Reads the orders of all companies of a day.
import { sql } from 'kysely'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  addDays,
  countDaysInclusive,
  getLastDayOfMonth,
  getStartOfNextShanghaiDay,
  getStartOfShanghaiDay,
  toShanghaiDay,
} from '#contract/platform/core/shanghai.ts'
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

/** Days one after another, both inclusive, of the same month. */
interface DaysOfMonth {
  first: string
  last: string
}

/** Replaces the rows of companies in all shops together: of some days, of a month by its first day, or of the month that runs by its last one. */
async function writeCompanyTotals(tx: Tx, span: 'day' | 'month' | 'running', { first, last }: DaysOfMonth): Promise<void> {
  await sql`delete from sales_company_total where span = ${span} and day between ${first}::date and ${last}::date`.execute(tx)
  await sql`
    insert into sales_company_total (span, day, key, ${sql.raw(listCompanyTotalFiguresSql())})
    ${sql.raw(sumCompanyTotalsSql(`span = '${span}' and day between '${first}' and '${last}'`))}`.execute(tx)
}

/** Replaces the rows of days by those of their orders. */
async function writeTotals(tx: Tx, days: DaysOfMonth): Promise<void> {
  const { first, last } = days
  const within = (column: string) =>
    `${column} >= '${getStartOfShanghaiDay(first).toISOString()}' and ${column} < '${getStartOfNextShanghaiDay(last).toISOString()}'`
  const ofDays = sql`span = 'day' and day between ${first}::date and ${last}::date`
  await sql`delete from sales_total where ${ofDays} and ${isOfAnyDimensionSql}`.execute(tx)
  await sql`
    insert into sales_total (dimension, span, day, key, shop_id, ${sql.raw(listTotalFiguresSql())})
    select dimension, 'day', day, key, shop_id, ${sql.raw(listTotalFiguresSql())} from (${sql.raw(sumSalesMovementsByDimensionSql(within))}) s`.execute(
    tx,
  )
  await sql`
    insert into sales_span (dimension, key, shop_id, first_day, last_day)
    select dimension, key::uuid, shop_id, min(day), max(day) from sales_total
    where ${ofDays} and dimension in ('sku', 'enterprise') and orders > 0 group by 1, 2, 3
    on conflict (dimension, key, shop_id) do update
      set first_day = least(sales_span.first_day, excluded.first_day), last_day = greatest(sales_span.last_day, excluded.last_day)`.execute(
    tx,
  )
  await writeCompanyTotals(tx, 'day', days)
}

/**
 * What was drawn on each day, and what all companies owe at its end: what they owed the day before, and the transfers until then. A day that was
 * closed before keeps its time: only figures were added to it.
 */
async function writeDays(tx: Tx, moment: Moment, { first, last, closed }: DaysOfMonth & { closed: boolean }): Promise<void> {
  const { rows: moved } = await sql<{ day: string; drawn: Fen; owed: Fen }>`
    select (at at time zone 'Asia/Shanghai')::date as day, coalesce(sum(amount_fen) filter (where kind in ${drawdownKindsSql}), 0)::bigint as drawn,
      sum(case when from_account = 'creditDrawn' then amount_fen else 0 end - case when to_account = 'creditDrawn' then amount_fen else 0 end)::bigint as owed
    from ledger_transfer where at >= ${getStartOfShanghaiDay(first)} and at < ${getStartOfNextShanghaiDay(last)} group by 1`.execute(tx)
  const before = await tx.selectFrom('sales_day').select('owed_fen').where('day', '=', addDays(first, -1)).executeTakeFirst()
  let owedFen = before?.owed_fen ?? ZERO_FEN
  const days = Array.from({ length: countDaysInclusive(first, last) }, (_, at) => {
    const day = addDays(first, at)
    const { drawn = ZERO_FEN, owed = ZERO_FEN } = moved.find((one) => one.day === day) ?? {}
    owedFen = sum([owedFen, owed])
    return { day, made_at: moment.now, closed, totals_version: SALES_TOTALS_VERSION, drawn_fen: drawn, owed_fen: owedFen }
  })
  await tx
    .insertInto('sales_day')
    .values(days)
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({
        made_at: sql<Date>`case when sales_day.closed then sales_day.made_at else excluded.made_at end`,
        closed: sql<boolean>`excluded.closed`,
        totals_version: sql<number>`excluded.totals_version`,
        drawn_fen: sql<Fen>`excluded.drawn_fen`,
        owed_fen: sql<Fen>`excluded.owed_fen`,
      }),
    )
    .execute()
}

/** Replaces the sums of the days of a month: of one that is over, by its first day, or of one that runs, by the last of these days. */
async function writeSums(tx: Tx, { span, day, last }: { span: 'month' | 'running'; day: string; last: string }): Promise<void> {
  const first = `${last.slice(0, 7)}-01`
  await sql`delete from sales_total where span = ${span} and day = ${day}::date and ${isOfAnyDimensionSql}`.execute(tx)
  await sql`
    insert into sales_total (dimension, span, day, key, shop_id, ${sql.raw(listTotalFiguresSql())})
    select dimension, ${span}, ${day}::date, key, shop_id, ${sql.raw(listTotalFiguresSql((figure) => `sum(${figure})`))}
    from sales_total where span = 'day' and day between ${first}::date and ${last}::date and ${isOfAnyDimensionSql}
    group by dimension, key, shop_id`.execute(tx)
  await writeCompanyTotals(tx, span, { first: day, last: day })
}

/** Adds up a month whose days are all closed. */
const writeMonth = (tx: Tx, month: string): Promise<void> =>
  writeSums(tx, { span: 'month', day: `${month}-01`, last: getLastDayOfMonth(month) })

/**
 * Adds up the closed days of the month that runs, unless that is done, or some of them lack figures. The sums until the day before stay, for reports that
 * have begun with them; older ones go.
 */
const addUpRunningMonth = (db: Db): Promise<void> =>
  runInTransaction(db, async (tx) => {
    await lockTotals(tx)
    const { rows } = await sql<{ day: string; done: boolean; former: string | null; outdated: boolean }>`
      with last as (select max(day) as day from sales_day where closed)
      select last.day, bool_or(d.running and d.day = last.day) as done, max(d.day) filter (where d.running) as former,
        bool_or(${sql.raw(IS_OUTDATED_DAY_SQL)}) filter (where date_trunc('month', d.day) = date_trunc('month', last.day)) as outdated
      from last join sales_day d on d.closed and (d.running or d.day >= date_trunc('month', last.day)::date) group by last.day`.execute(tx)
    const [found] = rows
    if (!found || found.done || found.outdated || found.day === getLastDayOfMonth(found.day.slice(0, 7))) return
    await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
    const { day, former } = found
    const isOlder = sql`span = 'running' and day is distinct from ${former}::date`
    await sql`delete from sales_total where ${isOlder} and ${isOfAnyDimensionSql}`.execute(tx)
    await sql`delete from sales_company_total where ${isOlder}`.execute(tx)
    await sql`update sales_day set running = false where running and day is distinct from ${former}::date`.execute(tx)
    await writeSums(tx, { span: 'running', day, last: day })
    await sql`update sales_day set running = true where day = ${day}::date`.execute(tx)
  })

/** Whether all days of the month of a day are closed and have all figures. */
async function isMonthComplete(tx: Tx, day: string): Promise<boolean> {
  const first = `${day.slice(0, 7)}-01`
  const { rows } = await sql<{ complete: boolean }>`
    select coalesce(bool_and(closed and not ${sql.raw(IS_OUTDATED_DAY_SQL)}) and max(day) = (${first}::date + interval '1 month - 1 day')::date, false) as complete
    from sales_day where day >= ${first}::date and day < ${first}::date + interval '1 month'`.execute(tx)
  return rows[0]?.complete === true
}

async function makeDays(guarded: Tx, moment: Moment, days: DaysOfMonth & { closed: boolean }): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  await writeTotals(tx, days)
  await writeDays(tx, moment, days)
  const { last, closed } = days
  // The last day closes its month, even while earlier days lack figures; the last of these completes it.
  if (closed && (addDays(last, 1).endsWith('-01') || (await isMonthComplete(tx, last)))) await writeMonth(tx, last.slice(0, 7))
}

const lockTotals = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('sales totals', 0))`.execute(tx)

/**
 * Makes the days of one month that are over, from the day after the last closed one or after `after`; if there are none, today. Returns these days; undefined:
 * they are still to come.
 */
const makeNextDays = (db: Db, moment: Moment, after: string | undefined): Promise<DaysOfMonth | undefined> =>
  runInTransaction(db, async (tx) => {
    await lockTotals(tx)
    const next = await findFirstUnclosedDay(tx)
    const first = next !== undefined && after !== undefined && after >= next ? addDays(after, 1) : next
    if (first === undefined || first > toShanghaiDay(moment.now)) return undefined
    const over = addDays(toShanghaiDay(new Date(moment.now.getTime() - STRAGGLERS_MS)), -1)
    const [last = first] = first <= over ? [over, getLastDayOfMonth(first.slice(0, 7))].sort() : []
    await makeDays(tx, moment, { first, last, closed: first <= over })
    return { first, last }
  })

async function makeUnclosedDays(db: Db, moment: Moment): Promise<number> {
  let count = 0
  for (let made = await makeNextDays(db, moment, undefined); made; made = await makeNextDays(db, moment, made.last))
    count += countDaysInclusive(made.first, made.last)
  return count
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
    await makeDays(tx, moment, { first: day, last: day, closed: true })
    // The sums of its month may lack the new figures.
    await sql`update sales_day set running = false where running`.execute(tx)
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
 * Makes the totals of all days in Asia/Shanghai that are not closed, until today, the days of a month in one transaction: days that are over close, so a run
 * makes today, and shortly after midnight yesterday as well. Then it makes some of the closed days again that lack figures which a newer program keeps, and
 * adds up the month that runs. Returns how many days were made; throws an AggregateError of all failures, after every other day was tried.
 */
export const computeSalesTotalsOfUnclosedDays = (db: Db, moment: Moment): Promise<number> =>
  forEachCollectingErrors(
    [() => makeUnclosedDays(db, moment), () => makeOutdatedDays(db, moment), () => addUpRunningMonth(db).then(() => 0)],
    (make) => make(),
  )
