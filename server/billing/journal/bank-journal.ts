// Reads the transfers by which money came to the bank or left it, with their lines of the bank statement.
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { BankJournalLine } from '#contract/billing/journal/console-api.ts'
import { type Fen, fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listOwnAccountLabels } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

interface BankJournalFilter {
  /** One of our accounts. What no line says the account of is of none. */
  accountNo?: string | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

const RECEIPT = '银行到账'

interface Row {
  id: string
  at: Date
  valueDay: string
  kind: string
  title: string
  accountNo: string | null
  payerName: string | null
  reference: string | null
  change: number
  balance: number
  enterpriseIds: string[] | null
  found: number
}

/**
 * Every movement of the bank: a receipt, a bill that was honoured without one or that a bank has given back, and money that was sent back. That a receipt was assigned is none. The sum
 * of all of them is the balance of the journal's bank account. `allocated`: what was done with the money of lines, sending it back among it; read apart because it is of companies.
 */
const movements = sql`
  select t.enterprise_id, t.id, t.at, t.value_day, t.title, t.document, t.kind, t.amount_fen as change
    from ledger_transfer t where t.enterprise_id = ${PLATFORM_ENTERPRISE_ID} and t.kind = 'bankToSuspense'
  union all select t.enterprise_id, t.id, t.at, t.value_day, t.title, t.document, t.kind, -t.amount_fen
    from ledger_transfer t where t.enterprise_id = ${PLATFORM_ENTERPRISE_ID} and t.kind = 'suspenseToBank'
      and not exists (select from allocated where allocated.id = t.document and allocated.kind <> 'back')
  union all select t.enterprise_id, t.id, t.at, t.value_day, t.title, t.document, t.kind, t.amount_fen
    from acceptance_bill b join ledger_transfer t on t.enterprise_id = b.enterprise_id and t.kind = 'honourAcceptance' and t.document = b.id
  union all select t.enterprise_id, t.id, t.at, t.value_day, t.title, t.document, t.kind, -t.amount_fen
    from acceptance_bill b join ledger_transfer t on t.enterprise_id = b.enterprise_id and t.kind = 'acceptanceRecourse' and t.document = b.id`

/**
 * Returns a page of the bank journal, newest first, and its length. The day of a receipt is that of its bank line, which a statement of the
 * bank may have corrected since. Balances in fen, positive: money in the bank; of one account, if the filter names it.
 */
export async function listBankJournal(
  db: Db,
  { accountNo, dateFrom, dateTo, limit, offset }: BankJournalFilter & RowSlice,
): Promise<{ dataList: BankJournalLine[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const ofAccount =
    accountNo === undefined
      ? sql``
      : sql`left join allocated a on a.id = m.document and m.kind = 'suspenseToBank'
        join bank_line l on l.id = coalesce(a.line_id, m.document) where l.account_no = ${accountNo}`
  const { rows } = await sql<Row>`
    with allocated as materialized (select a.id, a.kind, a.line_id from bank_allocation a where a.id in (
      select t.document from ledger_transfer t where t.enterprise_id = ${PLATFORM_ENTERPRISE_ID} and t.kind = 'suspenseToBank')),
    moved as (${movements}),
    summed as (select m.*, (sum(m.change) over (order by m.at, m.id))::bigint as balance from moved m ${ofAccount}),
    page as (select *, count(*) over () as found from summed
      where at >= ${getStartOfShanghaiDay(dateFrom ?? '2000-01-01')} and at < ${getStartOfNextShanghaiDay(dateTo ?? '2999-12-31')} order by at desc, id desc ${limitAndOffsetSql({ limit, offset })}),
    taken as materialized (select u.line_id, array_agg(distinct u.enterprise_id) as companies from bank_allocation u
      where u.kind <> 'back' and u.undone_at is null and u.line_id in (select document from page where kind = 'bankToSuspense') group by u.line_id)
    select p.id, p.at, coalesce(case when p.kind = 'bankToSuspense' then l.day end, p.value_day) as "valueDay", p.kind, p.title, l.account_no as "accountNo", l.payer_name as "payerName", l.reference, p.change, p.balance, p.found,
      case when p.kind in ('honourAcceptance', 'acceptanceRecourse') then array[p.enterprise_id] else u.companies end as "enterpriseIds"
    from page p left join allocated a on a.id = p.document and p.kind = 'suspenseToBank'
      left join bank_line l on l.id = coalesce(a.line_id, p.document)
      left join taken u on u.line_id = p.document and p.kind = 'bankToSuspense'
    order by p.at desc, p.id desc`.execute(all)
  const ids = [...new Set(rows.flatMap(({ enterpriseIds }) => enterpriseIds ?? []))]
  const named = new Map(
    (
      await attachEnterpriseNamesToRows(
        db,
        ids.map((enterpriseId) => ({ enterpriseId })),
      )
    ).map((one) => [one.enterpriseId, one]),
  )
  const accounts = await listOwnAccountLabels(db)
  const side = (amount: number): Fen => (amount > 0 ? fen(amount) : ZERO_FEN)
  return {
    dataList: rows.map(({ accountNo: of, change, balance, enterpriseIds, found: _, kind, title, ...row }) => ({
      ...row,
      account: of === null ? null : (accounts.get(of) ?? of),
      // Whether a receipt is assigned is another column's to say.
      title: kind === 'bankToSuspense' ? RECEIPT : title,
      payerName: row.payerName ?? '',
      reference: row.reference ?? '',
      debit: side(change),
      credit: side(-change),
      balance: fen(balance),
      enterprises: (enterpriseIds ?? []).flatMap((id) => named.get(id) ?? []),
    })),
    total: rows[0]?.found ?? 0,
  }
}
