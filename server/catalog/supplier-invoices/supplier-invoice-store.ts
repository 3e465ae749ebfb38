// Reads the table `supplier_invoice`, and locks an invoice.
import { sql } from 'kysely'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import type { SupplierInvoice } from '#contract/catalog/supplier-invoices/shapes.ts'
import {
  type SupplierInvoiceState,
  type SupplierInvoiceVerb,
  supplierInvoiceLifecycle,
} from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { BasisPoints, Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { findSupplierIdsByName, findSupplierNamesById } from '#server/catalog/suppliers/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery, requireRowAtVersion } from '#server/platform/core/row-edits.ts'

/** Names an invoice, and who wants to see it. */
export interface SupplierInvoiceRef {
  id: string
  staffId: string
}

/** Selects the invoices whose goods are all of shops that a staff member keeps. */
async function matching(db: Db, staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  return db.selectFrom('supplier_invoice').where(areAllInShopsOrUnrestrictedSql('shop_ids', own))
}
type Matching = Awaited<ReturnType<typeof matching>>

/** SQL: whether a line differs from what was ordered or came; it needs the line as `line` and its invoice. */
const isDifferentSql = sql<boolean>`(line.over_ordered > 0 or line.over_received > 0 or line.rate_bp <> line.ordered_rate_bp
  or abs(line.net_fen + line.tax_fen - line.ordered_fen)::numeric * 10000 > line.ordered_fen::numeric * supplier_invoice.tolerance_bp)`

const withColumns = (query: Matching) =>
  query
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('supplier_invoice_line as line')
          .innerJoin('purchase_order as ordered', 'ordered.id', 'line.purchase_order_id')
          .whereRef('line.supplier_invoice_id', '=', 'supplier_invoice.id')
          .select([sql<number>`count(*)::int`.as('lines'), sql<number>`(count(*) filter (where ${isDifferentSql}))::int`.as('different')])
          .select(sql<Fen>`sum(line.net_fen + line.tax_fen - line.ordered_fen)::bigint`.as('priceDifference'))
          .select(sql<Fen>`sum(line.net_fen - line.ordered_net_fen)::bigint`.as('variance'))
          .select(
            sql<
              { id: string; orderNo: string }[]
            >`jsonb_agg(distinct jsonb_build_object('orderNo', ordered.order_no, 'id', ordered.id))`.as('orders'),
          )
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['id', 'state', 'supplier_id', 'invoice_code', 'invoice_number', 'net_fen', 'tax_fen', 'total_fen', 'tolerance_bp'])
    .select(['holds_units', 'note', 'made_by', 'made_at', 'typed_by', 'decided_by', 'decided_at', 'reason'])
    .select(['voided_by', 'voided_at', 'void_reason'])
    .select(['sums.lines', 'sums.different', 'sums.priceDifference', 'sums.variance', 'sums.orders'])
    .select(sql<string>`invoiced_on::text`.as('invoiced_on'))
    .select(buildRowVersionSubquery('supplierInvoice', 'supplier_invoice.id').as('rowVersion'))
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

async function describe(db: Db, rows: readonly Row[]): Promise<SupplierInvoice[]> {
  const suppliers = await findSupplierNamesById(
    db,
    rows.map(({ supplier_id }) => supplier_id),
  )
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    supplierId: row.supplier_id,
    supplierName: suppliers.get(row.supplier_id) ?? '',
    invoiceCode: row.invoice_code,
    invoiceNumber: row.invoice_number,
    invoicedOn: row.invoiced_on,
    net: row.net_fen,
    tax: row.tax_fen,
    total: row.total_fen,
    lines: row.lines,
    different: row.different,
    priceDifference: row.priceDifference,
    variance: row.variance,
    orders: row.orders,
    holdsUnits: row.holds_units,
    note: row.note,
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
    decidedBy: people.get(row.decided_by ?? '') ?? '',
    decidedAt: row.decided_at,
    reason: row.reason,
    voidedBy: people.get(row.voided_by ?? '') ?? '',
    voidedAt: row.voided_at,
    voidReason: row.void_reason,
    rowVersion: row.rowVersion,
  }))
}

type Filter = Omit<InputOf<typeof consoleSupplierInvoiceEndpoints.list>, 'pageNo' | 'pageSize'>

