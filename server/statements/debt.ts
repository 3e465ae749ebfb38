import { sql } from 'kysely'
import { type Fen, fen, minus, negated } from '../../contract/money.ts'
import { addDays, dayOf } from '../../contract/shanghai.ts'
import type { Debt } from '../../contract/statements/repayment.ts'
import type { StatementState } from '../../contract/statements/statement-lifecycle.ts'
import { lockDrawn, readBalances } from '../ledger/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { chargeInterestOf } from './charge-interest.ts'
import { closeMonthsOf, openSince } from './close-month.ts'
import { day, disputed, principal } from './principal.ts'

/** A closed month that is not settled, as it stands. */
export interface ClosedMonth {
  month: string
  state: StatementState
  dueDay: string
  totalFen: Fen
  settledFen: Fen
  /** Owed, but not due, and skipped by repayments. */
  disputedFen: Fen
  /** What of it is due today or was before: what is charged from tomorrow on. */
  dueFen: Fen
}

/** Everything that a company owes, with what is needed to say when. */
export interface Debts extends Debt {
  months: readonly ClosedMonth[]
  open: readonly { month: string; drawnFen: Fen; owedFen: Fen }[]
}

/** Puts every statement of some companies where its numbers say that it is: settled, overdue, or neither. */
export async function restate(tx: Tx, moment: Moment, enterpriseIds: readonly string[]): Promise<void> {
  const today = day(dayOf(moment.now))
  await sql`
    update statement set state = n.state, paid_at = case when n.state = 'PAID' then ${moment.now}::timestamptz end
    from (
      select s.enterprise_id, s.month, case when s.settled_fen = s.total_fen then 'PAID'
        when s.due_day < ${today} and ${principal(today)} > 0 then 'OVERDUE' else 'CLOSED' end as state
      from statement s where s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and (s.state <> 'PAID' or s.settled_fen < s.total_fen)) n
    where statement.enterprise_id = n.enterprise_id and statement.month = n.month and statement.state <> n.state`.execute(
    acrossEnterprises(tx, 'working in sets'),
  )
}

/**
 * Brings companies up to this moment, whatever the jobs have done so far: months that are over are closed, days that are over are charged,
 * what is late is overdue. From here on each is locked until the transaction ends. Returns what was frozen and charged.
 */
export async function bringUpToDate(tx: Tx, moment: Moment, enterpriseIds: readonly string[]): Promise<{ lines: number; days: number }> {
  await lockDrawn(tx, enterpriseIds)
  const lines = await closeMonthsOf(tx, moment, enterpriseIds)
  const days = await chargeInterestOf(tx, moment, enterpriseIds)
  await restate(tx, moment, enterpriseIds)
  return { lines, days }
}

/** Everything that a company owes, locked and up to date. */
export async function lockDebts(tx: Tx, moment: Moment, enterpriseId: string): Promise<Debts> {
  await bringUpToDate(tx, moment, [enterpriseId])
  return readDebts(tx, moment, enterpriseId)
}

interface MonthRow {
  month: string
  state: StatementState
  due_day: string
  total_fen: number
  settled_fen: number
  disputed_fen: number
  due_fen: number
}

/** Everything that a company owes, for showing: what the jobs have yet to close or to charge is not in it. */
export async function readDebts(db: Db, moment: Moment, enterpriseId: string): Promise<Debts> {
  const today = dayOf(moment.now)
  const { rows } = await sql<MonthRow>`
    select s.month, s.state, s.due_day, s.total_fen, s.settled_fen, ${disputed} as disputed_fen,
      case when s.due_day <= ${day(today)} then ${principal(day(addDays(today, 1)))} else 0 end as due_fen
    from statement s where s.enterprise_id = ${enterpriseId} and s.state <> 'PAID' order by s.month`.execute(db)
  const { interest } = await readBalances(db, enterpriseId)
  return {
    interestFen: negated(interest),
    months: rows.map((row) => ({
      ...{ month: row.month, state: row.state, dueDay: row.due_day, totalFen: fen(row.total_fen), settledFen: fen(row.settled_fen) },
      ...{ disputedFen: fen(row.disputed_fen), dueFen: fen(Number(row.due_fen)) },
    })),
    open: await readOpen(db, enterpriseId),
  }
}

/** What is owed of the months that are not closed, the oldest first; settled ones included, with nothing owed. */
async function readOpen(db: Db, enterpriseId: string): Promise<{ month: string; drawnFen: Fen; owedFen: Fen }[]> {
  const since = await openSince(db, enterpriseId)
  const { rows } = await sql<{ month: string; drawn: number; lowered: number }>`
    with drawn as (
      select to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(t.amount_fen)::bigint as fen from ledger_transfer t
      where t.enterprise_id = ${enterpriseId} and t.kind = 'draw' and t.at >= ${since} group by 1)
    select d.month, d.fen as drawn, coalesce((select sum(e.amount_fen) from statement_entry e
        where e.enterprise_id = ${enterpriseId} and e.month = d.month), 0)::bigint as lowered
    from drawn d order by d.month`.execute(db)
  return rows.map(({ month, drawn, lowered }) => ({ month, drawnFen: fen(drawn), owedFen: minus(fen(drawn), fen(lowered)) }))
}
