// Reads and writes the table `journal_month`: which months of the journal are closed.
import { sql } from 'kysely'
import { journalMonthLifecycle } from '#contract/billing/journal/journal-month-lifecycle.ts'
import type { JournalMonth } from '#contract/billing/journal/months-api.ts'
import type { StateOf } from '#contract/platform/core/lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getLastDayOfMonth } from '#contract/platform/core/shanghai.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { createJournalEntriesOfDay } from './make-day.ts'
import { lockJournal } from './make-days.ts'

type State = StateOf<typeof journalMonthLifecycle>
type Verb = keyof typeof journalMonthLifecycle.verbs

interface Row {
  month: string
  state: State
  days: number
  entries: number
  debit: Fen
  closedBy: string | null
  closedAt: Date | null
  reason: string | null
  askedBy: string | null
  askedAt: Date | null
  decidedBy: string | null
  /** The last day of the month is in the journal. */
  over: boolean
  /** It is the first open month, or the last closed one. */
  atEdge: boolean
  found: number
}

/** What a person can do with a month. */
function listActions({ state, over, atEdge, askedBy }: Row, staffId: string): JournalMonth['actions'] {
  if (state === 'ASKED') return askedBy === staffId ? ['refuse'] : ['refuse', 'agree']
  if (state === 'CLOSED') return atEdge ? ['ask'] : []
  return over && atEdge ? ['remake', 'close'] : ['remake']
}

/** Returns a page of the months that are in the journal, latest first. `staffId` is the reader, whose actions are listed. */
export async function listJournalMonths(
  db: Db,
  { staffId, limit, offset }: RowSlice & { staffId: string },
): Promise<{ dataList: JournalMonth[]; total: number }> {
  const { rows } = await sql<Row>`
    with made as (select month, count(*)::int as days, max(day) as last from journal_day group by month),
    known as (select d.month, d.days, coalesce(m.state, 'OPEN') as state, m.closed_by, m.closed_at, m.reason, m.asked_by, m.asked_at, m.decided_by,
      d.last = (d.month || '-01')::date + interval '1 month' - interval '1 day' as over,
      case when coalesce(m.state, 'OPEN') = 'OPEN' then d.month = min(d.month) filter (where coalesce(m.state, 'OPEN') = 'OPEN') over ()
        else d.month = max(d.month) filter (where m.state <> 'OPEN') over () end as at_edge, count(*) over () as found
      from made d left join journal_month m on m.month = d.month),
    page as (select * from known order by month desc ${limitAndOffsetSql({ limit, offset })})
    select p.month, p.state, p.days, p.closed_by as "closedBy", p.closed_at as "closedAt", p.reason, p.asked_by as "askedBy", p.asked_at as "askedAt",
      p.decided_by as "decidedBy", p.over, p.at_edge as "atEdge", p.found,
      (select count(*)::int from journal_entry e where e.month = p.month) as entries,
      (select coalesce(sum(debit_fen), 0)::bigint from journal_line l where l.month = p.month) as debit
    from page p order by p.month desc`.execute(db)
  const names = await listStaffNamesById(db)
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? ''))
  return {
    dataList: rows.map((row) => {
      const { over: _, atEdge: __, found: ___, ...month } = row
      const { closedBy, askedBy, decidedBy } = month
      const people = { closedBy: nameOf(closedBy), askedBy: nameOf(askedBy), decidedBy: nameOf(decidedBy) }
      return { ...month, ...people, actions: listActions(row, staffId) }
    }),
    total: rows[0]?.found ?? 0,
  }
}

/** Whether a month is closed, so that its entries do not change. */
export async function isJournalMonthClosed(db: Db, month: string): Promise<boolean> {
  const row = await db.selectFrom('journal_month').select('state').where('month', '=', month).executeTakeFirst()
  return row !== undefined && row.state !== 'OPEN'
}

/** Locks the journal and returns the state of a month. Refuses JOURNAL_MONTH_STATE if the verb does not begin there. */
async function lockMonth(tx: Tx, month: string, verb: Verb): Promise<{ askedBy: string | null }> {
  await lockJournal(tx)
  const row = await tx.selectFrom('journal_month').select(['state', 'asked_by']).where('month', '=', month).executeTakeFirst()
  const state: State = row?.state ?? 'OPEN'
  const from: readonly State[] = journalMonthLifecycle.verbs[verb].from
  if (!from.includes(state)) refuse('JOURNAL_MONTH_STATE', { msg: `${month} ${journalMonthLifecycle.states[state].label}` })
  return { askedBy: row?.asked_by ?? null }
}

