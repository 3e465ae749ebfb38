// Reports of ledger accounts with their sums, of one enterprise or of all. Reads the tables of money/ledger.

import { type RawBuilder, sql } from 'kysely'
import { type LedgerAccountDayTotals, type LedgerAccountTotals, ledgerAccountLabels } from '#contract/billing/finance/ledger-api.ts'
import { isBuyerLedgerAccount, type LedgerAccountName } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** SQL condition: one enterprise, or all. */
export const isOfEnterpriseOrAnySql = (enterpriseId: string | undefined): RawBuilder<unknown> =>
  enterpriseId === undefined ? sql`true` : sql`enterprise_id = ${enterpriseId}`

interface Flow {
  from_account: LedgerAccountName
  to_account: LedgerAccountName
  amount: number
  transfers: number
}

/** Returns the stored balances. Accounts without a row are left out. */
async function keptBalances(db: Db, enterpriseId: string | undefined): Promise<Map<LedgerAccountName, number>> {
  const { rows } = await sql<{ name: LedgerAccountName; balance: number }>`
    select name, sum(balance_fen)::bigint as balance from ledger_account where ${isOfEnterpriseOrAnySql(enterpriseId)} group by name`.execute(
    db,
  )
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

/**
 * Lists all accounts with their sums in fen. Balances of buyer accounts are the stored ones, those of platform accounts are summed from
 * transfers. So the total is zero only if the stored balances match the transfers.
 */
export async function listLedgerAccountsWithSums(db: Db, enterpriseId: string | undefined): Promise<LedgerAccountTotals[]> {
  const all = withoutTenantGuard(db, 'console')
  const { rows } = await sql<Flow>`
    select from_account, to_account, sum(amount_fen)::bigint as amount, count(*) as transfers from ledger_transfer
    where ${isOfEnterpriseOrAnySql(enterpriseId)} group by from_account, to_account`.execute(all)
  const kept = await keptBalances(all, enterpriseId)
  return keysOf(ledgerAccountLabels).map((account) => {
    const into = rows.filter(({ to_account }) => to_account === account)
    const out = rows.filter(({ from_account }) => from_account === account)
    const sumOf = (flows: readonly Flow[]) => fen(flows.reduce((sofar, { amount }) => sofar + amount, 0))
    const posted = fen(sumOf(into) - sumOf(out))
    const buyer = isBuyerLedgerAccount(account)
    return {
      account,
      label: ledgerAccountLabels[account].label,
      side: buyer ? ('buyer' as const) : ('platform' as const),
      into: sumOf(into),
      out: sumOf(out),
      balance: buyer ? fen(kept.get(account) ?? ZERO_FEN) : posted,
      transfers: [...into, ...out].reduce((sofar, { transfers }) => sofar + transfers, 0),
    }
  })
}

interface DayFilter {
  account: LedgerAccountName
  enterpriseId?: string | undefined
  limit: number
  offset: number
}

/** SQL: the signed amount by which a row of `ledger_transfer` changes an account. */
export const signedAmountOfTransferSql = (account: LedgerAccountName) =>
  sql<number>`case when to_account = ${account} then amount_fen else -amount_fen end`
export const involvesAccountSql = (account: LedgerAccountName) => sql`(from_account = ${account} or to_account = ${account})`

/** The Asia/Shanghai day of a time by its fixed offset from UTC. Using the time zone rules would cost more than the rest of a long sum. */
const shanghaiDay = sql`((at at time zone 'UTC') + interval '8 hours')::date`

/** Lists the days on which an account changed, latest first, with the balance at the end of each. */
export async function listLedgerAccountDays(
  db: Db,
  { account, enterpriseId, limit, offset }: DayFilter,
): Promise<{ dataList: LedgerAccountDayTotals[]; total: number }> {
  type Row = { day: string; came: number; went: number; balance: number; transfers: number; found: number }
  const { rows } = await sql<Row>`
    with moved as (
      select ${shanghaiDay} as day, count(*) as transfers,
        coalesce(sum(amount_fen) filter (where to_account = ${account}), 0)::bigint as came,
        coalesce(sum(amount_fen) filter (where from_account = ${account}), 0)::bigint as went
      from ledger_transfer where ${involvesAccountSql(account)} and ${isOfEnterpriseOrAnySql(enterpriseId)} group by 1)
    select day, came, went, transfers, (sum(came - went) over (order by day))::bigint as balance, count(*) over () as found
    from moved order by day desc ${limitAndOffsetSql({ limit, offset })}`.execute(withoutTenantGuard(db, 'console'))
  const dataList = rows.map((row) => ({
    day: row.day,
    into: fen(row.came),
    out: fen(row.went),
    balance: fen(row.balance),
    transfers: row.transfers,
  }))
  return { dataList, total: rows[0]?.found ?? 0 }
}
