// 逾期利息: what each overdue statement has cost so far less what is posted, day by day and by value dates, in the table `statement_interest`.
import { sql } from 'kysely'
import { computeInterestUntilEachDay, countDaysSince2000, roundExactInterest } from '#contract/money/statements/interest.ts'
import { type Fen, fen, maxFen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type LedgerTransfer,
  lockAndReadLedgerBalance,
  postTransfersOfEnterprise,
  postTransfersOfLockedEnterprises,
} from '#server/money/ledger/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { effectiveDailyInterestRateSql } from './credit-terms.ts'
import { computeInterestCorrections } from './interest/interest-corrections.ts'
import {
  countsIntoExactInterestSql,
  interestRatesWithNextSql,
  toInterestBearingDay,
  toNextInterestRate,
} from './interest/interest-rates.ts'
import { findSettlementOfReversedInterest, NO_SETTLED_INTEREST } from './interest/settled-interest.ts'
import { dateSql, statementPrincipalSql } from './principal-sql.ts'

interface Bearing {
  enterprise_id: string
  month: string
  id: string
  day: string
  principal_fen: number
  rate: number
  is_exact: boolean
  /** The exact sum of its statement until the last charged day, in 1/10,000 fen, as decimal digits. */
  exact: string
}

/**
 * Computes what the uncharged days of one statement post: what it has cost until the end of each, less what it had cost the day before, which is posted. A day
 * that adds less than reaches the next fen posts nothing.
 */
function computeChargesOfStatement(days: readonly Bearing[], { exact }: Bearing) {
  const until = computeInterestUntilEachDay(days.map(toInterestBearingDay), BigInt(exact))
  const costs = [roundExactInterest(BigInt(exact)), ...until.map(({ interestFen }) => interestFen)]
  const charges = days.flatMap((row, at) => {
    const amountFen = subtractFen(costs[at + 1] ?? ZERO_FEN, costs[at] ?? ZERO_FEN)
    return amountFen > 0 ? [{ ...row, amount_fen: amountFen }] : []
  })
  return { charges, exact: String(until.at(-1)?.exact ?? exact) }
}

/**
 * Finds every day up to yesterday that has not been charged, beginning with the day after the due day, and returns the function that
 * charges them and gives their number. The statement stores the charged days, so charging twice, late, or after a pause gives the same
 * ledger. The caller has locked the companies' drawdowns.
 */
export async function prepareUnchargedInterestDays(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
): Promise<() => Promise<number>> {
  const yesterday = dateSql(addDays(toShanghaiDay(moment.now), -1))
  const behind = sql`s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and s.state in ('CLOSED', 'OVERDUE') and s.interest_day < ${yesterday}`
  const across = withoutTenantGuard(tx, 'working in sets')
  const { rows } = await sql<Bearing>`
    select s.enterprise_id, s.month, s.id, d.day::text as day, ${statementPrincipalSql(sql`d.day`)} as principal_fen, ${effectiveDailyInterestRateSql} as rate,
      ${countsIntoExactInterestSql(sql`d.day`)} as is_exact, s.exact_interest::text as exact
    from statement s left join repayment_terms t on t.enterprise_id = s.enterprise_id
    cross join lateral (select s.interest_day + n as day from generate_series(1, ${yesterday} - s.interest_day) n) d
    where ${behind} order by s.enterprise_id, s.month, d.day`.execute(across)
  const statements = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((days) =>
    days.slice(0, 1).map((first) => ({ ...first, ...computeChargesOfStatement(days, first) })),
  )
  const charged = statements.flatMap(({ charges }) => charges)
  const reached = statements.map(({ enterprise_id, month, day, rate, exact }) => ({
    enterprise_id,
    month,
    next: toNextInterestRate(day, rate),
    exact,
  }))
  const insertCharges = async () => {
    if (charged.length === 0) return
    const transfers = charged.map((row) => ({
      enterpriseId: row.enterprise_id,
      kind: 'chargeInterest' as const,
      amountFen: row.amount_fen,
      document: row.id,
      seq: countDaysSince2000(row.day),
      title: `${row.month} 账单 ${row.day} 逾期利息`,
      valueDay: row.day,
    }))
    const days = sql`insert into statement_interest (enterprise_id, month, day, principal_fen, rate, amount_fen)
      select enterprise_id, month, day, principal_fen, rate, amount_fen
      from jsonb_populate_recordset(null::statement_interest, ${JSON.stringify(charged)}::jsonb)`
    await awaitAllAndThrowFirstError(days.execute(across), postTransfersOfLockedEnterprises(tx, moment, transfers))
  }
  return async () => {
    // Each statement with uncharged days has a day.
    if (rows.length === 0) return 0
    await awaitAllAndThrowFirstError(
      insertCharges(),
      sql`update statement s set interest_day = ${yesterday}, exact_interest = c.exact, interest_rates = ${interestRatesWithNextSql(sql`c.next`)}
        from jsonb_to_recordset(${JSON.stringify(reached)}::jsonb) c(enterprise_id uuid, month text, next jsonb, exact bigint)
        where ${behind} and s.enterprise_id = c.enterprise_id and s.month = c.month`.execute(across),
    )
    return charged.length
  }
}

