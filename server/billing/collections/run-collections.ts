// The job of collections: opens and closes tasks, and decides promises.
import { sql } from 'kysely'
import { VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE } from '#contract/billing/bank/value-day.ts'
import { type Fen, fen, formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readAllOpenBadDebtsSql } from '#server/money/bad-debts/public.ts'
import { dateSql, statementDuesSql } from '#server/money/statements/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachChunkRetryingFailedSingly } from '#server/platform/core/isolated-batches.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries } from './entries.ts'
import { markCollectionPromisesKeptOrBroken } from './promises.ts'

/** Enterprises per transaction. */
const CHUNK = 200

/** Finds the companies with an overdue statement or an open claim, with a task that is not closed, or with a promise that may still be decided. */
async function findCompanies(db: Db, moment: Moment): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select enterprise_id as id from statement where state = 'OVERDUE'
    union select enterprise_id from (${readAllOpenBadDebtsSql}) c
    union select enterprise_id from collection_task where state <> 'CLOSED'
    union select enterprise_id from collection_promise where state <> 'WITHDRAWN' and day >= ${dateSql(toShanghaiDay(moment.now))} - ${VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE}::int
    order by id`.execute(withoutTenantGuard(db, 'finding work'))
  return rows.map(({ id }) => id)
}

interface Overdue {
  enterpriseId: string
  dueDay: string
  amountFen: Fen
}

/** The SQL of what some companies have overdue on a day, with what is claimed of them after write-offs: the first due day and the sum. */
const overdueSql = (ids: readonly string[], today: string) => sql`
  select d.enterprise_id, min(d.day) as due_day, sum(d.fen)::bigint as fen from (
    select s.enterprise_id, u.day, u.fen from statement s cross join lateral (${statementDuesSql()}) u where s.state = 'OVERDUE' and u.fen > 0
    union all select c.enterprise_id, c.due_day, c.fen from (${readAllOpenBadDebtsSql}) c) d
  where d.enterprise_id = any(${[...ids]}::uuid[]) and d.day < ${dateSql(today)} group by d.enterprise_id`

/** Opens a task for each company that is overdue and has none. Whoever had its last one gets it, if he is still there. */
async function openTasks(tx: Tx, moment: Moment, ids: readonly string[]): Promise<(Overdue & CollectionTaskRef)[]> {
  const across = withoutTenantGuard(tx, 'working in sets')
  const found = await sql<Overdue>`
    select o.enterprise_id as "enterpriseId", o.due_day as "dueDay", o.fen as "amountFen" from (${overdueSql(ids, toShanghaiDay(moment.now))}) o
    where not exists (select from collection_task t where t.enterprise_id = o.enterprise_id and t.state <> 'CLOSED')
    order by o.enterprise_id`.execute(across)
  const opened = found.rows.map((row) => ({ ...row, id: moment.newId() }))
  if (opened.length === 0) return []
  const companies = opened.map((one) => one.enterpriseId)
  const owners = await sql<{ enterpriseId: string; ownerId: string }>`
    select distinct on (t.enterprise_id) t.enterprise_id as "enterpriseId", t.owner_id as "ownerId"
    from collection_task t join staff on staff.id = t.owner_id and staff.status = 1
    where t.enterprise_id = any(${companies}::uuid[]) order by t.enterprise_id, t.opened_at desc`.execute(across)
  const ownerOf = new Map(owners.rows.map(({ enterpriseId, ownerId }) => [enterpriseId, ownerId]))
  await sql`
    insert into collection_task (enterprise_id, id, state, owner_id, due_day, overdue_fen, opened_at)
    select n.enterprise_id, n.id, 'OPEN', n.owner_id, n.due_day, n.fen, ${moment.now}::timestamptz
    from unnest(${companies}::uuid[], ${opened.map((one) => one.id)}::uuid[], ${companies.map((id) => ownerOf.get(id) ?? null)}::uuid[],
      ${opened.map((one) => one.dueDay)}::date[], ${opened.map((one) => one.amountFen)}::bigint[]) n(enterprise_id, id, owner_id, due_day, fen)`.execute(
    across,
  )
  return opened
}

/** Brings the amounts of tasks up to date, and closes those of companies that owe nothing overdue any more. Returns the closed ones. */
async function updateAmounts(tx: Tx, moment: Moment, ids: readonly string[]): Promise<CollectionTaskRef[]> {
  const across = withoutTenantGuard(tx, 'working in sets')
  const overdue = overdueSql(ids, toShanghaiDay(moment.now))
  await sql`
    update collection_task t set due_day = o.due_day, overdue_fen = o.fen from (${overdue}) o
    where t.enterprise_id = o.enterprise_id and t.state <> 'CLOSED' and (t.due_day <> o.due_day or t.overdue_fen <> o.fen)`.execute(across)
  const { rows } = await sql<CollectionTaskRef>`
    update collection_task t set state = 'CLOSED', closed_at = ${moment.now}
    where t.enterprise_id = any(${[...ids]}::uuid[]) and t.state <> 'CLOSED'
      and not exists (select from (${overdue}) o where o.enterprise_id = t.enterprise_id)
    returning t.enterprise_id as "enterpriseId", t.id`.execute(across)
  return rows
}

/** Sets the states of tasks from their promises: the waiting one, else the last that was decided. Counsel and closed tasks stay. */
async function updateStates(tx: Tx, tasks: readonly CollectionTaskRef[]): Promise<void> {
  if (tasks.length === 0) return
  await sql`
    update collection_task t set state = n.state from (
      select p.enterprise_id, p.task_id, case when bool_or(p.state = 'WAIT') then 'PROMISED'
        when (array_agg(p.state order by p.day desc, p.made_at desc))[1] = 'BROKEN' then 'BROKEN' else 'OPEN' end as state
      from collection_promise p join unnest(${tasks.map((one) => one.enterpriseId)}::uuid[], ${tasks.map((one) => one.id)}::uuid[]) w(enterprise_id, task_id)
        on p.enterprise_id = w.enterprise_id and p.task_id = w.task_id
      where p.state <> 'WITHDRAWN' group by p.enterprise_id, p.task_id) n
    where t.enterprise_id = n.enterprise_id and t.id = n.task_id and t.state in ('OPEN', 'PROMISED', 'BROKEN') and t.state <> n.state`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
}

async function runChunk(tx: Tx, moment: Moment, ids: readonly string[]): Promise<CollectionTaskRunCounts> {
  // One run at a time; people who change a task lock its row.
  await sql`select pg_advisory_xact_lock(hashtextextended('collections', 0))`.execute(tx)
  await lockRowsByKey(ids, (enterpriseId) =>
    tx.selectFrom('collection_task').select('id').where('enterprise_id', '=', enterpriseId).orderBy('id').forUpdate().execute(),
  )
  const opened = await openTasks(tx, moment, ids)
  const decided = await markCollectionPromisesKeptOrBroken(tx, moment, ids, VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE)
  await updateStates(tx, decided)
  const closed = await updateAmounts(tx, moment, ids)
  const job = { staffId: null }
  await insertCollectionTaskEntries(tx, moment, [
    ...opened.map(({ enterpriseId, id, dueDay, amountFen }) => ({
      ...job,
      enterpriseId,
      id,
      kind: 'open' as const,
      note: `${dueDay} 到期的账单逾期 ${formatMoney(fen(amountFen))}`,
    })),
    ...decided.map(({ enterpriseId, id, kept, day, amountFen, receivedFen }) => ({
      ...job,
      enterpriseId,
      id,
      kind: kept ? ('keep' as const) : ('break' as const),
      note: `${day} 前还款 ${formatMoney(fen(amountFen))}，实际收到 ${formatMoney(fen(receivedFen))}`,
    })),
    ...closed.map(({ enterpriseId, id }) => ({ ...job, enterpriseId, id, kind: 'close' as const, note: '逾期账单已结清' })),
  ])
  return { opened: opened.length, decided: decided.length, closed: closed.length }
}

export interface CollectionTaskRunCounts {
  opened: number
  decided: number
  closed: number
}

/**
 * Opens a task for every company with an overdue statement or an open claim, decides promises whose money has come or whose day is over, and closes tasks
 * of companies with nothing overdue. It can be repeated without harm. Throws an AggregateError of the companies that failed, after all
 * others are done.
 */
export async function openAndCloseCollectionTasks(db: Db, moment: Moment): Promise<CollectionTaskRunCounts> {
  const progress: CollectionTaskRunCounts = { opened: 0, decided: 0, closed: 0 }
  await forEachChunkRetryingFailedSingly(await findCompanies(db, moment), CHUNK, async (chunk) => {
    const done = await runInTransaction(db, (tx) => runChunk(tx, moment, chunk))
    progress.opened += done.opened
    progress.decided += done.decided
    progress.closed += done.closed
    return true
  })
  return progress
}
