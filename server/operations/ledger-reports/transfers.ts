import { type RawBuilder, sql } from 'kysely'
import { type LedgerTransfer, ledgerAccountLabels } from '#contract/billing/finance/ledger-api.ts'
import { isBuyerLedgerAccount, type LedgerAccountName, type TransferKind, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { involvesAccountSql, isOfEnterpriseOrAnySql, signedAmountOfTransferSql } from './accounts.ts'
import { findTransferDocumentRefsById } from './transfer-documents.ts'

export interface LedgerTransferFilter {
  account: LedgerAccountName
  enterpriseId?: string | undefined
  kind?: TransferKind | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

/** The longest span of days for the transfers of all enterprises. */
const SPAN_MAX_DAYS = 31

/** Refuses DAYS_NEEDED: transfers of all enterprises are listed for at most a month. */
function requireShortPeriod({ enterpriseId, dateFrom, dateTo }: LedgerTransferFilter): void {
  if (enterpriseId !== undefined) return
  if (dateFrom === undefined || dateTo === undefined || dateTo < dateFrom || dateTo >= addDays(dateFrom, SPAN_MAX_DAYS))
    refuse('DAYS_NEEDED')
}

const conditions = ({ account, enterpriseId, kind, dateFrom, dateTo }: LedgerTransferFilter): RawBuilder<unknown> =>
  sql.join(
    [
      ...[involvesAccountSql(account), isOfEnterpriseOrAnySql(enterpriseId)],
      kind ? sql`kind = ${kind}` : sql`true`,
      dateFrom ? sql`at >= ${getStartOfShanghaiDay(dateFrom)}` : sql`true`,
      dateTo ? sql`at < ${getStartOfNextShanghaiDay(dateTo)}` : sql`true`,
    ],
    sql` and `,
  )

/** Returns the balance of an account in fen at the beginning of a span. */
async function openingOf(db: Db, { account, enterpriseId, dateFrom }: LedgerTransferFilter): Promise<number> {
  if (dateFrom === undefined) return 0
  const { rows } = await sql<{ opening: number }>`
    select coalesce(sum(${signedAmountOfTransferSql(account)}), 0)::bigint as opening from ledger_transfer
    where ${involvesAccountSql(account)} and ${isOfEnterpriseOrAnySql(enterpriseId)} and at < ${getStartOfShanghaiDay(dateFrom)}`.execute(
    db,
  )
  return rows[0]?.opening ?? 0
}

interface Row {
  enterprise_id: string
  id: string
  kind: TransferKind
  title: string
  from_account: LedgerAccountName
  to_account: LedgerAccountName
  change: number
  kept: number | null
  running: number
  document: string
  value_day: string
  at: Date
  found: number
}

/**
 * Returns the balance after a transfer. Buyer accounts store it with each transfer. For platform accounts it is summed from the beginning,
 * which is only possible without a filter by kind; otherwise null.
 */
function afterOf(row: Row, { enterpriseId, account, kind }: LedgerTransferFilter, opening: number): number | null {
  if (enterpriseId !== undefined && isBuyerLedgerAccount(account)) return row.kept
  return kind === undefined ? opening + row.running : null
}

/** Returns a page of the transfers of an account, newest first, and their number. Refuses DAYS_NEEDED. */
export async function listLedgerAccountTransfers(
  db: Db,
  { limit, offset, ...filter }: LedgerTransferFilter & RowSlice,
): Promise<{ dataList: LedgerTransfer[]; total: number }> {
  requireShortPeriod(filter)
  const { account } = filter
  const all = withoutTenantGuard(db, 'console')
  const { rows } = await sql<Row>`
    with own as (
      select enterprise_id, id, kind, title, from_account, to_account, document, value_day, at, ${signedAmountOfTransferSql(account)} as change,
        case when to_account = ${account} then to_after_fen else from_after_fen end as kept,
        coalesce(case when to_account = ${account} then to_entry else from_entry end, 0) as entry
      from ledger_transfer where ${conditions(filter)})
    select *, (sum(change) over (order by at, enterprise_id, entry, id))::bigint as running, count(*) over () as found from own
    order by at desc, enterprise_id desc, entry desc, id desc ${limitAndOffsetSql({ limit, offset })}`.execute(all)
  const opening = await openingOf(all, filter)
  const documents = await findTransferDocumentRefsById(all, rows)
  const listed = rows.map((row) => {
    const after = afterOf(row, filter, opening)
    return {
      enterpriseId: row.enterprise_id,
      id: row.id,
      kind: row.kind,
      kindLabel: transferKinds[row.kind].label,
      title: row.title,
      from: ledgerAccountLabels[row.from_account].label,
      to: ledgerAccountLabels[row.to_account].label,
      change: fen(row.change),
      after: after === null ? null : fen(after),
      valueDay: row.value_day,
      at: row.at,
      document: documents.get(row.document) ?? { kind: 'other' as const, label: '', id: row.document },
    }
  })
  return { dataList: await attachEnterpriseNamesToRows(db, listed), total: rows[0]?.found ?? 0 }
}
