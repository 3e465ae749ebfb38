import { type RawBuilder, sql } from 'kysely'
import { type AmountDueOnDay, computeDueAmountsOfStatement, type StatementAmounts } from '#contract/money/statements/amounts.ts'
import type { DisputedGoods } from '#contract/money/statements/disputed-units.ts'
import { type Fen, fen, formatMoney } from '#contract/platform/core/money.ts'
import { getStatementDueDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readOpenBadDebtsSql } from '#server/money/bad-debts/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { platformCreditTermSql } from './credit-terms.ts'
import { statementOnTimeDaySql } from './interest/on-time-day.ts'
import {
  dateSql,
  lineFenWithheldByDisputeSql,
  statementDeferredDuesSql,
  statementDisputedFenSql,
  statementDuesSql,
  statementPrincipalSql,
} from './principal-sql.ts'

/** Why a company may not hold more credit. */
export interface OverdueCreditBlock {
  /** badDebt: a claim that was written off is still open. overdue: a statement is late. */
  kind: 'badDebt' | 'overdue'
  amountFen: Fen
  /** The oldest overdue month, and since when. Amounts that were deferred after a dispute have their own due day. */
  month: string
  dueDay: string
  /** The rule, the number, the next step. */
  msg: string
}

/** A row of `overdueCreditRowsSql`. */
export interface OverdueCreditRow {
  kind: OverdueCreditBlock['kind']
  fen: number
  month: string
}

/**
 * Why a company may not hold more credit (domain §6), as a select of `kind`, `fen` and `month`, for a statement that reads it together with
 * other facts; no rows: nothing prevents it. A written-off claim is open, however small, or the unpaid, undisputed amount past its due day by
 * more than the grace days exceeds the tolerance.
 */
export const overdueCreditRowsSql = (enterpriseId: string, today: RawBuilder<unknown>) => sql<OverdueCreditRow>`
  with terms as materialized (select ${platformCreditTermSql('graceDays')}::int as grace, ${platformCreditTermSql('overdueTolerance')} as tolerance),
  late as (
    select s.month, ${statementPrincipalSql(today, sql`(select grace from terms)`)} as amount from statement s, terms
    where s.enterprise_id = ${enterpriseId} and s.state in ('CLOSED', 'OVERDUE') and ${statementOnTimeDaySql} + terms.grace < ${today})
  select 'overdue' as kind, sum(amount)::bigint as fen, min(month) as month from late, terms
    where amount > 0 group by terms.tolerance having sum(amount) > terms.tolerance
  union all select 'badDebt', sum(b.fen)::bigint, min(b.month) from (${readOpenBadDebtsSql(enterpriseId)}) b having count(*) > 0`

/** Describes the rows of `overdueCreditRowsSql` as a block: an open claim that was written off comes first. */
export async function describeOverdueCreditRows(
  db: Db,
  enterpriseId: string,
  rows: readonly OverdueCreditRow[],
): Promise<OverdueCreditBlock | null> {
  const late = rows.find(({ kind }) => kind === 'badDebt') ?? rows[0]
  if (!late) return null
  const { month } = late
  const amountFen = fen(late.fen)
  if (late.kind === 'badDebt') {
    const msg = `您有已核销待追偿的账款 ${formatMoney(amountFen)}（最早为 ${month} 账单），还清后可继续赊销；可先还款或改用其他支付方式`
    return { kind: 'badDebt', amountFen, month, dueDay: getStatementDueDay(month), msg }
  }
  const dueDay = await firstDueDay(db, enterpriseId, month)
  const msg = `您有逾期账单 ${formatMoney(amountFen)}（${month} 账单应于 ${dueDay} 还款），还清后可继续赊销；可先还款或改用其他支付方式`
  return { kind: 'overdue', amountFen, month, dueDay, msg }
}

const selectOverdueCreditRows = compileOnce((_db, { enterpriseId, today }: { enterpriseId: string; today: string }) =>
  overdueCreditRowsSql(enterpriseId, dateSql(today)),
)

/** Checks whether a company may not hold more credit. It blocks only new holds on credit. null: it is not blocked. */
export async function findOverdueCreditBlock(db: Db, moment: Moment, enterpriseId: string): Promise<OverdueCreditBlock | null> {
  const rows = await selectOverdueCreditRows(db, { enterpriseId, today: toShanghaiDay(moment.now) }).execute()
  return describeOverdueCreditRows(db, enterpriseId, rows)
}

