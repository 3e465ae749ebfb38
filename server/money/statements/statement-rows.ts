// Statements and their lines as rows. close-month.ts, debt.ts, statement-entries.ts and charge-interest.ts change many of them at once.
import { sql } from 'kysely'
import type { AmountDueOnDay } from '#contract/money/statements/amounts.ts'
import type { disputeLifecycle } from '#contract/money/statements/dispute-lifecycle.ts'
import type { DisputedGoods } from '#contract/money/statements/disputed-units.ts'
import type { StatementState } from '#contract/money/statements/statement-lifecycle.ts'
import type { StateOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, fen, minFen, subtractFen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { statementWrittenOffAmountsSql, type WrittenOffAmounts } from '#server/money/bad-debts/public.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'
import { statementOnTimeDaySql } from './interest/on-time-day.ts'
import { statementDeferredDuesSql, statementDisputedFenSql, statementDuesSql, statementReducedFenSql } from './principal-sql.ts'

export interface StatementRow {
  enterpriseId: string
  month: string
  state: StatementState
  totalFen: Fen
  settledFen: Fen
  /** What refunds within the month sent to the wallet, because it had been repaid: neither in the total nor in the settled amount. */
  walletFen: Fen
  /** The part that was not repaid but reduced by refunds, adjustments and write-offs. */
  reducedFen: Fen
  /** The rests of the lines in open disputes, repaid or not. */
  disputedFen: Fen
  /** The rests of the lines that were decided against the buyer, with their due days. */
  deferred: readonly AmountDueOnDay[]
  /** Of the reduced part: what was written off, with interest that was not, and what of it is still claimed. */
  claim: WrittenOffAmounts
  /** Its overdue interest so far. */
  interestFen: Fen
  dueDay: string
  /** The last day on which a payment is on time: later than the due day where that is a holiday. */
  onTimeDay: string
  /** The first day that counts into its exact sum of interest; null: every day does. */
  exactFromDay: string | null
  closedAt: Date
  confirmedAt: Date | null
  paidAt: Date | null
  hash: Buffer
}

export interface StatementFilter {
  /** Default: all companies, for the console, whose connection may read them. */
  enterpriseId?: string | undefined
  /** Only of these companies. */
  enterpriseIds?: readonly string[]
  month?: string | undefined
  months?: readonly string[]
  state?: StatementState | undefined
  /** Only unpaid statements with an amount that is due between two days, both inclusive. A missing side is open. */
  due?: { first?: string; last?: string }
  limit: number
  offset: number
}

const interest = sql<number>`coalesce((select sum(i.amount_fen - i.reversed_fen + i.recharged_fen) from statement_interest i
  where i.enterprise_id = s.enterprise_id and i.month = s.month), 0)::bigint`

const dueBetweenSql = ({ first = null, last = null }: { first?: string | null; last?: string | null }) =>
  sql<boolean>`exists (select from (${statementDuesSql()}) u where u.fen > 0
    and (${first}::date is null or u.day >= ${first}) and (${last}::date is null or u.day <= ${last}))`

/** Lists a page of statements, the latest month first, with their number. */
export async function listStatements(db: Db, filter: StatementFilter): Promise<{ rows: StatementRow[]; total: number }> {
  const { enterpriseId, enterpriseIds, month, months, state, due, limit, offset } = filter
  let wanted = db.selectFrom('statement as s')
  if (enterpriseId !== undefined) wanted = wanted.where('s.enterprise_id', '=', enterpriseId)
  if (enterpriseIds !== undefined) wanted = wanted.where('s.enterprise_id', '=', anyOfIdsSql(enterpriseIds))
  if (month !== undefined) wanted = wanted.where('s.month', '=', month)
  if (months !== undefined) wanted = wanted.where('s.month', '=', anyOfTextsSql(months))
  if (state !== undefined) wanted = wanted.where('s.state', '=', state)
  if (due) wanted = wanted.where('s.state', 'in', ['CLOSED', 'OVERDUE']).where(dueBetweenSql(due))
  const { rows, total } = await fetchPageWithTotal(
    wanted
      .select([
        's.enterprise_id',
        's.month',
        's.state',
        's.total_fen',
        's.settled_fen',
        's.wallet_fen',
        's.due_day',
        's.exact_from_day',
        's.closed_at',
        's.confirmed_at',
        's.paid_at',
        's.hash',
      ])
      .select([
        statementOnTimeDaySql.as('on_time'),
        statementReducedFenSql().as('reduced'),
        statementDisputedFenSql().as('disputed'),
        statementDeferredDuesSql().as('deferred'),
        interest.as('interest'),
        statementWrittenOffAmountsSql.as('claim'),
      ])
      .orderBy('s.month', 'desc')
      .orderBy('s.enterprise_id'),
    wanted,
    { limit, offset },
  )
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      month: row.month,
      state: row.state,
      totalFen: row.total_fen,
      settledFen: row.settled_fen,
      walletFen: row.wallet_fen,
      reducedFen: fen(row.reduced),
      disputedFen: fen(row.disputed),
      deferred: row.deferred,
      claim: row.claim,
      interestFen: fen(row.interest),
      dueDay: row.due_day,
      onTimeDay: row.on_time,
      exactFromDay: row.exact_from_day,
      closedAt: row.closed_at,
      confirmedAt: row.confirmed_at,
      paidAt: row.paid_at,
      hash: row.hash,
    })),
    total,
  }
}

