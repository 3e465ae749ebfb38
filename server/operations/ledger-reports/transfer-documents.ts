import { sql } from 'kysely'
import type { LedgerTransferDocument } from '#contract/billing/finance/ledger-api.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The enterprise of a transfer, and the id of its document. */
interface Made {
  enterprise_id: string
  document: string
}

/**
 * The sequence in which a document id is looked up. The first match wins, because a repayment has the same id as the payment that made it.
 */
const ranks: readonly LedgerTransferDocument['kind'][] = [
  'order',
  'acceptance',
  'payment',
  'refund',
  'request',
  'statement',
  'bankLine',
  'other',
]

/**
 * Finds the documents of the given transfers: order, payment, refund, statement, acceptance bill, request or bank line, by id. Documents without a
 * screen are left out. The connection skips the tenant guard, because the transfers belong to several enterprises; each document is looked
 * up within its own.
 */
export async function findTransferDocumentRefsById(db: Db, transfers: readonly Made[]): Promise<Map<string, LedgerTransferDocument>> {
  const pairs = [...new Map(transfers.map((one) => [one.document, one])).values()]
  const { rows } = await sql<{ document: string; kind: LedgerTransferDocument['kind']; label: string; id: string }>`
    with w as (select * from unnest(${pairs.map((one) => one.enterprise_id)}::uuid[], ${pairs.map((one) => one.document)}::uuid[]) w(enterprise_id, document))
    select w.document, 'order' as kind, o.order_no as label, o.id from w join "order" o on o.enterprise_id = w.enterprise_id and o.id = w.document
    union all select w.document, 'order', o.order_no, o.id from w join parcel p on p.enterprise_id = w.enterprise_id and p.id = w.document
      join "order" o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
    union all select w.document, 'payment', p.title, p.id from w join payment p on p.enterprise_id = w.enterprise_id and p.id = w.document
    union all select w.document, 'refund', r.refund_no, r.id from w join refund r on r.enterprise_id = w.enterprise_id and r.id = w.document
    union all select w.document, 'acceptance', a.bill_no, a.id from w join acceptance_bill a on a.enterprise_id = w.enterprise_id and a.id = w.document
    union all select w.document, 'request', f.kind, f.id from w join finance_request f on f.enterprise_id = w.enterprise_id and f.id = w.document
    union all select w.document, 'statement', s.month, s.id from w join statement s on s.enterprise_id = w.enterprise_id and s.id = w.document
    union all select w.document, 'statement', l.month, l.id from w join statement_line l on l.enterprise_id = w.enterprise_id and l.id = w.document
    union all select distinct on (w.document) w.document, 'statement', s.month, s.id from w
      join statement_entry e on e.enterprise_id = w.enterprise_id and e.document = w.document
      join statement s on s.enterprise_id = e.enterprise_id and s.month = e.month
    union all select w.document, 'bankLine', l.reference, l.id from w join bank_line l on l.id = w.document`.execute(db)
  const found = new Map<string, LedgerTransferDocument>()
  for (const kind of ranks)
    for (const row of rows)
      if (row.kind === kind && !found.has(row.document)) found.set(row.document, { kind, label: row.label, id: row.id })
  return found
}
