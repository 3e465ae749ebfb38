// The table `recon_run`: which days have been reconciled, and who is at one.
import { sql } from 'kysely'
import type { ReconDay } from '#contract/billing/finance/reconciliation-api.ts'
import type { PaymentChannel } from '#contract/money/payments/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, dayOf } from '#contract/platform/core/shanghai.ts'
import { type ProviderContext, reconcileDay } from '#server/billing/incoming-payments/public.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachIsolated } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type Slice } from '#server/platform/core/paging.ts'
import { countDifferences, saveDifferences } from './differences.ts'

/** Providers keep a day's bill for months; what was missed longer ago is not looked at by itself. */
const BACK_DAYS = 31
/** A day whose bill cannot be had is asked for so often by itself; then somebody has to. */
const RUNS_MAX = 12
/** A runner that has not come back by then never will. */
const HELD_MS = 5 * 60_000

const providersIn = (text: string) => (text === '' ? [] : (text.split(',') as PaymentChannel[]))

/** A day to be told; `runs`: only if it was told so often until now, for another runner may have told it since it was found. */
interface Wanted {
  day: string
  runs?: number
}

/** Takes a day for this runner; false: another is at it, or was. */
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

/** Writes down how a day came out, and lets go of it. */
async function leaveDay(tx: Tx, moment: Moment, { day, unavailable }: { day: string; unavailable: readonly string[] }): Promise<void> {
  await tx
    .updateTable('recon_run')
    .set({ ran_at: moment.now, unavailable: unavailable.join(','), runs: sql<number>`runs + 1`, held_until: null })
    .where('day', '=', day)
    .execute()
}

const letGo = (tx: Tx, day: string) => tx.updateTable('recon_run').set({ held_until: null }).where('day', '=', day).execute()

interface Ran {
  day: string
  unavailable: PaymentChannel[]
  /** How many movements differ now. */
  differences: number
}

/**
 * Reconciles a day and keeps what differs. Run again it keeps what people have said of differences that are the same, and marks those that are
 * gone. Undefined: somebody else is at that day, or was. The providers are asked outside of any transaction.
 */
async function runDay(around: ProviderContext, moment: Moment, wanted: Wanted): Promise<Ran | undefined> {
  const { db } = around
  const { day } = wanted
  if (!(await inTransaction(db, (tx) => takeDay(tx, moment, wanted)))) return undefined
  try {
    const { unavailable, differences } = await reconcileDay(around, moment, day)
    await inTransaction(db, async (tx) => {
      await saveDifferences(tx, moment, { day, unavailable, found: differences })
      await leaveDay(tx, moment, { day, unavailable })
    })
    return { day, unavailable, differences: differences.length }
  } catch (error) {
    await inTransaction(db, (tx) => letGo(tx, day))
    throw error
  }
}

/** Days until yesterday that were never told to their end, from the first that there is anything of. The latest first: it is asked about most. */
async function findMissedDays(db: Db, moment: Moment): Promise<Wanted[]> {
  const yesterday = addDays(dayOf(moment.now), -1)
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
 * The job: yesterday and whatever was missed. Twice changes nothing; two runners at once share the days. `told` hears of each day that ran. Returns
 * how many did.
 */
export async function reconcileMissedDays(around: ProviderContext, moment: Moment, told: (ran: Ran) => Promise<void>): Promise<number> {
  return forEachIsolated(await findMissedDays(around.db, moment), async (wanted) => {
    const ran = await runDay(around, moment, wanted)
    if (ran) await told(ran)
    return ran !== undefined
  })
}

/** Days that have been reconciled or begun, the latest first. */
export async function listReconciledDays(db: Db, { limit, offset, day }: Slice & { day?: string }) {
  const all = db.selectFrom('recon_run')
  const wanted = day === undefined ? all : all.where('day', '=', day)
  const { rows, total } = await fetchPage(wanted.selectAll().orderBy('day', 'desc'), wanted, { limit, offset })
  const counts = await countDifferences(
    db,
    rows.map((row) => row.day),
  )
  const dataList = rows.map(
    (row): ReconDay => ({
      day: row.day,
      ranAt: row.ran_at,
      runs: row.runs,
      unavailable: providersIn(row.unavailable),
      ...(counts.get(row.day) ?? { differences: 0, open: 0 }),
    }),
  )
  return { dataList, total }
}

/** Somebody asks for a day anew. Refuses DAY_NOT_OVER, RECONCILING. */
export async function reconcileDayAgain(around: ProviderContext, moment: Moment, day: string): Promise<ReconDay> {
  if (day >= dayOf(moment.now)) refuse('DAY_NOT_OVER')
  if (!(await runDay(around, moment, { day }))) refuse('RECONCILING')
  const [row] = (await listReconciledDays(around.db, { day, limit: 1, offset: 0 })).dataList
  if (!row) throw new Error(`the day ${day} ran and is not there`)
  return row
}
