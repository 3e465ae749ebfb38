// Reads and writes the table `recon_difference`: the differences of a day and people's answers.
import { sql } from 'kysely'
import { type ReconciliationDifferenceState, reconciliationDifferenceLifecycle } from '#contract/billing/finance/difference-lifecycle.ts'
import type { ReconciliationDifferenceRow } from '#contract/billing/finance/reconciliation-api.ts'
import type { OnlinePaymentChannel, ReconciliationDifference } from '#contract/money/payments/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { findPaymentRefsByOutTradeOrRefundNumber } from './find-payments.ts'

interface Found {
  day: string
  /** Providers that could not be queried. Their differences are not marked as resolved. */
  unavailable: readonly OnlinePaymentChannel[]
  found: readonly ReconciliationDifference[]
}

/** Saves a difference. With the same amounts as before, the answers of people stay; with other amounts it is open again. */
async function saveDifference(tx: Tx, moment: Moment, day: string, difference: ReconciliationDifference): Promise<void> {
  const figures = { bill_fen: difference.bill, ours_fen: difference.ours, books_fen: difference.books, told: difference.reason }
  const row = { day, channel: difference.channel, kind: difference.kind, reference: difference.reference, out_no: difference.outNo }
  await tx
    .insertInto('recon_difference')
    .values({ id: moment.newId(), ...row, ...figures, state: 'OPEN', found_at: moment.now })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'channel', 'kind', 'reference', 'out_no'])
        .doUpdateSet({ ...figures, state: 'OPEN', gone_at: null, cause: null, note: null, decided_by: null, decided_at: null })
        .where(
          sql<boolean>`recon_difference.state = 'GONE' or (recon_difference.bill_fen, recon_difference.ours_fen, recon_difference.books_fen)
            is distinct from (excluded.bill_fen, excluded.ours_fen, excluded.books_fen)`,
        ),
    )
    .execute()
}

const keyOf = ({ channel, kind, reference, outNo }: Pick<ReconciliationDifference, 'channel' | 'kind' | 'reference' | 'outNo'>) =>
  [channel, kind, reference, outNo].join('\n')

/** Saves the differences of a day, and marks those that do not exist any more. The caller has claimed the day. */
export async function saveReconciliationDifferencesOfDay(tx: Tx, moment: Moment, { day, unavailable, found }: Found): Promise<void> {
  for (const one of found) await saveDifference(tx, moment, day, one)
  const still = new Set(found.map(keyOf))
  const known = await tx
    .selectFrom('recon_difference')
    .select(['id', 'channel', 'kind', 'reference', 'out_no as outNo'])
    .where('day', '=', day)
    .where('state', 'in', reconciliationDifferenceLifecycle.verbs.vanish.from)
    .execute()
  const gone = known.filter((one) => !still.has(keyOf(one)) && !unavailable.includes(one.channel))
  if (gone.length === 0) return
  await tx
    .updateTable('recon_difference')
    .set({ state: 'GONE', gone_at: moment.now })
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
}

/** Counts the differences of the given days without resolved ones, and how many are open. */
export async function countDifferencesByDay(db: Db, days: readonly string[]): Promise<Map<string, { differences: number; open: number }>> {
  const rows = await db
    .selectFrom('recon_difference')
    .select('day')
    .select(sql<number>`count(*) filter (where state <> 'GONE')`.as('differences'))
    .select(sql<number>`count(*) filter (where state = 'OPEN')`.as('open'))
    .where('day', '=', sql<string>`any(${[...days]}::date[])`)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, differences, open }) => [day, { differences, open }]))
}

export interface DifferenceFilter {
  state?: ReconciliationDifferenceState | undefined
  day?: string | undefined
  channel?: OnlinePaymentChannel | undefined
}

/** Lists differences, latest day first (open ones oldest first), with our payment if there is one. */
export async function listDifferences(
  db: Db,
  { state, day, channel, limit, offset }: DifferenceFilter & RowSlice,
): Promise<{ dataList: ReconciliationDifferenceRow[]; total: number }> {
  let wanted = db.selectFrom('recon_difference')
  if (state) wanted = wanted.where('state', '=', state)
  if (day) wanted = wanted.where('day', '=', day)
  if (channel) wanted = wanted.where('channel', '=', channel)
  const direction = state === 'OPEN' ? 'asc' : 'desc'
  const { rows, total } = await fetchPageWithTotal(wanted.selectAll().orderBy('day', direction).orderBy('found_at').orderBy('id'), wanted, {
    limit,
    offset,
  })
  const people = await listStaffNamesById(db)
  const payments = await findPaymentRefsByOutTradeOrRefundNumber(
    db,
    rows.map((row) => row.out_no),
  )
  const dataList = rows.map((row) => ({
    id: row.id,
    day: row.day,
    channel: row.channel,
    kind: row.kind,
    reference: row.reference,
    outNo: row.out_no,
    bill: row.bill_fen,
    ours: row.ours_fen,
    books: row.books_fen,
    reason: row.told,
    state: row.state,
    cause: row.cause as ReconciliationDifferenceRow['cause'],
    note: row.note,
    decidedAt: row.decided_at,
    foundAt: row.found_at,
    decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
    payment: payments.get(row.out_no) ?? null,
  }))
  return { dataList, total }
}

interface Answer {
  id: string
  cause: NonNullable<ReconciliationDifferenceRow['cause']>
  note: string
  close: boolean
  staffId: string
}

/** Saves a person's answer to a difference, which may close it. Refuses DIFFERENCE_NOT_FOUND, DIFFERENCE_STATE. */
export async function saveAnswerToDifference(tx: Tx, moment: Moment, { id, cause, note, close, staffId }: Answer): Promise<void> {
  const { from, to } = reconciliationDifferenceLifecycle.verbs[close ? 'close' : 'explain']
  const row = await tx.selectFrom('recon_difference').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) refuse('DIFFERENCE_NOT_FOUND')
  if (!from.includes(row.state)) refuse('DIFFERENCE_STATE')
  await tx
    .updateTable('recon_difference')
    .set({ state: to, cause, note, decided_by: staffId, decided_at: moment.now })
    .where('id', '=', id)
    .execute()
}