async function filterInvoices(db: Db, { state, invoiceNumber, orderNo, supplier, dateFrom, dateTo }: Filter, staffId: string) {
  let query = await matching(db, staffId)
  if (state) query = query.where('state', '=', state)
  if (invoiceNumber) query = query.where('invoice_number', '=', invoiceNumber)
  if (supplier) query = query.where('supplier_id', '=', anyOfIdsSql(await findSupplierIdsByName(db, supplier)))
  if (dateFrom) query = query.where('invoiced_on', '>=', dateFrom)
  if (dateTo) query = query.where('invoiced_on', '<=', dateTo)
  if (!orderNo) return query
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('supplier_invoice_line as own')
        .innerJoin('purchase_order as named', 'named.id', 'own.purchase_order_id')
        .whereRef('own.supplier_invoice_id', '=', 'supplier_invoice.id')
        .where('named.order_no', '=', orderNo)
        .select('own.line_no'),
    ),
  )
}

/** The states in which an invoice waits for somebody: to be decided, or to be corrected. */
const WAITING: readonly SupplierInvoiceState[] = ['DIFFERENT', 'RETURNED']

/** Lists a page of the invoices that a staff member sees: those of a state that waits, the longest first; others as typed, the last first. */
export async function listSupplierInvoices(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleSupplierInvoiceEndpoints.list>,
  staffId: string,
): Promise<{ dataList: SupplierInvoice[]; total: number }> {
  const query = await filterInvoices(db, filter, staffId)
  const direction = getSortDirectionByState(filter.state, WAITING)
  const ordered = withColumns(query)
    .orderBy(direction === 'asc' ? 'state_at' : 'made_at', direction)
    .orderBy('id')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  return { dataList: await describe(db, rows), total }
}

/** Reads an invoice. Refuses SUPPLIER_INVOICE_NOT_FOUND, also for one with goods of a shop that the person does not keep. */
export async function requireSupplierInvoice(
  db: Db,
  { id, staffId }: SupplierInvoiceRef,
): Promise<{ invoice: SupplierInvoice; toleranceBp: number; own: boolean }> {
  const row = await withColumns((await matching(db, staffId)).where('id', '=', id)).executeTakeFirst()
  const [invoice] = row ? await describe(db, [row]) : []
  if (!row || !invoice) refuse('SUPPLIER_INVOICE_NOT_FOUND')
  return { invoice, toleranceBp: row.tolerance_bp, own: [row.made_by, row.typed_by].includes(staffId) }
}

/** Finds an invoice of this number and code that is not voided, among those that a person sees. */
export async function findValidInvoiceByNumber(
  db: Db,
  { invoiceNumber, invoiceCode }: { invoiceNumber: string; invoiceCode: string },
  staffId: string,
): Promise<{ madeAt: Date; state: SupplierInvoiceState } | undefined> {
  return (await matching(db, staffId))
    .select(['made_at as madeAt', 'state'])
    .where('invoice_number', '=', invoiceNumber)
    .where('invoice_code', '=', invoiceCode)
    .where('state', '<>', 'VOID')
    .executeTakeFirst()
}

export interface LockedSupplierInvoice {
  id: string
  state: SupplierInvoiceState
  supplierId: string
  holdsUnits: boolean
  madeBy: string
  typedBy: string
  toleranceBp: BasisPoints
}

const { accept, correct, rematch, sendBack, void: annul } = consoleSupplierInvoiceEndpoints
const changeTexts = {
  [correct.path]: '更正这张采购发票',
  [rematch.path]: '重新匹配',
  [accept.path]: '接受差异',
  [sendBack.path]: '退回更正',
  [annul.path]: '作废这张采购发票',
}

/**
 * Locks an invoice at the version that the person has seen until the transaction ends. That it was decided meanwhile is said before that it
 * was changed. Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE, ROW_CHANGED.
 */
export async function lockSupplierInvoice(
  tx: Tx,
  moment: Moment,
  { id, staffId, rowVersion }: SupplierInvoiceRef & { rowVersion: number },
  verb: SupplierInvoiceVerb,
): Promise<LockedSupplierInvoice> {
  const row = await (await matching(tx, staffId))
    .where('id', '=', id)
    .select(['id', 'state', 'supplier_id as supplierId', 'holds_units as holdsUnits', 'made_by as madeBy', 'typed_by as typedBy'])
    .select('tolerance_bp as toleranceBp')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) refuse('SUPPLIER_INVOICE_NOT_FOUND')
  const { states, verbs } = supplierInvoiceLifecycle
  if (!(verbs[verb].from as readonly SupplierInvoiceState[]).includes(row.state))
    await refuseNamingColleague(tx, moment, {
      reason: 'SUPPLIER_INVOICE_STATE',
      change: await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts }),
      msg: `采购发票${states[row.state].label}，请刷新后查看`,
    })
  await requireRowAtVersion(tx, { kind: 'supplierInvoice', key: id, seen: rowVersion })
  return row
}