export async function findStatement(db: Db, enterpriseId: string, month: string): Promise<StatementRow | undefined> {
  return (await listStatements(db, { enterpriseId, month, limit: 1, offset: 0 })).rows[0]
}

/** Lists the statements of a month of some companies, unsorted. A company without one is left out. */
export const listStatementsOfEnterprises = async (db: Db, enterpriseIds: readonly string[], month: string): Promise<StatementRow[]> =>
  (await listStatements(db, { enterpriseIds, month, limit: enterpriseIds.length, offset: 0 })).rows

/** Sums the lines of a month's statement in fen, by company: what was drawn in it. */
export async function sumStatementLinesByEnterprise(db: Db, enterpriseIds: readonly string[], month: string): Promise<Map<string, Fen>> {
  const rows = await db
    .selectFrom('statement_line')
    .select(['enterprise_id', sql<number>`sum(amount_fen)::bigint`.as('fen')])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('month', '=', month)
    .groupBy('enterprise_id')
    .execute()
  return new Map(rows.map((row) => [row.enterprise_id, fen(row.fen)]))
}

export async function updateStatementConfirmedColumns(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, userId }: { enterpriseId: string; month: string; userId: string },
) {
  await tx
    .updateTable('statement')
    .set({ confirmed_at: moment.now, confirmed_by: userId })
    .where('enterprise_id', '=', enterpriseId)
    .where('month', '=', month)
    .execute()
}

export interface StatementLine {
  month: string
  /** The id of the drawdown's transfer. */
  id: string
  amountFen: Fen
  /** The refunds and adjustments of it. */
  refundedFen: Fen
  dispute: StateOf<typeof disputeLifecycle> | null
  /** What the dispute was about. Of a line without one, its amount. */
  disputedFen: Fen
  /** What was granted of it; null: nothing. */
  grantedFen: Fen | null
  disputeReason: string | null
  /** The units that it is about; null: it is about an amount. */
  disputedUnits: DisputedGoods[] | null
  disputePictures: string[] | null
  disputedAt: Date | null
  opinion: string | null
  decidedAt: Date | null
  deferredDay: string | null
}

/** What of the rest of a disputed line its dispute is about, whether it has been decided or not. */
export const computeDisputedRestFen = ({ disputedFen, amountFen, refundedFen }: StatementLine): Fen =>
  minFen(disputedFen, subtractFen(amountFen, refundedFen))

