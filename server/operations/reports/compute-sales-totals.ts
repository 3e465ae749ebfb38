// Writes the tables `sales_day`, `sales_total` and `sales_span`. Reads the orders of all companies of a day.
import { sql } from 'kysely'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findFirstPostingTime } from '#server/money/ledger/public.ts'
import { drawdownKindsSql } from '#server/money/statements/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isOfAnyDimensionSql, listTotalFiguresSql, SALES_TOTALS_VERSION, sumSalesMovementsByDimensionSql } from './sales-movements-sql.ts'

/** Until then every transaction of a day has committed. */
const STRAGGLERS_MS = 15 * 60_000
/** A day of a large mall has some ten thousand lines. */
const PATIENCE = '10min'

/**
 * The first day whose rows lack figures that an older program did not know, or else the first one whose rows may still change: the one after the
 * last closed day. Undefined: nothing has happened yet.
 */
async function findNextDay(db: Db): Promise<string | undefined> {
  const { outdated } = await db
    .selectFrom('sales_day')
    .select((eb) => eb.fn.min('day').as('outdated'))
    .where('closed', '=', true)
    .where('totals_version', '<', SALES_TOTALS_VERSION)
    .executeTakeFirstOrThrow()
  if (outdated !== null) return outdated
  const { last } = await db
    .selectFrom('sales_day')
    .select((eb) => eb.fn.max('day').as('last'))
    .where('closed', '=', true)
    .executeTakeFirstOrThrow()
  if (last !== null) return addDays(last, 1)
  const { first } = await withoutTenantGuard(db, 'working in sets')
    .selectFrom('order')
    .select((eb) => eb.fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow()
  const times = [first, await findFirstPostingTime(db)].flatMap((time) => (time ? [toShanghaiDay(time)] : []))
  return times.sort()[0]
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
}

/**
 * What was drawn on a day, and what all companies owe at its end: what they owed the day before, and the transfers of the day. A day that was
 * closed before keeps its time: only figures were added to it.
 */
async function writeDay(tx: Tx, moment: Moment, { day, closed }: { day: string; closed: boolean }): Promise<void> {
  await sql`
    insert into sales_day (day, made_at, closed, totals_version, drawn_fen, owed_fen)
    select ${day}::date, ${moment.now}, ${closed}, ${sql.lit(SALES_TOTALS_VERSION)}, coalesce(sum(amount_fen) filter (where kind in ${drawdownKindsSql}), 0),
      coalesce((select owed_fen from sales_day where day = ${addDays(day, -1)}::date), 0)
        + coalesce(sum(case when from_account = 'creditDrawn' then amount_fen else 0 end - case when to_account = 'creditDrawn' then amount_fen else 0 end), 0)
    from ledger_transfer where at >= ${getStartOfShanghaiDay(day)} and at < ${getStartOfNextShanghaiDay(day)}
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
}

async function makeDay(guarded: Tx, moment: Moment, { day, closed }: { day: string; closed: boolean }): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  await writeTotals(tx, day)
  await writeDay(tx, moment, { day, closed })
  if (closed && addDays(day, 1).endsWith('-01')) await writeMonth(tx, day.slice(0, 7))
}

/** Makes the first day that lacks figures, the day after the last closed one, or a later one. Returns the day; undefined: it is still to come. */
const makeNextDay = (db: Db, moment: Moment, after: string | undefined): Promise<string | undefined> =>
  runInTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('sales totals', 0))`.execute(tx)
    const next = await findNextDay(tx)
    const day = next !== undefined && after !== undefined && after >= next ? addDays(after, 1) : next
    if (day === undefined || day > toShanghaiDay(moment.now)) return undefined
    await makeDay(tx, moment, { day, closed: day < toShanghaiDay(new Date(moment.now.getTime() - STRAGGLERS_MS)) })
    return day
  })

/**
 * Makes the totals of all days in Asia/Shanghai that are not closed, until today, in one transaction each. Days that are over close, so a run makes today,
 * and shortly after midnight yesterday as well. Days that lack figures which a newer program keeps are made before. Returns how many days these were.
 */
export async function computeSalesTotalsOfUnclosedDays(db: Db, moment: Moment): Promise<number> {
  let days = 0
  for (let day = await makeNextDay(db, moment, undefined); day !== undefined; day = await makeNextDay(db, moment, day)) days += 1
  return days
}