/** Sums the charges from a day on that were not reversed, with what was recharged. */
export async function sumUnreversedInterestSinceDay(db: Db, enterpriseId: string, fromDay: string): Promise<Fen> {
  const { total } = await db
    .selectFrom('statement_interest')
    .select(sql<number | null>`sum(amount_fen - reversed_fen + recharged_fen)::bigint`.as('total'))
    .where('enterprise_id', '=', enterpriseId)
    .where('day', '>=', fromDay)
    .executeTakeFirstOrThrow()
  return fen(total ?? 0)
}

/**
 * Reverses the excess interest after an entry with an earlier value date, which may be nothing; `document` identifies the cause. Unpaid interest is
 * reduced first. Of the rest, what was settled last goes back first, to the wallet if it was paid, and with its waiver if it was waived.
 * Returns what went to the wallet, which the caller passes on to written-off claims.
 */
export async function reverseExcessInterest(
  tx: Tx,
  moment: Moment,
  { enterpriseId, fromDay, document }: { enterpriseId: string; fromDay: string; document: string },
): Promise<Fen> {
  const statements = sql`s.interest_day >= ${dateSql(fromDay)}`
  const about = { enterpriseId, statements, firstDay: fromDay, lastDay: sql`s.interest_day` }
  const { days: back, sums } = await computeInterestCorrections(tx, 'excess', about)
  if (sums.length === 0) return ZERO_FEN
  await awaitAllAndThrowFirstError(
    sql`update statement s set exact_interest = c.exact from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) c(month text, exact bigint)
      where s.enterprise_id = ${enterpriseId} and s.month = c.month and s.exact_interest <> c.exact`.execute(tx),
    sql`update statement_interest i set reversed_fen = i.reversed_fen + b."amountFen"
      from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) b(month text, day date, "amountFen" bigint)
      where i.enterprise_id = ${enterpriseId} and i.month = b.month and i.day = b.day`.execute(tx),
  )
  if (back.length === 0) return ZERO_FEN
  const total = sum(back.map(({ amountFen }) => amountFen))
  const unpaid = maxFen(ZERO_FEN, subtractFen(ZERO_FEN, await lockAndReadLedgerBalance(tx, enterpriseId, 'interest')))
  const settled =
    total > unpaid ? await findSettlementOfReversedInterest(tx, enterpriseId, subtractFen(total, unpaid)) : NO_SETTLED_INTEREST
  let left = { unpaid, waived: settled.waivedFen }
  const transfers = [...new Set(back.map((one) => one.day))].flatMap((on): LedgerTransfer[] => {
    const amount = sum(back.filter((one) => one.day === on).map(({ amountFen }) => amountFen))
    const off = minFen(amount, left.unpaid)
    const waived = minFen(subtractFen(amount, off), left.waived)
    left = { unpaid: subtractFen(left.unpaid, off), waived: subtractFen(left.waived, waived) }
    const same = { document, seq: countDaysSince2000(on), valueDay: on }
    return [
      // The waiver first: what is owed never goes above zero.
      { kind: 'reverseWaiver', amountFen: waived, title: `${on} 逾期利息减免冲回`, ...same },
      { kind: 'reverseInterest', amountFen: sum([off, waived]), title: `${on} 逾期利息冲回`, ...same },
      { kind: 'returnInterest', amountFen: subtractFen(subtractFen(amount, off), waived), title: `${on} 逾期利息退回`, ...same },
    ]
  })
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  return settled.paidFen
}