export interface StatementLineFilter {
  enterpriseId: string
  month: string
  /** Only this one. */
  id?: string | null
  /** Only lines after this one, up to a limit. */
  after?: string | null
  limit?: number | null
}

/** Lists the lines of a month, or some of them, in the order of the drawdowns. */
export async function listStatementLines(
  db: Db,
  { enterpriseId, month, id = null, after = null, limit = null }: StatementLineFilter,
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select l.month, l.id, l.amount_fen as "amountFen", l.dispute, l.dispute_reason as "disputeReason", l.disputed_units as "disputedUnits", l.dispute_pictures as "disputePictures", coalesce(l.disputed_fen, l.amount_fen) as "disputedFen", l.granted_fen as "grantedFen", l.disputed_at as "disputedAt", l.opinion,
      l.decided_at as "decidedAt", l.deferred_day as "deferredDay",
      coalesce((select sum(e.amount_fen + e.wallet_fen) from statement_entry e
        where e.enterprise_id = l.enterprise_id and e.month = l.month and e.draw_id = l.id), 0)::bigint as "refundedFen"
    from statement_line l where l.enterprise_id = ${enterpriseId} and l.month = ${month} and (${id}::uuid is null or l.id = ${id})
      and (${after}::uuid is null or l.id > ${after})
    order by l.id limit ${limit}::bigint`.execute(db)
  return rows
}

interface LineRef {
  enterpriseId: string
  month: string
  id: string
}

/** What a buyer says about a line. `units`: what it is about; null: the amount. `pictures`: their ids. */
export interface NewDispute {
  userId: string
  amountFen: Fen
  units: readonly DisputedGoods[] | null
  pictures: readonly string[]
  reason: string
}

/** Marks a line, or a part of its amount, as disputed from today on. The caller has locked the company's debts. */
export async function recordDispute(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, userId, amountFen, units, pictures, reason }: LineRef & NewDispute,
): Promise<void> {
  await tx
    .updateTable('statement_line')
    .set({
      dispute: 'OPEN',
      dispute_reason: reason,
      disputed_units: units === null ? null : JSON.stringify(units),
      dispute_pictures: pictures.length === 0 ? null : JSON.stringify(pictures),
      disputed_fen: amountFen,
      disputed_by: userId,
      disputed_at: moment.now,
      disputed_day: toShanghaiDay(moment.now),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('month', '=', month)
    .where('id', '=', id)
    .execute()
}

export interface DisputeDecision {
  staffId: string
  opinion: string
  grantedFen: Fen | null
  deferredDay: string | null
}

/**
 * Records the decision of a dispute. `grantedFen`: what was granted of it; null: nothing. `deferredDay`: the rest was decided against the
 * buyer, and is due on that day.
 */
export async function recordDisputeDecision(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, ...end }: LineRef & DisputeDecision,
): Promise<void> {
  await tx
    .updateTable('statement_line')
    .set({
      dispute: end.deferredDay === null ? 'FOR_BUYER' : end.grantedFen === null ? 'AGAINST_BUYER' : 'PARTLY_FOR_BUYER',
      granted_fen: end.grantedFen,
      opinion: end.opinion,
      decided_by: end.staffId,
      decided_at: moment.now,
      deferred_day: end.deferredDay,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('month', '=', month)
    .where('id', '=', id)
    .execute()
}

/** Records that the buyer has withdrawn a dispute that nobody has decided. The caller has locked the company's debts. */
export async function recordDisputeWithdrawal(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, userId }: LineRef & { userId: string },
): Promise<void> {
  await tx
    .updateTable('statement_line')
    .set({ dispute: 'WITHDRAWN', withdrawn_at: moment.now, withdrawn_by: userId })
    .where('enterprise_id', '=', enterpriseId)
    .where('month', '=', month)
    .where('id', '=', id)
    .execute()
}
