import { sql } from 'kysely'
import {
  type AmountDueOnDay,
  computeDueAmountsOfStatement,
  type StatementAmountsWithDueDays,
  sumAmountsDueUntilDay,
} from '#contract/money/statements/amounts.ts'
import type { EnterpriseDebt, OwedBadDebt } from '#contract/money/statements/repayment.ts'
import type { StatementState } from '#contract/money/statements/statement-lifecycle.ts'
import { type Fen, fen, minFen, negateFen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { addDays, getStatementDueDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readOpenBadDebtsSql, sumOpenBadDebtSql } from '#server/money/bad-debts/public.ts'
import { interestBalanceFenSql, lockDrawnBalancesOfEnterprises } from '#server/money/ledger/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { prepareUnchargedInterestDays } from './charge-interest.ts'
import { closePastMonthsOfLockedEnterprises, startOfUnclosedPeriodSql } from './close-month.ts'
import { unchargedInterestFenSql } from './interest/interest-rates.ts'
import { lastDayWithoutInterestSql, statementOnTimeDaySql } from './interest/on-time-day.ts'
import {
  acceptanceCoversOfMonthSql,
  dateSql,
  drawdownKindsSql,
  statementDeferredDuesSql,
  statementDisputedFenSql,
  statementPrincipalSql,
  statementReducedFenSql,
} from './principal-sql.ts'

/** A closed month that is not settled. */
export interface UnsettledStatementMonth extends StatementAmountsWithDueDays {
  month: string
  state: StatementState
  /** The part of `settledFen` that was not repaid but reduced. */
  reducedFen: Fen
  /** The part that refunds within the month sent to the wallet, because it had been repaid. */
  walletFen: Fen
  /** The part that acceptance bills cover today. It is owed, and due on the last day of their cover. */
  coveredFen: Fen
  /** The amount that is due today or was due before. It bears interest from tomorrow on. */
  dueFen: Fen
  /** The part of it that bills still cover today, the last day of their cover. */
  dueCoveredFen: Fen
}

/** Everything that a company owes, with the data to compute when it is due. */
export interface EnterpriseDebtByMonths extends EnterpriseDebt {
  badDebts: readonly (OwedBadDebt & { dueDay: string })[]
  months: readonly UnsettledStatementMonth[]
  /** The latest day of which interest is charged, of months that are settled, too; null: of none. */
  chargedUntilDay: string | null
  open: readonly { month: string; drawnFen: Fen; reducedFen: Fen; owedFen: Fen; coveredFen: Fen; covers: readonly AmountDueOnDay[] }[]
}

/**
 * Whether interest of a day or of a later one is charged, so that what changes a debt from that day on leaves it wrong. It can be for today, too: an act of the
 * last second of a day may have waited for the job of midnight.
 */
export const isInterestChargedSince = ({ chargedUntilDay }: EnterpriseDebtByMonths, day: string): boolean =>
  chargedUntilDay !== null && chargedUntilDay >= day

const UNSETTLED = { settledFen: fen(0), disputedFen: fen(0) }

/** The part of some covers that is not over on a day. */
const sumCoversOn = (covers: readonly AmountDueOnDay[], today: string): Fen =>
  sum(covers.filter(({ day }) => day >= today).map(({ amountFen }) => amountFen))

/** Lists all due amounts, today's, later and overdue ones. Disputed amounts are not due on any day. */
export const computeAmountsDue = ({ months, open }: EnterpriseDebtByMonths): AmountDueOnDay[] => [
  ...months.flatMap(computeDueAmountsOfStatement),
  ...open.flatMap(({ month, owedFen, covers }) => {
    const dueDay = getStatementDueDay(month)
    return computeDueAmountsOfStatement({ ...UNSETTLED, totalFen: owedFen, deferred: covers.filter(({ day }) => day > dueDay), dueDay })
  }),
]

/** Sets the state of every statement of some companies from its amounts: settled, settled but still claimed, overdue, or neither. */
export async function updateStatementStates(tx: Tx, moment: Moment, enterpriseIds: readonly string[]): Promise<void> {
  const today = dateSql(toShanghaiDay(moment.now))
  const claimed = sumOpenBadDebtSql({ enterpriseId: sql`s.enterprise_id`, month: sql`s.month` })
  await sql`
    update statement set state = n.state, paid_at = case when n.state = 'PAID' then ${moment.now}::timestamptz end
    from (
      select s.enterprise_id, s.month, case when s.settled_fen = s.total_fen then case when ${claimed} is null then 'PAID' else 'WRITTEN_OFF' end
        when ${statementOnTimeDaySql} < ${today} and ${statementPrincipalSql(today)} > 0 then 'OVERDUE' else 'CLOSED' end as state
      from statement s where s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) 
        and (s.state <> 'PAID' or s.settled_fen < s.total_fen or ${claimed} is not null)) n
    where statement.enterprise_id = n.enterprise_id and statement.month = n.month and statement.state <> n.state`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
}

/**
 * Brings companies up to date, whatever the jobs have done so far: closes past months, charges past days, marks overdue statements. Locks
 * each company until the transaction ends. Returns what was frozen and charged.
 */
export async function lockAndBringDebtsUpToDate(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
): Promise<{ lines: number; days: number }> {
  const update = await lockAndPrepare(tx, moment, enterpriseIds)
  return update()
}

/** Locks companies and closes their past months, and returns how to charge past days and to mark overdue statements. */
async function lockAndPrepare(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
): Promise<() => Promise<{ lines: number; days: number }>> {
  // Statements that are sent with the lock run after it is held.
  const [, { lines, publish }, charge] = await awaitAllAndThrowFirstError(
    lockDrawnBalancesOfEnterprises(tx, enterpriseIds),
    closePastMonthsOfLockedEnterprises(tx, moment, enterpriseIds),
    prepareUnchargedInterestDays(tx, moment, enterpriseIds),
  )
  return async () => {
    const [, days] = await awaitAllAndThrowFirstError(publish(), charge(), updateStatementStates(tx, moment, enterpriseIds))
    return { lines, days }
  }
}

/** Reads everything that a company owes, locked and up to date. */
export async function lockAndReadDebtsUpToDate(tx: Tx, moment: Moment, enterpriseId: string): Promise<EnterpriseDebtByMonths> {
  const [debts] = await lockAndReadDebtsWithExtraQuery(tx, moment, enterpriseId, () => Promise.resolve())
  return debts
}

/** Does the same, and runs a statement that is sent with the reads, after the company is locked and up to date. */
export async function lockAndReadDebtsWithExtraQuery<T>(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  statement: () => Promise<T>,
): Promise<[EnterpriseDebtByMonths, T]> {
  const update = await lockAndPrepare(tx, moment, [enterpriseId])
  const [, debts, result] = await awaitAllAndThrowFirstError(update(), readDebts(tx, moment, enterpriseId), statement())
  return [debts, result]
}

interface MonthRow {
  month: string
  state: StatementState
  due_day: string
  on_time_day: string
  total_fen: number
  settled_fen: number
  wallet_fen: number
  reduced_fen: number
  disputed_fen: number
  deferred: AmountDueOnDay[]
  covers: AmountDueOnDay[]
  uncharged_fen: number
}

/** What each row says of the company. The balance is read with what is uncharged: a job may charge these days in between. */
interface CompanyRow {
  charged_until_day: string | null
  interest_balance_fen: number
}

/** A company without an unsettled month has one row. */
type DebtRow = CompanyRow & (MonthRow | { month: null })

/** Reads everything that a company owes, for display, with the interest until yesterday that no job has charged yet. Months that no job has closed yet count as open. */
export async function readDebts(db: Db, moment: Moment, enterpriseId: string): Promise<EnterpriseDebtByMonths> {
  const today = toShanghaiDay(moment.now)
  const company = sql`${enterpriseId}::uuid`
  const statements = sql<DebtRow>`
    select s.month, s.state, s.due_day, ${statementOnTimeDaySql} as on_time_day, s.total_fen, s.settled_fen, s.wallet_fen, ${statementReducedFenSql(company)} as reduced_fen, ${statementDisputedFenSql(company)} as disputed_fen, ${statementDeferredDuesSql(company)} as deferred,
      ${acceptanceCoversOfMonthSql({ enterpriseId: company, month: sql`s.month` })} as covers,
      ${unchargedInterestFenSql(addDays(today, -1), company)} as uncharged_fen, c.charged_until_day, coalesce(${interestBalanceFenSql(enterpriseId)}, 0) as interest_balance_fen
    from (select max(s.interest_day) filter (where s.interest_day > ${lastDayWithoutInterestSql}) as charged_until_day from statement s where s.enterprise_id = ${enterpriseId}) c
    left join (statement s left join repayment_terms t on t.enterprise_id = ${enterpriseId}) on s.enterprise_id = ${enterpriseId} and s.state in ('CLOSED', 'OVERDUE') order by s.month`
  const [{ rows }, { open, badDebts }] = await awaitAllAndThrowFirstError(statements.execute(db), readOpen(db, enterpriseId, today))
  const months = rows.filter((row) => row.month !== null)
  return {
    badDebts,
    interestFen: sum([negateFen(fen(rows[0]?.interest_balance_fen ?? 0)), ...months.map((row) => fen(row.uncharged_fen))]),
    chargedUntilDay: rows[0]?.charged_until_day ?? null,
    months: months.map((row) => {
      const figures: StatementAmountsWithDueDays = {
        totalFen: fen(row.total_fen),
        settledFen: fen(row.settled_fen),
        disputedFen: fen(row.disputed_fen),
        deferred: row.deferred,
        dueDay: row.due_day,
        onTimeDay: row.on_time_day,
      }
      const dueFen = sumAmountsDueUntilDay(computeDueAmountsOfStatement(figures), today)
      const { month, state } = row
      return {
        ...figures,
        month,
        state,
        reducedFen: fen(row.reduced_fen),
        walletFen: fen(row.wallet_fen),
        dueFen,
        dueCoveredFen: minFen(dueFen, sum(row.covers.filter(({ day }) => day === today).map(({ amountFen }) => amountFen))),
        coveredFen: sumCoversOn(row.covers, today),
      }
    }),
    open,
  }
}

/**
 * Reads what is owed of the open months, the oldest first, and of written-off claims, in one statement. Settled months are included with
 * nothing owed.
 */
async function readOpen(db: Db, enterpriseId: string, today: string): Promise<Pick<EnterpriseDebtByMonths, 'open' | 'badDebts'>> {
  const { rows } = await sql<{
    month: string
    drawn: number
    lowered: number
    reduced: number
    covers: AmountDueOnDay[]
    badDebt: string | null
    dueDay: string
  }>`
    with drawn as (
      select to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(t.amount_fen)::bigint as fen from ledger_transfer t
      where t.enterprise_id = ${enterpriseId} and t.kind in ${drawdownKindsSql}
        and t.at >= ${startOfUnclosedPeriodSql(enterpriseId)} group by 1)
    select d.month, d.fen as drawn, coalesce(e.lowered, 0)::bigint as lowered, coalesce(e.reduced, 0)::bigint as reduced,
      ${acceptanceCoversOfMonthSql({ enterpriseId: sql`${enterpriseId}::uuid`, month: sql`d.month` })} as covers, null::uuid as "badDebt", null::date as "dueDay"
    from drawn d left join lateral (
      select sum(amount_fen) as lowered, sum(amount_fen) filter (where kind not in ('repay', 'bounce', 'undo', 'redate', 'cover')) as reduced
      from statement_entry where enterprise_id = ${enterpriseId} and month = d.month) e on true
    union all select b.month, b.fen, 0, 0, '[]', b.id, b.due_day from (${readOpenBadDebtsSql(enterpriseId)}) b
    order by 1, 5`.execute(db)
  const months = rows.filter(({ badDebt }) => badDebt === null)
  const badDebts = rows.flatMap(({ month, drawn, badDebt, dueDay }) =>
    badDebt === null ? [] : [{ id: badDebt, month, owedFen: fen(drawn), dueDay }],
  )
  const open = months.map(({ month, drawn, lowered, reduced: off, covers }) => ({
    month,
    drawnFen: fen(drawn),
    reducedFen: fen(off),
    owedFen: subtractFen(fen(drawn), fen(lowered)),
    coveredFen: sumCoversOn(covers, today),
    covers,
  }))
  return { open, badDebts }
}
