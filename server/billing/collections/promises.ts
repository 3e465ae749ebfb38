// Reads and writes the table `collection_promise`: what companies have promised to pay, and until when.
import { sql } from 'kysely'
import { collectionTaskLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { COLLECTION_PROMISE_DAYS_AHEAD_MAX } from '#contract/billing/collections/console-api.ts'
import { COLLECTION_TASK_DETAIL_ROWS_MAX, type CollectionPromise } from '#contract/billing/collections/shapes.ts'
import { type Fen, formatMoney, sum, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries } from './entries.ts'
import { readOverdueDebt } from './overdue-debt.ts'
import { lockCollectionTask, lockOpenCollectionTask, updateCollectionTaskStateColumn } from './tasks.ts'

export interface CollectionPromiseInput extends CollectionTaskRef {
  amount: Fen
  day: string
  note: string
  staffId: string
}

/**
 * Records that a company has promised an amount until a day. Refuses PROMISE_DAY, COLLECTION_NOT_FOUND, COLLECTION_CLOSED,
 * COLLECTION_WITH_COUNSEL, PROMISE_WAITING, and MORE_THAN_OWED above what is overdue with its interest. Returns its id.
 */
export async function recordCollectionPromise(
  tx: Tx,
  moment: Moment,
  { amount, day, note, staffId, ...ref }: CollectionPromiseInput,
): Promise<string> {
  const today = toShanghaiDay(moment.now)
  if (day < today || day > addDays(today, COLLECTION_PROMISE_DAYS_AHEAD_MAX)) refuse('PROMISE_DAY', { field: 'day' })
  const task = await lockOpenCollectionTask(tx, ref)
  if (task.state === 'COUNSEL') refuse('COLLECTION_WITH_COUNSEL')
  const { from, to } = collectionTaskLifecycle.verbs.promise
  if (!from.some((state) => state === task.state)) refuse('PROMISE_WAITING')
  const { months, interestFen } = await readOverdueDebt(tx, moment, ref.enterpriseId)
  const owed = sum([interestFen, ...months.map(({ amountFen }) => amountFen)])
  if (amount > owed)
    refuse('MORE_THAN_OWED', { field: 'amount', owed: toYuan(owed), msg: `承诺金额超过逾期金额与利息 ${formatMoney(owed)}` })
  const id = moment.newId()
  await tx
    .insertInto('collection_promise')
    .values({
      enterprise_id: ref.enterpriseId,
      id,
      task_id: ref.id,
      amount_fen: amount,
      day,
      note,
      state: 'WAIT',
      owner_id: task.ownerId ?? staffId,
      made_by: staffId,
      made_at: moment.now,
    })
    .execute()
  await updateCollectionTaskStateColumn(tx, ref, to)
  const text = `${day} 前还款 ${formatMoney(amount)}${note === '' ? '' : `：${note}`}`
  await insertCollectionTaskEntries(tx, moment, [{ ...ref, kind: 'promise', note: text, staffId }])
  return id
}

/** Withdraws the waiting promise of a task. Refuses COLLECTION_NOT_FOUND, PROMISE_NOT_FOUND. */
export async function withdrawCollectionPromise(
  tx: Tx,
  moment: Moment,
  { reason, staffId, ...ref }: CollectionTaskRef & { reason: string; staffId: string },
): Promise<void> {
  const task = await lockCollectionTask(tx, ref)
  const gone = await tx
    .updateTable('collection_promise')
    .set({ state: 'WITHDRAWN', decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('task_id', '=', ref.id)
    .where('state', '=', 'WAIT')
    .returning(['amount_fen', 'day'])
    .executeTakeFirst()
  if (!gone) refuse('PROMISE_NOT_FOUND')
  const { from, to } = collectionTaskLifecycle.verbs.withdraw
  if (from.some((state) => state === task.state)) await updateCollectionTaskStateColumn(tx, ref, to)
  const note = `${gone.day} 前还款 ${formatMoney(gone.amount_fen)}：${reason}`
  await insertCollectionTaskEntries(tx, moment, [{ ...ref, kind: 'withdraw', note, staffId }])
}

/** Lists the promises of a task, the newest first. */
export async function listCollectionPromises(db: Db, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionPromise[]> {
  const rows = await db
    .selectFrom('collection_promise')
    .select(['id', 'amount_fen', 'day', 'note', 'state', 'received_fen', 'made_by', 'made_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('task_id', '=', id)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(COLLECTION_TASK_DETAIL_ROWS_MAX)
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount_fen,
    day: row.day,
    note: row.note,
    state: row.state,
    received: row.received_fen,
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
  }))
}

interface DecidedPromise extends CollectionTaskRef {
  kept: boolean
  amountFen: Fen
  receivedFen: Fen
  day: string
}

/**
 * Measures the promises of some companies, whose tasks the caller has locked: what came since each was made and counts from its day or
 * before. An acceptance bill counts when the bank has paid it, unless the bank has taken the money back. A promise is kept as soon as
 * enough has come, and broken once its day is over, until money that becomes known later, or a corrected value day, changes that. Returns
 * those whose state has changed, with the ids of their tasks.
 */
export async function markCollectionPromisesKeptOrBroken(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
  daysBack: number,
): Promise<DecidedPromise[]> {
  const today = toShanghaiDay(moment.now)
  const received = sql`coalesce((select sum(r.amount_fen) from repayment r
    where r.enterprise_id = p.enterprise_id and r.at > p.made_at and r.bounced_at is null and r.undone_at is null
      and (r.source <> 'acceptance' or exists (select from ledger_transfer t where t.enterprise_id = r.enterprise_id and t.document = r.id
        and t.kind in ('collectAcceptance', 'honourAcceptance') and t.value_day <= p.day))
      and coalesce((select max(e.value_day) from statement_entry e where e.enterprise_id = r.enterprise_id and e.document = r.id
        and e.kind = 'redate' and e.amount_fen > 0), r.value_day) <= p.day), 0)::bigint`
  const { rows } = await sql<DecidedPromise>`
    with measured as (
      select p.enterprise_id, p.id, p.state, ${received} as received from collection_promise p
      where p.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and p.state <> 'WITHDRAWN' and p.day >= ${addDays(today, -daysBack)}::date),
    decided as (
      select m.*, case when m.received >= p.amount_fen then 'KEPT' when p.day < ${today}::date then 'BROKEN' else 'WAIT' end as verdict
      from measured m join collection_promise p on p.enterprise_id = m.enterprise_id and p.id = m.id),
    changed as (
      update collection_promise p set received_fen = d.received, state = d.verdict,
        decided_at = case when d.verdict = p.state then p.decided_at when d.verdict = 'WAIT' then null else ${moment.now}::timestamptz end
      from decided d where p.enterprise_id = d.enterprise_id and p.id = d.id and (p.state <> d.verdict or p.received_fen <> d.received)
        and (p.state = 'WAIT' or d.verdict <> 'WAIT')
      returning p.enterprise_id, p.task_id, p.state, d.state as before, p.amount_fen, p.received_fen, p.day)
    select enterprise_id as "enterpriseId", task_id as id, state = 'KEPT' as kept, amount_fen as "amountFen", received_fen as "receivedFen", day
    from changed where state <> before`.execute(withoutTenantGuard(tx, 'working in sets'))
  return rows
}
