// Reads and writes the table `recon_run`: the reconciled days, and the day that each process works on.
import { sql } from 'kysely'
import type { ReconciliationDay } from '#contract/billing/finance/reconciliation-api.ts'
import type { OnlinePaymentChannel } from '#contract/money/payments/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findReconciliationDifferencesOfDay, type ProviderContext } from '#server/billing/incoming-payments/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { countDifferencesByDay, saveReconciliationDifferencesOfDay } from './differences.ts'

/** Providers offer a bill for months. Older missed days are not processed automatically. */
const BACK_DAYS = 31
/** How often a day without a bill is tried automatically. After that a person has to start it. */
const RUNS_MAX = 12
/** A process that holds a day for longer has crashed. */
const HELD_MS = 5 * 60_000

const providersIn = (text: string) => (text === '' ? [] : (text.split(',') as OnlinePaymentChannel[]))

/** A day to reconcile. With `runs` only if it has had that many runs, because another process may have reconciled it meanwhile. */
interface Wanted {
  day: string
  runs?: number
}

/** Claims a day for this process. Returns false if another process works on it, or has done so. */
async function takeDay(tx: Tx, moment: Moment, { day, runs }: Wanted): Promise<boolean> {
  await tx
    .insertInto('recon_run')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const taken = await tx
    .updateTable('recon_run')
    .set({ held_until: new Date(moment.now.getTime() + HELD_MS) })
    .where('day', '=', day)
    .$if(runs !== undefined, (query) => query.where('runs', '=', runs as number))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', moment.now)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Saves the result of a day and releases it. */
async function leaveDay(tx: Tx, moment: Moment, { day, unavailable }: { day: string; unavailable: readonly string[] }): Promise<void> {
  await tx
    .updateTable('recon_run')
    .set({ ran_at: moment.now, unavailable: unavailable.join(','), runs: sql<number>`runs + 1`, held_until: null })
    .where('day', '=', day)
    .execute()
}

const releaseDay = (tx: Tx, day: string) => tx.updateTable('recon_run').set({ held_until: null }).where('day', '=', day).execute()

interface Ran {
  day: string
  unavailable: OnlinePaymentChannel[]
  /** How many movements differ now. */
  differences: number
}

/**
 * Reconciles a day and saves its differences. A repeated run keeps people's answers to unchanged differences and marks those that do not
 * exist any more. Returns undefined if another process works on the day, or has done so. Providers are queried outside of any transaction.
 */
async function runDay(context: ProviderContext, moment: Moment, wanted: Wanted): Promise<Ran | undefined> {
  const { db } = context
  const { day } = wanted
  if (!(await runInTransaction(db, (tx) => takeDay(tx, moment, wanted)))) return undefined
  try {
    const { unavailable, differences } = await findReconciliationDifferencesOfDay(context, moment, day)
    await runInTransaction(db, async (tx) => {
      await saveReconciliationDifferencesOfDay(tx, moment, { day, unavailable, found: differences })
      await leaveDay(tx, moment, { day, unavailable })
    })
    return { day, unavailable, differences: differences.length }
  } catch (error) {
    await runInTransaction(db, (tx) => releaseDay(tx, day))
    throw error
  }
}

/**
 * Finds past days that were not completely reconciled, from the first day with a payment. Latest first, because people ask about it most.
 */
async function findMissedDays(db: Db, moment: Moment): Promise<Wanted[]> {
  const yesterday = addDays(toShanghaiDay(moment.now), -1)
  const from = addDays(yesterday, 1 - BACK_DAYS)
  const { rows } = await sql<Required<Wanted>>`
    with known as (
      select least((select min(day) from recon_run where day >= ${from}::date),
        (select min(value_day) from gateway_receipt where channel in ('wechat', 'alipay', 'card') and value_day >= ${from}::date), ${yesterday}::date) as first)
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(r.runs, 0) as runs from known, generate_series(known.first, ${yesterday}::date, interval '1 day') d
    left join recon_run r on r.day = d::date
    where r.ran_at is null or (r.unavailable <> '' and r.runs < ${RUNS_MAX})
    order by d desc`.execute(db)
  return rows
}

/**
 * The job: reconciles yesterday and all missed days. Running it twice is harmless, and two concurrent runs share the days. `onDayDone` is called
 * for each day that was run. Returns how many were.
 */
export async function reconcileMissedDays(
  context: ProviderContext,
  moment: Moment,
  onDayDone: (ran: Ran) => Promise<void>,
): Promise<number> {
  return forEachCollectingErrors(await findMissedDays(context.db, moment), async (wanted) => {
    const ran = await runDay(context, moment, wanted)
    if (ran) await onDayDone(ran)
    return ran !== undefined
  })
}

/** Lists days that were reconciled or started, latest first. */
export async function listReconciledDays(db: Db, { limit, offset, day }: RowSlice & { day?: string }) {
  const all = db.selectFrom('recon_run')
  const wanted = day === undefined ? all : all.where('day', '=', day)
  const { rows, total } = await fetchPageWithTotal(wanted.selectAll().orderBy('day', 'desc'), wanted, { limit, offset })
  const counts = await countDifferencesByDay(
    db,
    rows.map((row) => row.day),
  )
  const dataList = rows.map(
    (row): ReconciliationDay => ({
      day: row.day,
      ranAt: row.ran_at,
      runs: row.runs,
      unavailable: providersIn(row.unavailable),
      ...(counts.get(row.day) ?? { differences: 0, open: 0 }),
    }),
  )
  return { dataList, total }
}

/** A person starts a day again. Refuses DAY_NOT_OVER, RECONCILING. */
export async function reconcileDayAgain(context: ProviderContext, moment: Moment, day: string): Promise<ReconciliationDay> {
  if (day >= toShanghaiDay(moment.now)) refuse('DAY_NOT_OVER')
  if (!(await runDay(context, moment, { day }))) refuse('RECONCILING')
  const [row] = (await listReconciledDays(context.db, { day, limit: 1, offset: 0 })).dataList
  if (!row) throw new Error(`the day ${day} ran and is not there`)
  return row
}
