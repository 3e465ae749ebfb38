import { sql } from 'kysely'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { findFirstPostingTime } from '#server/money/ledger/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createJournalEntriesOfDay } from './make-day.ts'

/** Until then every transaction of a day has committed. */
const STRAGGLERS_MS = 15 * 60_000

/** The last day whose transfers are all there. */
const findLastDay = ({ now }: Pick<Moment, 'now'>): string => addDays(toShanghaiDay(new Date(now.getTime() - STRAGGLERS_MS)), -1)

/** The last day in the journal. */
export async function findLastJournalDay(db: Db): Promise<string | undefined> {
  const { last } = await db.selectFrom('journal_day').select(db.fn.max('day').as('last')).executeTakeFirstOrThrow()
  return last ?? undefined
}

/** The day after the last one in the journal; before the first: that of the first transfer. Undefined: there is no transfer yet. */
async function findNextDay(db: Db): Promise<string | undefined> {
  const last = await findLastJournalDay(db)
  if (last !== undefined) return addDays(last, 1)
  const first = await findFirstPostingTime(db)
  return first && toShanghaiDay(first)
}

/** Locks the journal until the end of the transaction: entries are numbered one after another. */
export const lockJournal = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('journal', 0))`.execute(tx)

/** Makes the next day, if it is over. Returns its entries; undefined: nothing is due. */
const makeNextDay = (db: Db, moment: Moment): Promise<number | undefined> =>
  runInTransaction(db, async (tx) => {
    await lockJournal(tx)
    const day = await findNextDay(tx)
    return day === undefined || day > findLastDay(moment)
      ? undefined
      : createJournalEntriesOfDay(tx, moment, day, await readJournalSettings(tx))
  })

/**
 * Makes the entries of all days in Asia/Shanghai that are over and not in the journal yet, in one transaction each, and returns how many
 * entries these are. A day with no transfers has none. Missed days are caught up.
 */
export async function createJournalEntriesOfMissingDays(db: Db, moment: Moment): Promise<number> {
  let entries = 0
  for (let made = await makeNextDay(db, moment); made !== undefined; made = await makeNextDay(db, moment)) entries += made
  return entries
}