/**
 * Charges what days of some months lack after entries with a later value date, from the first day on; what was charged and taken
 * back of a day stays. A month that had been paid on such a day was not charged then; the days until yesterday count as charged from now
 * on. `document` identifies the cause. The caller has locked the company and brought it up to date.
 */
export async function rechargeMissingInterest(
  tx: Tx,
  moment: Moment,
  missing: { enterpriseId: string; months: readonly string[]; firstDay: string; document: string },
): Promise<void> {
  const { enterpriseId, months, firstDay, document } = missing
  const yesterday = dateSql(addDays(toShanghaiDay(moment.now), -1))
  const statements = sql`s.month = any(${[...months]}::text[])`
  const about = { enterpriseId, statements, firstDay, lastDay: sql`greatest(s.interest_day, ${yesterday})` }
  const { days: charged, sums } = await computeInterestCorrections(tx, 'missing', about)
  await awaitAllAndThrowFirstError(
    sql`insert into statement_interest (enterprise_id, month, day, principal_fen, rate, amount_fen, recharged_fen)
      select ${enterpriseId}, c.month, c.day, c.principal_fen, c.rate, 0, c."amountFen"
      from jsonb_to_recordset(${JSON.stringify(charged)}::jsonb) c(month text, day date, principal_fen bigint, rate smallint, "amountFen" bigint)
      on conflict (enterprise_id, month, day) do update set recharged_fen = statement_interest.recharged_fen + excluded.recharged_fen`.execute(
      tx,
    ),
    sql`update statement s set interest_day = greatest(s.interest_day, ${yesterday}), exact_interest = c.exact,
        interest_rates = case when s.interest_day < ${yesterday} then ${interestRatesWithNextSql(sql`c.next`)} else s.interest_rates end
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) c(month text, exact bigint, next jsonb)
      where s.enterprise_id = ${enterpriseId} and s.month = c.month`.execute(tx),
  )
  const transfers = [...Map.groupBy(charged, ({ day }) => day)].map(([on, rows]) => ({
    kind: 'rechargeInterest' as const,
    amountFen: sum(rows.map((row) => row.amountFen)),
    document,
    seq: countDaysSince2000(on),
    title: `${on} 逾期利息补收`,
    valueDay: on,
  }))
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
}

export interface InterestDay {
  day: string
  principalFen: Fen
  rate: number
  amountFen: Fen
  reversedFen: Fen
  rechargedFen: Fen
}

/** Lists the days of one month with interest, the earliest first. */
export async function listInterestDays(db: Db, enterpriseId: string, month: string): Promise<InterestDay[]> {
  const rows = await db
    .selectFrom('statement_interest')
    .select(['day', 'principal_fen', 'rate', 'amount_fen', 'reversed_fen', 'recharged_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .where('month', '=', month)
    .orderBy('day')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    principalFen: row.principal_fen,
    rate: row.rate,
    amountFen: row.amount_fen,
    reversedFen: row.reversed_fen,
    rechargedFen: row.recharged_fen,
  }))
}
