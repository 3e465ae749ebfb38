import { sql } from 'kysely'
import { type Fen, fen, formatYuan, most, ZERO } from '../../contract/money.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { day, principal } from './principal.ts'
import { platformTerm } from './terms.ts'

/** What keeps a company from holding more. */
export interface OverdueBlock {
  amountFen: Fen
  /** The oldest month that is late, and since when. */
  month: string
  dueDay: string
  /** The rule, the number, the next step. */
  msg: string
}

/**
 * Whether a company is so late that it may hold nothing new (domain §6): more than the tolerance is unpaid, undisputed, and past its due day by
 * more than the days of grace. Stops new holds on credit only, nothing that is paid for. null: it is not.
 */
export async function overdueBlock(db: Db, moment: Moment, enterpriseId: string): Promise<OverdueBlock | null> {
  const today = day(dayOf(moment.now))
  const { rows } = await sql<{ amount: number; month: string; due_day: string }>`
    with terms as materialized (select ${platformTerm('graceDays')}::int as grace, ${platformTerm('overdueTolerance')} as tolerance),
    late as (
      select s.month, s.due_day, ${principal(today, sql`(select grace from terms)`)} as amount from statement s, terms
      where s.enterprise_id = ${enterpriseId} and s.state <> 'PAID' and s.due_day + terms.grace < ${today})
    select sum(amount)::bigint as amount, min(month) as month, min(due_day) as due_day from late, terms
    where amount > 0 group by terms.tolerance having sum(amount) > terms.tolerance`.execute(db)
  const [late] = rows
  if (!late) return null
  const amountFen = fen(Number(late.amount))
  const msg = `您有逾期账单 ¥${formatYuan(amountFen, { grouped: true })}（${late.month} 账单应于 ${late.due_day} 还款），还清后可继续赊销；可先还款或改用其他支付方式`
  return { amountFen, month: late.month, dueDay: late.due_day, msg }
}

/** An amount of one month that falls due, or fell due and is unpaid. */
export interface UnpaidDue {
  enterpriseId: string
  month: string
  dueDay: string
  amountFen: Fen
}

/** Days of grace that never end: what is deferred is told of by its own due day. */
const NEVER = sql`36500`

/**
 * What is unpaid and due until a day, by due day: that of the month, and that of drawdowns deferred after a dispute. Of one company, or of
 * all: for the jobs, across enterprises.
 */
export async function listUnpaidDues(
  db: Db,
  { today, until, enterpriseId = null }: { today: string; until: string; enterpriseId?: string | null },
): Promise<UnpaidDue[]> {
  const own = (table: string) => (enterpriseId === null ? sql`true` : sql`${sql.ref(`${table}.enterprise_id`)} = ${enterpriseId}`)
  const { rows } = await sql<{ enterprise_id: string; month: string; due_day: string; amount: number }>`
    select s.enterprise_id, s.month, s.due_day, ${principal(sql`greatest(s.due_day, ${day(today)})`, NEVER)} as amount
    from statement s where s.state in ('CLOSED', 'OVERDUE') and s.due_day <= ${day(until)} and ${own('s')}
    union all
    select s.enterprise_id, s.month, d.due_day, ${principal(sql`greatest(d.due_day, ${day(today)}) + 1`)}
    from (select distinct l.enterprise_id, l.month, l.deferred_day as due_day from statement_line l
      where l.dispute = 'AGAINST_BUYER' and l.deferred_day <= ${day(until)} and ${own('l')}) d
    join statement s on s.enterprise_id = d.enterprise_id and s.month = d.month and s.state in ('CLOSED', 'OVERDUE')
    order by 1, 3`.execute(enterpriseId === null ? acrossEnterprises(db, 'finding work') : db)
  // Each row has all that is due by its day; a due day has what it adds to the one before it.
  const before = new Map<string, number>()
  return rows.map((row) => {
    const key = `${row.enterprise_id} ${row.month}`
    const amountFen = most(ZERO, fen(row.amount - (before.get(key) ?? 0)))
    before.set(key, row.amount)
    return { enterpriseId: row.enterprise_id, month: row.month, dueDay: row.due_day, amountFen }
  })
}

export interface OpenDispute {
  enterpriseId: string
  month: string
  id: string
  amountFen: Fen
  reason: string
  at: Date
}

/** Disputes of all companies that wait for a decision, the oldest first: for the console, across enterprises. */
export async function listOpenDisputes(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OpenDispute[]; total: number }> {
  const waiting = db.selectFrom('statement_line').where('dispute', '=', 'OPEN')
  const rows = await waiting
    .select(['enterprise_id', 'month', 'id', 'amount_fen', 'dispute_reason', 'disputed_at'])
    .orderBy('disputed_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await waiting.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return {
    rows: rows.map((row) => ({
      ...{ enterpriseId: row.enterprise_id, month: row.month, id: row.id, amountFen: fen(row.amount_fen) },
      ...{ reason: row.dispute_reason ?? '', at: row.disputed_at ?? new Date(0) },
    })),
    total,
  }
}
