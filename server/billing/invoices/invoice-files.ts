// Reads and writes the table `invoice_file`: the files of an issue. Their bytes are in the file store under their ids.

import { type InvoiceFileFormat, invoiceFileFormats } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { anyOfIdsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { areSameDigests, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { InvoiceRef } from './invoice-store.ts'

/** Lists the stored file formats of the given issues, by issue. */
export async function listInvoiceFileFormatsByIssuance(
  db: Db,
  enterpriseId: string,
  issueIds: readonly string[],
): Promise<Map<string, InvoiceFileFormat[]>> {
  const rows = await db
    .selectFrom('invoice_file')
    .select(['issue_id', 'format'])
    .where('enterprise_id', '=', enterpriseId)
    .where('issue_id', '=', anyOfIdsSql(issueIds))
    .where('kept_at', 'is not', null)
    .execute()
  const order = Object.keys(invoiceFileFormats)
  const sorted = rows.sort((left, right) => order.indexOf(left.format) - order.indexOf(right.format))
  return new Map(issueIds.map((id) => [id, sorted.filter(({ issue_id }) => issue_id === id).map(({ format }) => format)]))
}

/** Inserts the row of a file before its bytes are stored. If a former attempt was interrupted, it is stored again. */
async function insertInvoiceFile(
  tx: Tx,
  moment: Moment,
  issue: InvoiceRef,
  { format, bytes }: { format: InvoiceFileFormat; bytes: Uint8Array },
): Promise<string> {
  const facts = { bytes: bytes.length, hash: sha256(Buffer.from(bytes)) }
  const { id } = await tx
    .insertInto('invoice_file')
    .values({ enterprise_id: issue.enterpriseId, id: moment.newId(), issue_id: issue.id, format, ...facts })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'issue_id', 'format']).doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a file: first its row, then its bytes, then a mark that they are complete. So the store never has bytes without a row. */
export async function saveInvoiceFile(
  { db, files }: { db: Db; files: FileStore },
  moment: Moment,
  issue: InvoiceRef,
  invoiceFile: { format: InvoiceFileFormat; bytes: Uint8Array },
): Promise<void> {
  const id = await runInTransaction(db, (tx) => insertInvoiceFile(tx, moment, issue, invoiceFile))
  await files.put(id, invoiceFile.bytes)
  await runInTransaction(db, (tx) =>
    tx
      .updateTable('invoice_file')
      .set({ kept_at: moment.now })
      .where('enterprise_id', '=', issue.enterpriseId)
      .where('id', '=', id)
      .execute(),
  )
}

/** Reads a file of an issue. Refuses INVOICE_FILE_NOT_FOUND. Throws if the store has lost or changed it. */
export async function readInvoiceFile(
  db: Db,
  files: FileStore,
  issue: InvoiceRef & { format: InvoiceFileFormat; name: string },
): Promise<BinaryFile> {
  const row = await db
    .selectFrom('invoice_file')
    .select(['id', 'hash'])
    .where('enterprise_id', '=', issue.enterpriseId)
    .where('issue_id', '=', issue.id)
    .where('format', '=', issue.format)
    .where('kept_at', 'is not', null)
    .executeTakeFirst()
  if (!row) refuse('INVOICE_FILE_NOT_FOUND')
  const bytes = await files.get(row.id)
  if (!bytes || !areSameDigests(sha256(Buffer.from(bytes)), row.hash)) throw new Error(`the store has lost or changed ${row.id}`)
  return { type: invoiceFileFormats[issue.format].type, bytes, name: `${issue.name}.${issue.format}` }
}

const starts = (file: Buffer, text: string) => file.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))

/** Detects the format of an uploaded file by its first bytes. Refuses INVOICE_FILE_UNREADABLE. */
export function detectInvoiceFileFormat(file: Buffer): InvoiceFileFormat {
  if (starts(file, '%PDF-')) return 'pdf'
  // An OFD file is a zip archive that contains OFD.xml.
  if (starts(file, 'PK\u0003\u0004') && file.includes('OFD.xml')) return 'ofd'
  if (/^\uFEFF?\s*<\?xml\s/.test(file.subarray(0, 64).toString('utf8'))) return 'xml'
  return refuse('INVOICE_FILE_UNREADABLE')
}