const isClosed = sql<boolean>`m.state <> 'OPEN'`

/**
 * 结账: closes a month whose days are all in the journal, after those before it. It keeps what the month came to. Refuses JOURNAL_MONTH_STATE,
 * JOURNAL_MONTH_NOT_OVER, JOURNAL_MONTH_ORDER.
 */
export async function closeJournalMonth(tx: Tx, moment: Moment, { month, staffId }: { month: string; staffId: string }): Promise<void> {
  await lockMonth(tx, month, 'close')
  const lastDay = getLastDayOfMonth(month)
  const last = await tx.selectFrom('journal_day').select('day').where('day', '=', lastDay).executeTakeFirst()
  if (!last) refuse('JOURNAL_MONTH_NOT_OVER')
  const open = await tx
    .selectFrom('journal_day as d')
    .leftJoin('journal_month as m', 'm.month', 'd.month')
    .select('d.month')
    .where('d.month', '<', month)
    .where(sql<boolean>`coalesce(m.state, 'OPEN') = 'OPEN'`)
    .orderBy('d.month')
    .limit(1)
    .executeTakeFirst()
  if (open) refuse('JOURNAL_MONTH_ORDER', { msg: `请先结 ${open.month}` })
  await sql`
    insert into journal_month (month, state, closed_by, closed_at, entries, debit_fen, hash)
    select ${month}, 'CLOSED', ${staffId}::uuid, ${moment.now}, (select count(*) from journal_entry where month = ${month}),
      (select coalesce(sum(debit_fen), 0) from journal_line where month = ${month}), journal_month_hash(${month})
    on conflict (month) do update set state = 'CLOSED', closed_by = excluded.closed_by, closed_at = excluded.closed_at, entries = excluded.entries,
      debit_fen = excluded.debit_fen, hash = excluded.hash`.execute(tx)
}

/** Asks to open the last closed month again. Refuses JOURNAL_MONTH_STATE, JOURNAL_MONTH_ORDER. */
export async function requestJournalMonthReopening(
  tx: Tx,
  moment: Moment,
  { month, reason, staffId }: { month: string; reason: string; staffId: string },
): Promise<void> {
  await lockMonth(tx, month, 'ask')
  const later = await tx
    .selectFrom('journal_month as m')
    .select('m.month')
    .where('m.month', '>', month)
    .where(isClosed)
    .orderBy('m.month', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (later) refuse('JOURNAL_MONTH_ORDER', { msg: `请先反结账 ${later.month}` })
  await tx
    .updateTable('journal_month')
    .set({ state: 'ASKED', reason, asked_by: staffId, asked_at: moment.now, decided_by: null, decided_at: null })
    .where('month', '=', month)
    .execute()
}

/**
 * Decides on a request to open a month: who asked may withdraw it, another person may agree. Refuses JOURNAL_MONTH_STATE, SECOND_PERSON_NEEDED,
 * SECOND_PERSON_TIED.
 */
export async function decideJournalMonthReopening(
  tx: Tx,
  moment: Moment,
  { month, approve, staffId }: { month: string; approve: boolean; staffId: string },
): Promise<void> {
  const verb = approve ? 'agree' : 'refuse'
  const { askedBy } = await lockMonth(tx, month, verb)
  if (approve) await requireSecondPerson(tx, { firstId: askedBy ?? '', secondId: staffId }, moment, '不能同意自己提出的反结账')
  await tx
    .updateTable('journal_month')
    .set({ state: journalMonthLifecycle.verbs[verb].to, decided_by: staffId, decided_at: moment.now })
    .where('month', '=', month)
    .execute()
}

/** Makes the entries of an open month anew, by the rules of now. Refuses JOURNAL_MONTH_STATE. */
export async function recreateJournalEntriesOfMonth(tx: Tx, moment: Moment, month: string): Promise<void> {
  await lockMonth(tx, month, 'close')
  const settings = await readJournalSettings(tx)
  await tx.deleteFrom('journal_line').where('month', '=', month).execute()
  await tx.deleteFrom('journal_entry').where('month', '=', month).execute()
  const days = await tx.deleteFrom('journal_day').where('month', '=', month).returning('day').execute()
  for (const { day } of days.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
    await createJournalEntriesOfDay(tx, moment, day, settings)
}
