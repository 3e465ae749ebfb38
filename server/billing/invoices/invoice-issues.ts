// Reads and writes the tables `invoice_issue` and `invoice_red_line`: requests to a provider, or to people, to issue an invoice or a red
// letter.
import type { InvoiceIssuanceState, RedLetterReason } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ReversedLineAmountAndTax } from '#contract/billing/invoices/tax.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { InvoiceRef } from './invoice-store.ts'

export interface InvoiceIssuance extends InvoiceRef, ReversedLineAmountAndTax {
  invoiceId: string
  kind: 'blue' | 'red'
  state: InvoiceIssuanceState
  way: 'provider' | 'hand'
  redReason: RedLetterReason | null
  note: string
  number: string | null
  issuedAt: Date | null
  tries: number
  nextTryAt: Date | null
  failure: string | null
  /** The seller as it was first sent to the provider; null: the provider was not called yet. */
  seller: InvoiceIssuingCompany | null
  createdAt: Date
}

/** A tax party: the company, or a branch of it with its own code. */
export interface InvoiceIssuingCompany {
  name: string
  taxNo: string
}

/** The part of an invoice line that a red letter reverses. */
export interface RedLetterLine extends ReversedLineAmountAndTax {
  issueId: string
  seq: number
}

const issues = (db: Db) =>
  db
    .selectFrom('invoice_issue')
    .select(['enterprise_id', 'id', 'invoice_id', 'kind', 'state', 'way', 'amount_fen', 'tax_fen', 'red_reason', 'note', 'number'])
    .select(['issued_at', 'tries', 'next_try_at', 'failure', 'created_at', 'seller_name', 'seller_tax_no'])

type Row = Awaited<ReturnType<ReturnType<typeof issues>['executeTakeFirstOrThrow']>>

const issueFrom = (row: Row): InvoiceIssuance => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  invoiceId: row.invoice_id,
  kind: row.kind,
  state: row.state,
  way: row.way,
  amountFen: row.amount_fen,
  taxFen: row.tax_fen,
  redReason: row.red_reason as RedLetterReason | null,
  note: row.note,
  number: row.number,
  issuedAt: row.issued_at,
  tries: row.tries,
  nextTryAt: row.next_try_at,
  failure: row.failure,
  seller: row.seller_name === null || row.seller_tax_no === null ? null : { name: row.seller_name, taxNo: row.seller_tax_no },
  createdAt: row.created_at,
})

