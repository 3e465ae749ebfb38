import { sql } from 'kysely'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findFirstParcelMovement } from '#server/billing/revenue/public.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { findFirstPostingTime } from '#server/money/ledger/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createJournalEntriesOfDay, insertDaysWithoutEntries } from './make-day.ts'

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

/** How far it looks for the next day on which something has moved: times are read from the first to the last. */
const QUIET_DAYS_MAX = 62

/** The first of some days on which money or a parcel has moved; undefined: none. */
async function findFirstMovedDay(tx: Tx, first: string, last: string): Promise<string | undefined> {
  const within = { from: getStartOfShanghaiDay(first), until: getStartOfNextShanghaiDay(last) }
  const times = [await findFirstPostingTime(tx, within), await findFirstParcelMovement(tx, within)]
  return times.flatMap((time) => (time ? [toShanghaiDay(time)] : [])).sort()[0]
}

/**
 * Makes the next day on which something has moved, if it is over, and before it the days on which nothing has, which have no entries. Returns its entries;
 * undefined: nothing is due.
 */
const makeNextDays = (db: Db, moment: Moment): Promise<number | undefined> =>
  runInTransaction(db, async (tx) => {
    await lockJournal(tx)
    const [first, over] = [await findNextDay(tx), findLastDay(moment)]
    if (first === undefined || first > over) return undefined
    const settings = await readJournalSettings(tx)
    const [last = over] = [over, addDays(first, QUIET_DAYS_MAX - 1)].sort()
    // In a mall with orders every day it does not look further.
    const moved = (await findFirstMovedDay(tx, first, first)) ?? (await findFirstMovedDay(tx, first, last))
    await insertDaysWithoutEntries(tx, moment, { first, last: moved === undefined ? last : addDays(moved, -1), settings })
    return moved === undefined ? 0 : createJournalEntriesOfDay(tx, moment, moved, settings)
  })

/**
 * Makes the entries of all days in Asia/Shanghai that are over and not in the journal yet, in one transaction for each day that has some, and returns how many
 * entries these are. A day with no transfers has none. Missed days are caught up.
 */
export async function createJournalEntriesOfMissingDays(db: Db, moment: Moment): Promise<number> {
  let entries = 0
  for (let made = await makeNextDays(db, moment); made !== undefined; made = await makeNextDays(db, moment)) entries += made
  return entries
}
