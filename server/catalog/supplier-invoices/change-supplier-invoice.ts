// The steps of an invoice of a supplier: typed, corrected, matched again, accepted, sent back, voided.
import { isTaxOfLinesTooFar, sumInvoicedAmounts, TAX_ROUNDING_IN_ALL_FEN } from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoiceLineInput } from '#contract/catalog/supplier-invoices/shapes.ts'
import {
  type SupplierInvoiceState,
  type SupplierInvoiceVerb,
  supplierInvoiceLifecycle,
} from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { type BasisPoints, type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockPurchaseOrders } from '#server/catalog/purchase-orders/public.ts'
import { readPurchasePriceToleranceBp } from '#server/content/content/public.ts'
import { requireSecondPersonToAll } from '#server/people/dual-control/public.ts'
import { isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { recordRowEdit } from '#server/platform/core/row-edits.ts'
import { lockOrdersAndMatch, type MatchedSupplierInvoice } from './match-supplier-invoice.ts'
import { holdOrReleaseInvoicedUnits, readTypedInvoiceLines, replaceInvoiceLines, updateMatchedUnits } from './supplier-invoice-lines.ts'
import {
  findValidInvoiceByNumber,
  type LockedSupplierInvoice,
  lockSupplierInvoice,
  type SupplierInvoiceRef,
} from './supplier-invoice-store.ts'

interface TypedInvoice {
  invoiceCode: string
  invoiceNumber: string
  invoicedOn: string
  net: Fen
  tax: Fen
  total: Fen
  note: string
  lines: readonly SupplierInvoiceLineInput[]
}
type VersionedRef = SupplierInvoiceRef & { rowVersion: number }

/** Checks the head against its lines and the day. Refuses SUPPLIER_INVOICE_TOTALS, SUPPLIER_INVOICE_DAY. */
function requireHeadFitsLines(moment: Moment, { net, tax, total, invoicedOn, lines }: TypedInvoice): void {
  if (invoicedOn > toShanghaiDay(moment.now)) refuse('SUPPLIER_INVOICE_DAY', { field: 'invoicedOn' })
  if (isTaxOfLinesTooFar(lines)) {
    const msg = `各行税额合计与按税率计算的相差超过 ${formatMoney(TAX_ROUNDING_IN_ALL_FEN)}，请核对`
    refuse('SUPPLIER_INVOICE_TOTALS', { msg, field: 'total' })
  }
  const sums = sumInvoicedAmounts(lines)
  if (sums.net === net && sums.tax === tax && sums.total === total) return
  const msg = `各行合计为金额 ${formatMoney(sums.net)}、税额 ${formatMoney(sums.tax)}、价税合计 ${formatMoney(sums.total)}，与票面不符，请核对`
  refuse('SUPPLIER_INVOICE_TOTALS', { msg, field: 'total' })
}

const toColumns = (
  { invoiceCode, invoiceNumber, invoicedOn, net, tax, total, note }: TypedInvoice,
  { shopIds, holdsUnits, isDifferent }: MatchedSupplierInvoice,
  { toleranceBp, staffId, moment }: { toleranceBp: BasisPoints; staffId: string; moment: Moment },
) => ({
  shop_ids: shopIds,
  invoice_code: invoiceCode,
  invoice_number: invoiceNumber,
  invoiced_on: invoicedOn,
  state: isDifferent ? ('DIFFERENT' as const) : ('MATCHED' as const),
  net_fen: net,
  tax_fen: tax,
  total_fen: total,
  tolerance_bp: toleranceBp,
  holds_units: holdsUnits,
  note,
  typed_by: staffId,
  state_at: moment.now,
})

/** Says when the same invoice was recorded before, and what became of it, to who sees it. */
async function refuseKnown(tx: Tx, typed: Pick<TypedInvoice, 'invoiceNumber' | 'invoiceCode'>, staffId: string): Promise<never> {
  const before = await findValidInvoiceByNumber(tx, typed, staffId)
  const text = before ? `（${formatShanghaiTime(before.madeAt).slice(0, 16)}，${supplierInvoiceLifecycle.states[before.state].label}）` : ''
  return refuse('SUPPLIER_INVOICE_KNOWN', { msg: `发票 ${typed.invoiceNumber} 已登记过${text}`, field: 'invoiceNumber' })
}

/** Counts the units of an invoice whose lines were just matched under the locks of their orders, so that they fit. */
async function holdMatchedUnits(tx: Tx, { lines, holdsUnits }: MatchedSupplierInvoice): Promise<void> {
  if (holdsUnits && !(await holdOrReleaseInvoicedUnits(tx, lines, 'hold'))) refuse('SUPPLIER_INVOICE_UNITS')
}

/** Counts the units of lines of locked orders as invoiced no more. Throws if one of the lines is no longer there. */
async function releaseUnits(tx: Tx, lines: readonly SupplierInvoiceLineInput[]): Promise<void> {
  if (!(await holdOrReleaseInvoicedUnits(tx, lines, 'release'))) throw new Error('the units of an invoice were not all released')
}

/**
 * Records an invoice and matches it. Refuses SUPPLIER_INVOICE_KNOWN, SUPPLIER_INVOICE_LINES, SUPPLIER_INVOICE_TOTALS, SUPPLIER_INVOICE_DAY,
 * PURCHASE_ORDER_NOT_FOUND.
 */
export async function createSupplierInvoice(
  tx: Tx,
  moment: Moment,
  { supplierId, staffId, ...typed }: TypedInvoice & { supplierId: string; staffId: string },
): Promise<{ id: string; state: SupplierInvoiceState; holdsUnits: boolean }> {
  requireHeadFitsLines(moment, typed)
  const toleranceBp = await readPurchasePriceToleranceBp(tx)
  const matched = await lockOrdersAndMatch(tx, { supplierId, lines: typed.lines, holdsUnits: false, toleranceBp, staffId })
  const columns = toColumns(typed, matched, { toleranceBp, staffId, moment })
  const row = Object.assign({ id: moment.newId(), supplier_id: supplierId, made_by: staffId, made_at: moment.now }, columns)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('supplier_invoice')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return refuseKnown(tx, typed, staffId)
  await replaceInvoiceLines(tx, row.id, matched.lines)
  await holdMatchedUnits(tx, matched)
  return { id: row.id, state: row.state, holdsUnits: row.holds_units }
}

const formatLines = (lines: readonly SupplierInvoiceLineInput[]): string =>
  `${lines.length} 行 ${formatMoney(sumInvoicedAmounts(lines).total)}`

const formatCorrection = (before: readonly SupplierInvoiceLineInput[], after: readonly SupplierInvoiceLineInput[]): string =>
  `更正 ${formatLines(before)} → ${formatLines(after)}`

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('SUPPLIER_INVOICE_KNOWN', { field: 'invoiceNumber' })
  throw error
}