/** The first due day of an unpaid amount of a month. It is read only for a refusal, because every hold checks for overdue amounts. */
async function firstDueDay(db: Db, enterpriseId: string, month: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select u.day from statement s cross join lateral (${statementDuesSql(sql`${enterpriseId}::uuid`)}) u
    where s.enterprise_id = ${enterpriseId} and s.month = ${month} and u.fen > 0 order by u.day limit 1`.execute(db)
  return rows[0]?.day ?? getStatementDueDay(month)
}

/** A statement of a closed month. */
export interface ClosedMonth {
  enterpriseId: string
  totalFen: Fen
  dueDay: string
  isPaid: boolean
}

/** Lists the statements of a month of all enterprises that were closed since an instant. For the jobs. */
export async function listStatementsOfMonthClosedSince(db: Db, month: string, since: Date): Promise<ClosedMonth[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('statement')
    .select(['enterprise_id', 'total_fen', 'due_day', 'state'])
    .where('month', '=', month)
    .where('closed_at', '>=', since)
    // The older system has announced what a company brought from it, and nobody asks for what was written off.
    .where('opening_day', 'is', null)
    .where('state', '<>', 'WRITTEN_OFF')
    .orderBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id: enterpriseId, total_fen: totalFen, due_day: dueDay, state }) => ({
    enterpriseId,
    totalFen,
    dueDay,
    isPaid: state === 'PAID',
  }))
}

/** An unpaid amount of one month with its due day. */
export interface UnpaidDue {
  enterpriseId: string
  month: string
  dueDay: string
  /** The last day on which a payment is on time: later than the due day where that is a holiday. */
  onTimeDay: string
  amountFen: Fen
}

/**
 * Lists unpaid amounts that are due until a day, by company, month and due day: that of the month, and those of drawdowns that were
 * deferred after a dispute. For the jobs, across enterprises.
 */
export async function listUnpaidDues(db: Db, { until }: { until: string }): Promise<UnpaidDue[]> {
  type Row = StatementAmounts & { enterpriseId: string; month: string; dueDay: string; onTimeDay: string; deferred: AmountDueOnDay[] }
  const { rows } = await sql<Row>`
    select s.enterprise_id as "enterpriseId", s.month, s.due_day as "dueDay", ${statementOnTimeDaySql} as "onTimeDay", s.total_fen as "totalFen", s.settled_fen as "settledFen",
      ${statementDisputedFenSql()} as "disputedFen", ${statementDeferredDuesSql()} as deferred
    from statement s where s.state in ('CLOSED', 'OVERDUE') and s.due_day <= ${dateSql(until)}
    order by s.enterprise_id, s.month`.execute(withoutTenantGuard(db, 'finding work'))
  return rows.flatMap((row) =>
    computeDueAmountsOfStatement(row)
      .filter((due) => due.day <= until)
      .map((due) => ({
        enterpriseId: row.enterpriseId,
        month: row.month,
        dueDay: due.day,
        onTimeDay: due.onTimeDay ?? due.day,
        amountFen: due.amountFen,
      })),
  )
}

export interface OpenDispute {
  enterpriseId: string
  month: string
  id: string
  /** What of the rest of the drawdown is in dispute. */
  amountFen: Fen
  reason: string
  /** The units that it is about; null: it is about an amount. */
  units: DisputedGoods[] | null
  /** The ids of its pictures. */
  pictures: string[]
  at: Date
}

/** Lists disputes of all companies that wait for a decision, the oldest first. For the console, across enterprises. */
export async function listOpenDisputesOfAllEnterprises(
  db: Db,
  { limit, offset }: RowSlice,
): Promise<{ rows: OpenDispute[]; total: number }> {
  const waiting = db.selectFrom('statement_line as l').where('l.dispute', '=', 'OPEN')
  const { rows, total } = await fetchPageWithTotal(
    waiting
      .select([
        'l.enterprise_id',
        'l.month',
        'l.id',
        'l.dispute_reason',
        'l.disputed_units',
        'l.dispute_pictures',
        'l.disputed_at',
        lineFenWithheldByDisputeSql(sql`'infinity'::date`).as('left'),
      ])
      .orderBy('l.disputed_at')
      .orderBy('l.id'),
    waiting,
    { limit, offset },
  )
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      month: row.month,
      id: row.id,
      amountFen: fen(Number(row.left)),
      reason: row.dispute_reason ?? '',
      units: row.disputed_units as DisputedGoods[] | null,
      pictures: (row.dispute_pictures ?? []) as string[],
      at: row.disputed_at ?? new Date(0),
    })),
    total,
  }
}
