// The books as accounts: what went in and out of each, of one company or of all. Reads the ledger's tables, which the module ledger writes.
import { type RawBuilder, sql } from 'kysely'
import { accountNames, type LedgerAccount, type LedgerDay } from '#contract/billing/finance/ledger-api.ts'
import { type AccountName, isBuyerAccount } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen, ZERO } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

/** One company's books, or everybody's. */
export const enterpriseCondition = (enterpriseId: string | undefined): RawBuilder<unknown> =>
  enterpriseId === undefined ? sql`true` : sql`enterprise_id = ${enterpriseId}`

interface Flow {
  from_account: AccountName
  to_account: AccountName
  amount: number
  transfers: number
}

/** Balances as they are kept; of the accounts that have no row there is none. */
async function keptBalances(db: Db, enterpriseId: string | undefined): Promise<Map<AccountName, number>> {
  const { rows } = await sql<{ name: AccountName; balance: number }>`
    select name, sum(balance_fen)::bigint as balance from ledger_account where ${enterpriseCondition(enterpriseId)} group by name`.execute(
    db,
  )
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

/**
 * Every account with its sums. Buyer-side balances are those that are kept, platform-side ones are summed from the transfers; so the total is
 * zero only if what is kept and what was posted agree.
 */
export async function listLedgerAccounts(db: Db, enterpriseId: string | undefined): Promise<LedgerAccount[]> {
  const all = acrossEnterprises(db, 'console')
  const { rows } = await sql<Flow>`
    select from_account, to_account, sum(amount_fen)::bigint as amount, count(*) as transfers from ledger_transfer
    where ${enterpriseCondition(enterpriseId)} group by from_account, to_account`.execute(all)
  const kept = await keptBalances(all, enterpriseId)
  return keysOf(accountNames).map((account) => {
    const into = rows.filter(({ to_account }) => to_account === account)
    const out = rows.filter(({ from_account }) => from_account === account)
    const sumOf = (flows: readonly Flow[]) => fen(flows.reduce((sofar, { amount }) => sofar + amount, 0))
    const posted = fen(sumOf(into) - sumOf(out))
    const buyer = isBuyerAccount(account)
    return {
      account,
      label: accountNames[account].label,
      side: buyer ? ('buyer' as const) : ('platform' as const),
      into: sumOf(into),
      out: sumOf(out),
      balance: buyer ? fen(kept.get(account) ?? ZERO) : posted,
      transfers: [...into, ...out].reduce((sofar, { transfers }) => sofar + transfers, 0),
    }
  })
}

interface DayFilter {
  account: AccountName
  enterpriseId?: string | undefined
  limit: number
  offset: number
}

/** What a transfer of `ledger_transfer` does to an account. */
export const balanceChangeSql = (account: AccountName) =>
  sql<number>`case when to_account = ${account} then amount_fen else -amount_fen end`
export const involvesAccountSql = (account: AccountName) => sql`(from_account = ${account} or to_account = ${account})`

/** The Shanghai day of an instant by its fixed distance from UTC: asking for the zone's rules costs more than all the rest of a long sum. */
const shanghaiDay = sql`((at at time zone 'UTC') + interval '8 hours')::date`

/** The days of an account on which something moved, the latest first, each with the balance at its end. */
export async function listAccountDays(
  db: Db,
  { account, enterpriseId, limit, offset }: DayFilter,
): Promise<{ dataList: LedgerDay[]; total: number }> {
  type Row = { day: string; came: number; went: number; balance: number; transfers: number; found: number }
  const { rows } = await sql<Row>`
    with moved as (
      select ${shanghaiDay} as day, count(*) as transfers,
        coalesce(sum(amount_fen) filter (where to_account = ${account}), 0)::bigint as came,
        coalesce(sum(amount_fen) filter (where from_account = ${account}), 0)::bigint as went
      from ledger_transfer where ${involvesAccountSql(account)} and ${enterpriseCondition(enterpriseId)} group by 1)
    select day, came, went, transfers, (sum(came - went) over (order by day))::bigint as balance, count(*) over () as found
    from moved order by day desc limit ${limit} offset ${offset}`.execute(acrossEnterprises(db, 'console'))
  const dataList = rows.map((row) => ({
    day: row.day,
    into: fen(row.came),
    out: fen(row.went),
    balance: fen(row.balance),
    transfers: row.transfers,
  }))
  return { dataList, total: rows[0]?.found ?? 0 }
}