/**
 * Replaces what was typed of an invoice that was sent back, and matches it again. Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE,
 * ROW_CHANGED, and as `createSupplierInvoice`.
 */
export async function correctSupplierInvoice(
  tx: Tx,
  moment: Moment,
  { id, staffId, rowVersion, ...typed }: TypedInvoice & VersionedRef,
): Promise<{ state: SupplierInvoiceState; holdsUnits: boolean }> {
  const { supplierId } = await lockSupplierInvoice(tx, moment, { id, staffId, rowVersion }, 'differ')
  requireHeadFitsLines(moment, typed)
  const toleranceBp = await readPurchasePriceToleranceBp(tx)
  const matched = await lockOrdersAndMatch(tx, { supplierId, lines: typed.lines, holdsUnits: false, toleranceBp, staffId })
  const columns = toColumns(typed, matched, { toleranceBp, staffId, moment })
  await tx
    .updateTable('supplier_invoice')
    .set(Object.assign({ decided_by: null, decided_at: null, reason: '' }, columns))
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken)
  const before = await readTypedInvoiceLines(tx, id)
  await replaceInvoiceLines(tx, id, matched.lines)
  await holdMatchedUnits(tx, matched)
  await recordRowEdit(tx, moment, { kind: 'supplierInvoice', key: id, staffId, what: formatCorrection(before, typed.lines) })
  return { state: columns.state, holdsUnits: columns.holds_units }
}

/**
 * Matches an invoice with differences again, after goods came or another invoice was voided. A tolerance that has become larger meanwhile
 * does not count. Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE, ROW_CHANGED, and SUPPLIER_INVOICE_LINES if an order of it was
 * cancelled.
 */
