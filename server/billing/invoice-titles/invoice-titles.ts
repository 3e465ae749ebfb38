// Reads and writes the table `invoice_title`.
import type { InvoiceTitleContent } from '#contract/billing/invoices/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface StoredInvoiceTitle extends InvoiceTitleContent {
  id: string
  isDefault: boolean
}

interface TitleRef {
  enterpriseId: string
  id: string
}

const titles = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('invoice_title')
    .select(['id', 'kind', 'name', 'tax_no', 'address', 'phone', 'bank', 'account_no', 'is_default'])
    .where('enterprise_id', '=', enterpriseId)

type Row = Awaited<ReturnType<ReturnType<typeof titles>['executeTakeFirstOrThrow']>>

const titleFrom = ({ tax_no, account_no, is_default, ...row }: Row): StoredInvoiceTitle => ({
  ...row,
  taxNo: tax_no,
  accountNo: account_no,
  isDefault: is_default,
})

/** Lists the titles of an enterprise, the default title first, then newest first. */
export async function listInvoiceTitles(db: Db, enterpriseId: string): Promise<StoredInvoiceTitle[]> {
  const rows = await titles(db, enterpriseId).orderBy('is_default', 'desc').orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(titleFrom)
}

export async function findInvoiceTitle(db: Db, { enterpriseId, id }: TitleRef): Promise<StoredInvoiceTitle | undefined> {
  const row = await titles(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && titleFrom(row)
}

const columnsOf = ({ kind, name, taxNo, address, phone, bank, accountNo }: InvoiceTitleContent) => ({
  kind,
  name,
  tax_no: taxNo,
  address,
  phone,
  bank,
  account_no: accountNo,
})

/** Sets the default title, or none. The caller has locked the titles of the enterprise. */
async function setDefault(tx: Tx, enterpriseId: string, id: string | undefined): Promise<void> {
  await tx
    .updateTable('invoice_title')
    .set({ is_default: false })
    .where('enterprise_id', '=', enterpriseId)
    .where('is_default', '=', true)
    .execute()
  if (id === undefined) return
  await tx.updateTable('invoice_title').set({ is_default: true }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

export async function insertInvoiceTitle(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, ...title }: TitleRef & InvoiceTitleContent & { isDefault: boolean },
): Promise<void> {
  const row = { ...columnsOf(title), enterprise_id: enterpriseId, id, is_default: false, created_at: moment.now }
  await tx.insertInto('invoice_title').values(row).execute()
  if (title.isDefault) await setDefault(tx, enterpriseId, id)
}

/** Replaces a title. Returns false if there is none. */
export async function updateInvoiceTitleRow(
  tx: Tx,
  { enterpriseId, id, ...title }: TitleRef & InvoiceTitleContent & { isDefault: boolean },
): Promise<boolean> {
  const known = await findInvoiceTitle(tx, { enterpriseId, id })
  if (!known) return false
  await tx.updateTable('invoice_title').set(columnsOf(title)).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
  if (title.isDefault !== known.isDefault) await setDefault(tx, enterpriseId, title.isDefault ? id : undefined)
  return true
}

/** Returns false if there is none. */
export async function deleteInvoiceTitleRow(tx: Tx, { enterpriseId, id }: TitleRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invoice_title')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
