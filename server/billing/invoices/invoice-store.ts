// Reads and writes the tables `invoice` and `invoice_line`.

import type { InvoiceState } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { InvoiceTitleContent } from '#contract/billing/invoices/shapes.ts'
import { VAT_RATE_BP } from '#contract/billing/invoices/tax.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { toTaxClass, toTaxClassColumns } from '#server/catalog/categories/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface InvoiceRef {
  enterpriseId: string
  id: string
}

export interface Invoice extends InvoiceRef {
  invoiceNo: string
  /** null: it is for interest, which is of no shop. */
  shopId: string | null
  /** The month of its statement; null: it is for orders. */
  month: string | null
  userId: string
  state: InvoiceState
  title: InvoiceTitleContent
  email: string
  remark: string
  amountFen: Fen
  taxFen: Fen
  rateBp: number
  redFen: Fen
  reason: string | null
  mistaken: boolean
  stateAt: Date
  createdAt: Date
  issuedAt: Date | null
}

export interface InvoiceLineRow {
  invoiceId: string
  seq: number
  /** null, as is the SKU: interest. Its part is the invoice. */
  orderId: string | null
  orderNo: string | null
  partId: string
  orderLineNo: number
  skuId: string | null
  /** null: the goods had no tax class at the time of the request, or the request is older than tax classes. */
  taxClass: TaxClass | null
  rateBp: number
  goodsName: string
  spec: string
  unit: string
  quantity: number | null
  amountFen: Fen
  taxFen: Fen
  /** The amount of its red letters, requested or issued. */
  redFen: Fen
  live: boolean
}

export const buildInvoiceQuery = (db: Db) =>
  db
    .selectFrom('invoice')
    .select(['enterprise_id', 'id', 'invoice_no', 'shop_id', 'month', 'user_id', 'state', 'title', 'email', 'remark', 'amount_fen'])
    .select(['tax_fen', 'rate_bp', 'red_fen', 'reason', 'mistaken', 'state_at', 'created_at', 'issued_at'])

type Row = Awaited<ReturnType<ReturnType<typeof buildInvoiceQuery>['executeTakeFirstOrThrow']>>

export const toInvoice = (row: Row): Invoice => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  invoiceNo: row.invoice_no,
  shopId: row.shop_id,
  month: row.month,
  userId: row.user_id,
  state: row.state,
  title: row.title as unknown as InvoiceTitleContent,
  email: row.email,
  remark: row.remark,
  amountFen: row.amount_fen,
  taxFen: row.tax_fen,
  rateBp: row.rate_bp,
  redFen: row.red_fen,
  reason: row.reason,
  mistaken: row.mistaken,
  stateAt: row.state_at,
  createdAt: row.created_at,
  issuedAt: row.issued_at,
})

const one = (db: Db, { enterpriseId, id }: InvoiceRef) =>
  buildInvoiceQuery(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id)

export async function findInvoice(db: Db, ref: InvoiceRef): Promise<Invoice | undefined> {
  const row = await one(db, ref).executeTakeFirst()
  return row && toInvoice(row)
}

/** Locks an invoice until the transaction ends. Code that also locks orders locks them first. */
export async function lockInvoice(tx: Tx, ref: InvoiceRef): Promise<Invoice | undefined> {
  const row = await one(tx, ref).forNoKeyUpdate().executeTakeFirst()
  return row && toInvoice(row)
}

const allLines = (db: Db) =>
  db
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', (join) => join.onRef('i.enterprise_id', '=', 'l.enterprise_id').onRef('i.id', '=', 'l.invoice_id'))
    .selectAll('l')
    .select('i.rate_bp as invoice_rate_bp')
