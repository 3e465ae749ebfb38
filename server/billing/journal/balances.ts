// Sums the table `journal_line` by account, month and company.
import { type RawBuilder, sql } from 'kysely'
import type { JournalAccountBalance, JournalAccountEnterpriseBalance, JournalAccountMonth } from '#contract/billing/journal/console-api.ts'
import { type Fen, fen, maxFen, negateFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getLastDayOfMonth } from '#contract/platform/core/shanghai.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'

export interface JournalMonthRange {
  monthFrom?: string | undefined
  monthTo?: string | undefined
}

interface Sums {
  opening: number
  debit: number
  credit: number
}

/** Selects, of lines, what came before the span as debit less credit, and both within it. Days without an end are open. */
function spanSql({ monthFrom, monthTo }: JournalMonthRange): { sums: RawBuilder<unknown>; until: RawBuilder<unknown> } {
  const first = sql`${monthFrom === undefined ? '2000-01-01' : `${monthFrom}-01`}::date`
  const last = monthTo === undefined ? '9999-12-31' : getLastDayOfMonth(monthTo)
  return {
    sums: sql`coalesce(sum(debit_fen - credit_fen) filter (where day < ${first}), 0)::bigint as opening,
      coalesce(sum(debit_fen) filter (where day >= ${first}), 0)::bigint as debit,
      coalesce(sum(credit_fen) filter (where day >= ${first}), 0)::bigint as credit`,
    until: sql`day <= ${last}::date`,
  }
}

const onDebit = (balance: Fen) => maxFen(balance, ZERO_FEN)
const onCredit = (balance: Fen) => maxFen(negateFen(balance), ZERO_FEN)

/** Puts balances on the sides on which they stand. */
function toSides({ opening, debit, credit }: Sums) {
  const [before, after] = [fen(opening), fen(opening + debit - credit)]
  return {
    openingDebit: onDebit(before),
    openingCredit: onCredit(before),
    debit: fen(debit),
    credit: fen(credit),
    closingDebit: onDebit(after),
    closingCredit: onCredit(after),
  }
}

type Sides = ReturnType<typeof toSides>

/** The sums of balances, side by side. Accounts in no balance sheet are left out. */
export const sumJournalBalances = (rows: readonly JournalAccountBalance[]): Sides => {
  const counted = rows.filter(({ type }) => type !== 'memo')
  const total = (side: keyof Sides) => sum(counted.map((row) => row[side]))
  return {
    openingDebit: total('openingDebit'),
    openingCredit: total('openingCredit'),
    debit: total('debit'),
    credit: total('credit'),
    closingDebit: total('closingDebit'),
    closingCredit: total('closingCredit'),
  }
}

/** 科目余额表: all accounts of the chart and those that have lines, by code. Amounts in fen. */
export async function listJournalBalances(db: Db, months: JournalMonthRange): Promise<JournalAccountBalance[]> {
  const { accounts } = await readJournalSettings(db)
  const { sums, until } = spanSql(months)
  const { rows } = await sql<Sums & { account: string }>`
    select account, ${sums} from journal_line where ${until} group by account`.execute(db)
  const found = new Map(rows.map((row) => [row.account, row]))
  const inChart = new Map(accounts.map((account) => [account.code, account]))
  return [...new Set([...inChart.keys(), ...found.keys()])].sort().map((code) => ({
    account: code,
    accountName: inChart.get(code)?.name ?? '',
    type: inChart.get(code)?.type ?? null,
    ...toSides(found.get(code) ?? { opening: 0, debit: 0, credit: 0 }),
  }))
}

/** 客户往来: the companies that have lines in an account until the end of the span, those with the highest debts first, and their sums. */
export async function listJournalEnterpriseBalances(
  db: Db,
  { account, limit, offset, ...months }: JournalMonthRange & RowSlice & { account: string },
): Promise<{ dataList: JournalAccountEnterpriseBalance[]; total: number; totals: Sides }> {
  const { sums, until } = spanSql(months)
  const sumOf = (amount: RawBuilder<unknown>) => sql`(sum(${amount}) over ())::bigint`
  const { rows } = await sql<Sums & { enterpriseId: string; found: number; totals: Sides }>`
    with named as (
      select enterprise_id, ${sums} from journal_line where account = ${account} and ${until} group by enterprise_id)
    select enterprise_id as "enterpriseId", opening, debit, credit, count(*) over () as found, jsonb_build_object(
      'openingDebit', ${sumOf(sql`greatest(opening, 0)`)}, 'openingCredit', ${sumOf(sql`greatest(-opening, 0)`)},
      'debit', ${sumOf(sql`debit`)}, 'credit', ${sumOf(sql`credit`)},
      'closingDebit', ${sumOf(sql`greatest(opening + debit - credit, 0)`)},
      'closingCredit', ${sumOf(sql`greatest(credit - debit - opening, 0)`)}) as totals
    from named order by abs(opening + debit - credit) desc, enterprise_id ${limitAndOffsetSql({ limit, offset })}`.execute(db)
  const listed = rows.map(({ enterpriseId, opening, debit, credit }) => ({ enterpriseId, ...toSides({ opening, debit, credit }) }))
  return {
    dataList: await attachEnterpriseNamesToRows(db, listed),
    total: rows[0]?.found ?? 0,
    totals: rows[0]?.totals ?? sumJournalBalances([]),
  }
}

/** 总账: the months in which an account has lines, latest first. */
export async function listJournalAccountMonths(
  db: Db,
  { account, limit, offset }: RowSlice & { account: string },
): Promise<{ dataList: JournalAccountMonth[]; total: number }> {
  const { rows } = await sql<{ month: string; debit: Fen; credit: Fen; balance: Fen; found: number }>`
    with moved as (select month, sum(debit_fen)::bigint as debit, sum(credit_fen)::bigint as credit from journal_line where account = ${account} group by month)
    select month, debit, credit, (sum(debit - credit) over (order by month))::bigint as balance, count(*) over () as found from moved
    order by month desc ${limitAndOffsetSql({ limit, offset })}`.execute(db)
  return { dataList: rows.map(({ found: _, ...row }) => row), total: rows[0]?.found ?? 0 }
}