/** Lists the issues of the given invoices of the given enterprises, first issue first. */
export async function listInvoiceIssuances(
  db: Db,
  enterpriseIds: readonly string[],
  invoiceIds: readonly string[],
): Promise<InvoiceIssuance[]> {
  const rows = await issues(db)
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('invoice_id', '=', anyOfIdsSql(invoiceIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(issueFrom)
}

/** Lists the issues of one invoice. */
export const listIssuancesOfOneInvoice = (db: Db, { enterpriseId, id }: InvoiceRef): Promise<InvoiceIssuance[]> =>
  listInvoiceIssuances(db, [enterpriseId], [id])

/** Finds an issue by its id alone, because providers and jobs do not know the enterprise. */
export async function findInvoiceIssuanceById(db: Db, id: string): Promise<InvoiceIssuance | undefined> {
  const row = await issues(withoutTenantGuard(db, 'finding work')).where('id', '=', id).executeTakeFirst()
  return row && issueFrom(row)
}

const DUE_BATCH = 100

/** Finds issues of all enterprises for which the provider is due to be called. */
export async function findDueInvoiceIssuanceIds(db: Db, now: Date): Promise<string[]> {
  const due = await withoutTenantGuard(db, 'finding work')
    .selectFrom('invoice_issue')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(DUE_BATCH)
    .execute()
  return due.map(({ id }) => id)
}

export type NewInvoiceIssuance = Pick<InvoiceIssuance, 'enterpriseId' | 'invoiceId' | 'kind' | 'way' | 'amountFen' | 'taxFen' | 'note'> & {
  redReason?: RedLetterReason
  /** Whether the provider is called at once, or only when the caller says so. */
  soon: boolean
}

/** Inserts an issue. Its id is the serial number for the provider, so it is fixed before the first call. */
export async function insertInvoiceIssuance(tx: Tx, moment: Moment, issue: NewInvoiceIssuance): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('invoice_issue')
    .values({
      enterprise_id: issue.enterpriseId,
      id,
      invoice_id: issue.invoiceId,
      kind: issue.kind,
      state: 'WAIT',
      way: issue.way,
      amount_fen: issue.amountFen,
      tax_fen: issue.taxFen,
      note: issue.note,
      red_reason: issue.redReason ?? null,
      next_try_at: issue.soon ? moment.now : null,
      created_at: moment.now,
    })
    .execute()
  if (issue.soon) await publishEvents(tx, moment, [{ topic: 'invoice.asked', enterpriseId: issue.enterpriseId, payload: { issueId: id } }])
  return id
}

export async function insertRedLetterLines(
  tx: Tx,
  { enterpriseId, id }: InvoiceRef,
  issueId: string,
  lines: readonly Omit<RedLetterLine, 'issueId'>[],
): Promise<void> {
  const rows = lines.map(({ seq, amountFen, taxFen }) => ({
    enterprise_id: enterpriseId,
    issue_id: issueId,
    invoice_id: id,
    seq,
    amount_fen: amountFen,
    tax_fen: taxFen,
  }))
  await tx.insertInto('invoice_red_line').values(rows).execute()
}

/** Lists the reversed parts of an invoice's lines. Cancelled red letters are left out. */
export async function listRedLetterLines(db: Db, { enterpriseId, id }: InvoiceRef): Promise<RedLetterLine[]> {
  const rows = await db
    .selectFrom('invoice_red_line as line')
    .innerJoin('invoice_issue as issue', (join) =>
      join.onRef('issue.enterprise_id', '=', 'line.enterprise_id').onRef('issue.id', '=', 'line.issue_id'),
    )
    .select(['line.issue_id', 'line.seq', 'line.amount_fen', 'line.tax_fen'])
    .where('line.enterprise_id', '=', enterpriseId)
    .where('line.invoice_id', '=', id)
    .where('issue.state', '<>', 'VOID')
    .orderBy('line.seq')
    .execute()
  return rows.map((row) => ({ issueId: row.issue_id, seq: row.seq, amountFen: row.amount_fen, taxFen: row.tax_fen }))
}

const update = (tx: Tx, { enterpriseId, id }: InvoiceRef) =>
  tx.updateTable('invoice_issue').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/**
 * Claims the next call for an issue if it is due and no other process has claimed it. The time of the following try is set first. Returns
 * whether it succeeded.
 */
export async function claimInvoiceIssuanceAttempt(
  tx: Tx,
  issue: InvoiceIssuance,
  { now, next }: { now: Date; next: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await update(tx, issue)
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_try_at: next }))
    .where('tries', '=', issue.tries)
    .where('next_try_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface InvoiceIssuanceUpdate {
  to?: InvoiceIssuanceState
  number?: string
  issuedAt?: Date
  failure?: string | null
  /** The time of the next call; null: never; undefined: unchanged. */
  nextTryAt?: Date | null
  /** Starts counting tries from the beginning. */
  anew?: true
}

/** Updates an issue. Refuses INVOICE_NUMBER_USED if another issue has the number. The caller has locked the invoice. */
export async function updateInvoiceIssuanceRow(tx: Tx, issue: InvoiceRef, change: InvoiceIssuanceUpdate): Promise<void> {
  await update(tx, issue)
    .set({
      ...(change.to === undefined ? {} : { state: change.to }),
      ...(change.number === undefined ? {} : { number: change.number, issued_at: change.issuedAt ?? null }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.nextTryAt === undefined ? {} : { next_try_at: change.nextTryAt }),
      // A different seller may be the reason of the new try.
      ...(change.anew ? { tries: 0, seller_name: null, seller_tax_no: null } : {}),
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('INVOICE_NUMBER_USED')
      throw error
    })
}

/** Stores the seller of an issue before the provider is called. */
export async function recordInvoiceIssuer(tx: Tx, issue: InvoiceRef, { name, taxNo }: InvoiceIssuingCompany): Promise<void> {
  await update(tx, issue).set({ seller_name: name, seller_tax_no: taxNo }).execute()
}

/** Starts the red letters that have waited until their invoice was issued. */
export async function startWaitingRedLetters(tx: Tx, moment: Moment, { enterpriseId, id }: InvoiceRef): Promise<void> {
  const rows = await tx
    .updateTable('invoice_issue')
    .set({ next_try_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('invoice_id', '=', id)
    .where('kind', '=', 'red')
    .where('state', '=', 'WAIT')
    .returning('id')
    .execute()
  await publishEvents(
    tx,
    moment,
    rows.map((row) => ({ topic: 'invoice.asked' as const, enterpriseId, payload: { issueId: row.id } })),
  )
}