const lines = (db: Db, enterpriseId: string) => allLines(db).where('l.enterprise_id', '=', enterpriseId)
type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>
const lineFrom = (row: LineRow): InvoiceLineRow => ({
  invoiceId: row.invoice_id,
  seq: row.seq,
  orderId: row.order_id,
  orderNo: row.order_no,
  partId: row.part_id,
  orderLineNo: row.order_line_no,
  skuId: row.sku_id,
  taxClass: toTaxClass(row.tax_code, row.tax_name),
  rateBp: row.rate_bp ?? row.invoice_rate_bp,
  goodsName: row.goods_name,
  spec: row.spec,
  unit: row.unit,
  quantity: row.quantity,
  amountFen: row.amount_fen,
  taxFen: row.tax_fen,
  redFen: row.red_fen,
  live: row.live,
})

/** Lists the lines of the given invoices of the given enterprises. */
export async function listInvoiceLines(db: Db, enterpriseIds: readonly string[], ids: readonly string[]): Promise<InvoiceLineRow[]> {
  const rows = await allLines(db)
    .where('l.enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('l.invoice_id', '=', anyOfIdsSql(ids))
    .orderBy('l.invoice_id')
    .orderBy('l.seq')
    .execute()
  return rows.map(lineFrom)
}

/** Lists the lines of one invoice. */
export const listLinesOfOneInvoice = (db: Db, { enterpriseId, id }: InvoiceRef): Promise<InvoiceLineRow[]> =>
  listInvoiceLines(db, [enterpriseId], [id])

/** Lists the live lines of an order. */
export async function listLiveInvoiceLinesOfOrder(db: Db, enterpriseId: string, orderId: string): Promise<InvoiceLineRow[]> {
  const rows = await lines(db, enterpriseId)
    .where('l.order_id', '=', orderId)
    .where('l.live', '=', true)
    .orderBy('l.invoice_id')
    .orderBy('l.seq')
    .execute()
  return rows.map(lineFrom)
}

/** Lists the live lines of interest of a company, the earliest invoice first. */
export async function listLiveInterestInvoiceLines(db: Db, enterpriseId: string): Promise<InvoiceLineRow[]> {
  const rows = await lines(db, enterpriseId)
    .where('l.order_id', 'is', null)
    .where('l.live', '=', true)
    .orderBy('i.created_at')
    .orderBy('l.invoice_id')
    .orderBy('l.seq')
    .execute()
  return rows.map(lineFrom)
}

export type NewInvoiceLine = Omit<InvoiceLineRow, 'invoiceId' | 'seq' | 'redFen' | 'live'>
/** What a line says before it is in an invoice. */
export type DraftInvoiceLine = Omit<NewInvoiceLine, 'partId' | 'orderLineNo'>
export type NewInvoice = Pick<Invoice, 'enterpriseId' | 'id' | 'shopId' | 'month' | 'userId' | 'title' | 'email' | 'remark'> & {
  replaces: string | null
  lines: readonly NewInvoiceLine[]
}

/**
 * Inserts a request and returns its number: the date and ten random letters, which do not reveal how many there are. A line that is in
 * another request violates a unique key.
 */
export async function insertInvoice(tx: Tx, moment: Moment, invoice: NewInvoice): Promise<string> {
  const invoiceNo = `FP${toShanghaiDay(moment.now).replaceAll('-', '')}${moment.bytes(5).toString('hex').toUpperCase()}`
  const { enterpriseId, id } = invoice
  await tx
    .insertInto('invoice')
    .values({
      enterprise_id: enterpriseId,
      id,
      invoice_no: invoiceNo,
      shop_id: invoice.shopId,
      month: invoice.month,
      user_id: invoice.userId,
      state: 'APPLIED',
      title: JSON.stringify(invoice.title),
      email: invoice.email,
      remark: invoice.remark,
      rate_bp: invoice.lines[0]?.rateBp ?? VAT_RATE_BP,
      amount_fen: sum(invoice.lines.map(({ amountFen }) => amountFen)),
      tax_fen: sum(invoice.lines.map(({ taxFen }) => taxFen)),
      replaces: invoice.replaces,
      entries: 0,
      state_at: moment.now,
      created_at: moment.now,
    })
    .execute()
  const rows = invoice.lines.map((line, at) => ({
    enterprise_id: enterpriseId,
    invoice_id: id,
    seq: at + 1,
    order_id: line.orderId,
    order_no: line.orderNo,
    part_id: line.partId,
    order_line_no: line.orderLineNo,
    goods_name: line.goodsName,
    spec: line.spec,
    unit: line.unit,
    quantity: line.quantity,
    sku_id: line.skuId,
    ...toTaxClassColumns(line.taxClass),
    amount_fen: line.amountFen,
    tax_fen: line.taxFen,
    rate_bp: line.rateBp,
  }))
  await tx.insertInto('invoice_line').values(rows).execute()
  return invoiceNo
}

export type InvoiceColumnChanges = Partial<Pick<Invoice, 'amountFen' | 'taxFen' | 'rateBp' | 'redFen' | 'reason' | 'mistaken' | 'issuedAt'>>
type Step = { to?: InvoiceState; change?: InvoiceColumnChanges }

/** Sets the state of a locked invoice and the columns that change with it. */
export async function updateInvoiceRow(tx: Tx, moment: Moment, ref: InvoiceRef, { to, change = {} }: Step): Promise<void> {
  const columns = {
    ...(to === undefined ? {} : { state: to, state_at: moment.now }),
    ...(change.amountFen === undefined ? {} : { amount_fen: change.amountFen }),
    ...(change.taxFen === undefined ? {} : { tax_fen: change.taxFen }),
    ...(change.rateBp === undefined ? {} : { rate_bp: change.rateBp }),
    ...(change.redFen === undefined ? {} : { red_fen: change.redFen }),
    ...(change.reason === undefined ? {} : { reason: change.reason }),
    ...(change.mistaken === undefined ? {} : { mistaken: change.mistaken }),
    ...(change.issuedAt === undefined ? {} : { issued_at: change.issuedAt }),
  }
  await tx.updateTable('invoice').set(columns).where('enterprise_id', '=', ref.enterpriseId).where('id', '=', ref.id).execute()
}

export type InvoiceLineColumnChanges = Partial<
  Pick<InvoiceLineRow, 'amountFen' | 'taxFen' | 'redFen' | 'quantity' | 'live' | 'rateBp'> & { taxClass: TaxClass }
>

/** Changes one, some or all lines of a locked invoice. */
export async function updateInvoiceLineRows(
  tx: Tx,
  ref: InvoiceRef,
  { seq, change }: { seq?: number | readonly number[]; change: InvoiceLineColumnChanges },
): Promise<void> {
  let query = tx
    .updateTable('invoice_line')
    .set({
      ...(change.amountFen === undefined ? {} : { amount_fen: change.amountFen }),
      ...(change.taxFen === undefined ? {} : { tax_fen: change.taxFen }),
      ...(change.redFen === undefined ? {} : { red_fen: change.redFen }),
      ...(change.quantity === undefined ? {} : { quantity: change.quantity }),
      ...(change.live === undefined ? {} : { live: change.live }),
      ...(change.rateBp === undefined ? {} : { rate_bp: change.rateBp }),
      ...(change.taxClass === undefined ? {} : toTaxClassColumns(change.taxClass)),
    })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('invoice_id', '=', ref.id)
  if (seq !== undefined) query = query.where('seq', 'in', [seq].flat())
  await query.execute()
}

/** Takes the number of the next entry in an invoice's history. */
export async function takeNextInvoiceHistoryEntryNumber(tx: Tx, { enterpriseId, id }: InvoiceRef): Promise<number> {
  const { entries } = await tx
    .updateTable('invoice')
    .set(({ eb }) => ({ entries: eb('entries', '+', 1) }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning('entries')
    .executeTakeFirstOrThrow()
  return entries
}
