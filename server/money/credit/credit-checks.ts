import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type LedgerBalanceRow, type LedgerBalances, ledgerBalanceRowsSql, toLedgerBalances } from '#server/money/ledger/public.ts'
import {
  dateSql,
  describeOverdueCreditRows,
  type OverdueCreditBlock,
  type OverdueCreditRow,
  overdueCreditRowsSql,
} from '#server/money/statements/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { creditAgreementRowSql } from './credit-accounts.ts'

type CreditFactRow = (LedgerBalanceRow | OverdueCreditRow | { kind: 'agreement' }) & { of: 'balance' | 'agreement' | 'late' }

const selectCreditFacts = compileOnce(
  (_db, { enterpriseId, today }: { enterpriseId: string; today: string }) => sql<CreditFactRow>`
    select 'balance' as of, b.kind, b.fen, null as month from (${ledgerBalanceRowsSql(enterpriseId)}) b
    union all select 'agreement', g.kind, null, null from (${creditAgreementRowSql(enterpriseId)}) g
    union all select 'late', l.kind, l.fen, l.month from (${overdueCreditRowsSql(enterpriseId, dateSql(today))}) l`,
)

/** What besides the limits of its account decides whether a company may hold credit. */
export interface CreditFacts {
  balances: LedgerBalances
  /** The credit agreement was accepted. */
  accepted: boolean
  late: OverdueCreditBlock | null
}

/** Reads the balances of a company, whether it has accepted the credit agreement, and what is overdue, by one statement. */
export async function readCreditFacts(db: Db, moment: Moment, enterpriseId: string): Promise<CreditFacts> {
  const rows = await selectCreditFacts(db, { enterpriseId, today: toShanghaiDay(moment.now) }).execute()
  const of = <Row extends CreditFactRow>(kind: Row['of']) => rows.filter((row): row is Row => row.of === kind)
  return {
    balances: toLedgerBalances(of<LedgerBalanceRow & { of: 'balance' }>('balance')),
    accepted: rows.some((row) => row.of === 'agreement'),
    late: await describeOverdueCreditRows(db, enterpriseId, of<OverdueCreditRow & { of: 'late' }>('late')),
  }
}