export async function rematchSupplierInvoice(tx: Tx, moment: Moment, ref: VersionedRef): Promise<{ state: SupplierInvoiceState }> {
  const { id, supplierId, holdsUnits, toleranceBp: earlierToleranceBp } = await lockSupplierInvoice(tx, moment, ref, 'accept')
  const toleranceBp = Math.min(earlierToleranceBp, await readPurchasePriceToleranceBp(tx))
  const lines = await readTypedInvoiceLines(tx, id)
  const matched = await lockOrdersAndMatch(tx, { supplierId, lines, holdsUnits, toleranceBp, staffId: ref.staffId })
  const state = matched.isDifferent ? 'DIFFERENT' : 'MATCHED'
  if (holdsUnits && !matched.holdsUnits) await releaseUnits(tx, lines)
  await tx
    .updateTable('supplier_invoice')
    .set({ state, tolerance_bp: toleranceBp, holds_units: matched.holdsUnits, state_at: moment.now })
    .where('id', '=', id)
    .execute()
  await updateMatchedUnits(tx, id, matched.lines)
  if (!holdsUnits) await holdMatchedUnits(tx, matched)
  await recordRowEdit(tx, moment, { kind: 'supplierInvoice', key: id, staffId: ref.staffId, what: '重新匹配' })
  return { state }
}

interface Decision extends VersionedRef {
  reason: string
}

/** Moves a locked invoice by a decision of a person, and releases its units if it ends or is sent back. */
async function decide(
  tx: Tx,
  moment: Moment,
  { invoice, verb, reason, staffId }: { invoice: LockedSupplierInvoice; verb: SupplierInvoiceVerb; reason: string; staffId: string },
): Promise<void> {
  const { id, holdsUnits } = invoice
  const { to, label } = supplierInvoiceLifecycle.verbs[verb]
  const isKept = verb === 'accept'
  const by =
    verb === 'void'
      ? { voided_by: staffId, voided_at: moment.now, void_reason: reason }
      : { decided_by: staffId, decided_at: moment.now, reason }
  if (holdsUnits && !isKept) {
    const lines = await readTypedInvoiceLines(tx, id)
    await lockPurchaseOrders(tx, { ids: lines.map(({ purchaseOrderId }) => purchaseOrderId), staffId })
    await releaseUnits(tx, lines)
  }
  await tx
    .updateTable('supplier_invoice')
    .set(Object.assign({ state: to, holds_units: isKept, state_at: moment.now }, by))
    .where('id', '=', id)
    .execute()
  await recordRowEdit(tx, moment, { kind: 'supplierInvoice', key: id, staffId, what: label })
}

/**
 * Accepts what differs, by a person who has not typed it. Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE, ROW_CHANGED,
 * SECOND_PERSON_NEEDED, SECOND_PERSON_TIED, and SUPPLIER_INVOICE_UNITS as long as more units are on it than came.
 */
export async function acceptSupplierInvoice(tx: Tx, moment: Moment, { reason, ...ref }: Decision): Promise<void> {
  const { staffId } = ref
  const invoice = await lockSupplierInvoice(tx, moment, ref, 'accept')
  const firstIds = [invoice.madeBy, invoice.typedBy]
  await requireSecondPersonToAll(tx, { firstIds, secondId: staffId }, moment, '登记发票的人不能接受它的差异，请由另一人处理')
  if (!invoice.holdsUnits) refuse('SUPPLIER_INVOICE_UNITS')
  await decide(tx, moment, { invoice, verb: 'accept', reason, staffId })
}

/** Sends an invoice with differences back to be corrected. Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE, ROW_CHANGED. */
export async function sendBackSupplierInvoice(tx: Tx, moment: Moment, { reason, ...ref }: Decision): Promise<void> {
  const invoice = await lockSupplierInvoice(tx, moment, ref, 'sendBack')
  await decide(tx, moment, { invoice, verb: 'sendBack', reason, staffId: ref.staffId })
}

/**
 * Voids an invoice: it is kept, and its number may be typed again. One that is matched or accepted is voided by a person who has not typed it.
 * Refuses SUPPLIER_INVOICE_NOT_FOUND, SUPPLIER_INVOICE_STATE, ROW_CHANGED, SECOND_PERSON_NEEDED, SECOND_PERSON_TIED.
 */
export async function voidSupplierInvoice(tx: Tx, moment: Moment, { reason, ...ref }: Decision): Promise<void> {
  const invoice = await lockSupplierInvoice(tx, moment, ref, 'void')
  if (invoice.state === 'MATCHED' || invoice.state === 'ACCEPTED') {
    const people = { firstIds: [invoice.madeBy, invoice.typedBy], secondId: ref.staffId }
    await requireSecondPersonToAll(tx, people, moment, '已匹配的发票不能由登记它的人作废，请由另一人处理')
  }
  await decide(tx, moment, { invoice, verb: 'void', reason, staffId: ref.staffId })
}
