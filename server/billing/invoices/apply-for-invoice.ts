import type { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import { INTEREST_PERMISSION } from '#contract/billing/invoices/interest.ts'
import type { InvoicePreview } from '#contract/billing/invoices/shapes.ts'
import { computeLineTaxesAtSeveralRates, findCommonTaxRateOfLines, VAT_RATE_BP } from '#contract/billing/invoices/tax.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvoiceTitle } from '#server/billing/invoice-titles/public.ts'
import { findOrdersByNumber, lockOrdersById, type Order } from '#server/orders/orders/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requirePermission } from '#server/platform/http/authorisation.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { buildInterestInvoiceLines, holdInterestInvoiceLines } from './interest/interest-invoices.ts'
import { recordInvoiceHistoryEntry } from './invoice-entries.ts'
import {
  type DraftInvoiceLine,
  findInvoice,
  type InvoiceRef,
  insertInvoice,
  listLinesOfOneInvoice,
  type NewInvoiceLine,
} from './invoice-store.ts'
import {
  fullyShippedOrderStates,
  type InvoiceableLine,
  type InvoiceableSource,
  listInvoiceableLines,
} from './invoiceable/invoiceable-lines.ts'
import { readLineTaxLookup } from './tax-codes/line-taxes.ts'

type Source = InputOf<typeof invoiceEndpoints.preview>
type ApplicationInput = Omit<InputOf<typeof invoiceEndpoints.apply>, keyof Source>

interface MembershipRef {
  enterpriseId: string
  userId: string
}

/** Converts a request to the source of invoiceable lines. Refuses orders that do not exist, are not finished or belong to several shops. */
function sourceOf(orders: readonly Order[], { month, shopId }: Source): InvoiceableSource {
  if (month !== undefined) {
    if (shopId === undefined || orders.length > 0) refuse('INVOICE_NOTHING', { msg: '请选择订单，或一份月账单' })
    return { month, shopId }
  }
  if (orders.length === 0) refuse('INVOICE_NOTHING', { msg: '请先选择要开票的订单' })
  const early = orders.find(({ state }) => !fullyShippedOrderStates.includes(state))
  if (early?.state === 'CANCELLED') refuse('INVOICE_NOTHING', { msg: `订单 ${early.orderNo} 已取消，不能开票` })
  if (early) refuse('INVOICE_NOT_YET', { msg: `订单 ${early.orderNo} 全部发货后才能开票` })
  if (new Set(orders.map((order) => order.shopId)).size > 1) refuse('INVOICE_SHOPS')
  return { orderIds: orders.map(({ id }) => id) }
}

/** Returns the lines that a request would invoice: with an amount, and not in another request. */
async function freePieces(db: Db, enterpriseId: string, source: InvoiceableSource): Promise<InvoiceableLine[]> {
  const free = (await listInvoiceableLines(db, enterpriseId, source)).filter(({ taken, netFen }) => !taken && netFen > 0)
  if (free.length === 0) refuse('INVOICE_NOTHING')
  return free
}

const specOf = ({ skuProps }: InvoiceableLine): string => Object.values(skuProps).join(' ')

/** Builds invoice lines with the current tax class of the goods, its rate, and their share of the tax. */
async function linesFrom(db: Db, moment: Moment, pieces: readonly InvoiceableLine[]) {
  const taxOf = await readLineTaxLookup(
    db,
    toShanghaiDay(moment.now),
    pieces.map(({ skuId, lineNo }) => ({ skuId, orderLineNo: lineNo })),
  )
  const rated = pieces.map(({ skuId, lineNo, netFen }) => {
    const { taxClass, rateBp } = taxOf({ skuId, orderLineNo: lineNo })
    return { taxClass, rateBp, amountFen: netFen }
  })
  const taxes = computeLineTaxesAtSeveralRates(rated)
  return pieces.map((piece, at) => ({
    orderId: piece.orderId,
    orderNo: piece.orderNo,
    partId: piece.partId,
    orderLineNo: piece.lineNo,
    goodsName: piece.goodsName,
    spec: specOf(piece),
    skuId: piece.skuId,
    taxClass: rated[at]?.taxClass ?? null,
    rateBp: rated[at]?.rateBp ?? VAT_RATE_BP,
    unit: piece.unit,
    quantity: piece.quantity,
    amountFen: piece.netFen,
    taxFen: taxes[at] ?? ZERO_FEN,
  }))
}

/** Returns the orders of a request. Refuses ORDER_NOT_FOUND if one does not belong to the enterprise. */
async function namedOrders(db: Db, enterpriseId: string, { orderNos }: Source): Promise<Order[]> {
  if (orderNos.length === 0) return []
  const orders = await findOrdersByNumber(db, enterpriseId, orderNos)
  return orders.length === orderNos.length ? orders : refuse('ORDER_NOT_FOUND')
}

/** Describes lines that nobody has asked for yet. */
function describeDraft(drafts: readonly DraftInvoiceLine[]): Omit<InvoicePreview, 'openAfterSales'> {
  const lines = drafts.map((line, at) => ({
    seq: at + 1,
    orderNo: line.orderNo,
    goodsName: line.goodsName,
    spec: line.spec,
    unit: line.unit,
    taxClass: line.taxClass,
    quantity: line.quantity,
    amount: line.amountFen,
    net: subtractFen(line.amountFen, line.taxFen),
    tax: line.taxFen,
    red: ZERO_FEN,
    rateBp: line.rateBp,
  }))
  const total = (of: (line: (typeof lines)[number]) => Fen) => sum(lines.map(of))
  return {
    lines,
    amount: total(({ amount }) => amount),
    net: total(({ net }) => net),
    tax: total(({ tax }) => tax),
    rateBp: findCommonTaxRateOfLines(lines),
  }
}

/** Refuses INVOICE_NOTHING for a request that names interest and something else: interest is invoiced alone. */
function requireInterestAlone({ orderNos, month }: Source): void {
  if (orderNos.length > 0 || month !== undefined) refuse('INVOICE_NOTHING', { msg: '利息须单独申请开票' })
}

/** Computes the amount of a request. */
export async function previewInvoice(
  db: Db,
  moment: Moment,
  { enterpriseId, source }: { enterpriseId: string; source: Source },
): Promise<InvoicePreview> {
  if (source.interest) {
    requireInterestAlone(source)
    return { ...describeDraft(await buildInterestInvoiceLines(db, enterpriseId)), openAfterSales: [] }
  }
  const orders = await namedOrders(db, enterpriseId, source)
  const pieces = await freePieces(db, enterpriseId, sourceOf(orders, source))
  const numbers = [...new Set(pieces.map(({ orderNo }) => orderNo))]
  const covered = orders.length > 0 ? orders : await findOrdersByNumber(db, enterpriseId, numbers)
  const openAfterSales = covered.filter(({ afterSaleSince }) => afterSaleSince !== null).map(({ orderNo }) => orderNo)
  return { ...describeDraft(await linesFrom(db, moment, pieces)), openAfterSales }
}

/** Locks the orders of a request, so that no refund and no other request changes them, and returns what can still be invoiced. */
async function holdPieces(tx: Tx, enterpriseId: string, source: Source): Promise<InvoiceableLine[]> {
  const named = sourceOf(await namedOrders(tx, enterpriseId, source), source)
  const ids = 'orderIds' in named ? named.orderIds : (await freePieces(tx, enterpriseId, named)).map(({ orderId }) => orderId)
  const locked = await lockOrdersById(tx, enterpriseId, [...new Set(ids)])
  return freePieces(tx, enterpriseId, 'orderIds' in named ? sourceOf(locked, source) : named)
}

/** The lines of a new request with their shop, locked. */
async function holdLines(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: InvoiceRef,
  source: Source,
): Promise<{ shopId: string | null; lines: NewInvoiceLine[] }> {
  if (source.interest) {
    requireInterestAlone(source)
    return { shopId: null, lines: await holdInterestInvoiceLines(tx, { enterpriseId, id }) }
  }
  const pieces = await holdPieces(tx, enterpriseId, source)
  return { shopId: pieces[0]?.shopId ?? null, lines: await linesFrom(tx, moment, pieces) }
}

/** Inserts a request for an invoice. From now on no other request can contain its lines. */
async function createApplication(
  tx: Tx,
  moment: Moment,
  { membership, source, asked, replaces }: { membership: MembershipRef; source: Source; asked: ApplicationInput; replaces: string | null },
) {
  const { enterpriseId, userId } = membership
  const {
    id: _,
    isDefault: __,
    ...title
  } = (await findInvoiceTitle(tx, { enterpriseId, id: asked.titleId })) ?? refuse('INVOICE_TITLE_NOT_FOUND')
  const id = moment.newId()
  const { shopId, lines } = await holdLines(tx, moment, { enterpriseId, id }, source)
  const made = {
    enterpriseId,
    id,
    userId,
    title,
    replaces,
    email: asked.email,
    remark: asked.remark,
    shopId,
    month: source.month ?? null,
    lines,
  }
  const invoiceNo = await insertInvoice(tx, moment, made)
  await recordInvoiceHistoryEntry(
    tx,
    moment,
    { enterpriseId, id },
    { verb: 'apply', actor: { kind: 'member', userId }, text: asked.remark },
  )
  return { id, invoiceNo }
}

/** 申请开票. */
export const applyForInvoice = (
  tx: Tx,
  moment: Moment,
  membership: MembershipRef,
  { orderNos, month, shopId, interest, ...application }: Source & ApplicationInput,
) => createApplication(tx, moment, { membership, source: { orderNos, month, shopId, interest }, asked: application, replaces: null })

/** 重新申请 of a rejected request: for the same orders or statement, or for interest, with current amounts. Refuses INVOICE_MOVED in any other state. */
export async function reapplyForInvoice(tx: Tx, moment: Moment, caller: Member, { id, ...application }: ApplicationInput & { id: string }) {
  const before = (await findInvoice(tx, { enterpriseId: caller.enterpriseId, id })) ?? refuse('INVOICE_NOT_FOUND')
  const interest = before.shopId === null
  // Only the former request says that it is over interest, so the permission for it is checked here.
  if (interest) requirePermission(caller, INTEREST_PERMISSION)
  // A rejected request does not change any more, so no lock is needed.
  if (before.state !== 'REJECTED') refuse('INVOICE_MOVED', { msg: '只有已驳回的申请可以重新申请' })
  const orderNos = before.month === null ? await orderNosOf(tx, before) : []
  const source = { orderNos, month: before.month ?? undefined, shopId: before.shopId ?? undefined, interest }
  return createApplication(tx, moment, { membership: caller, source, asked: application, replaces: id })
}

async function orderNosOf(db: Db, { enterpriseId, id }: InvoiceRef): Promise<string[]> {
  const lines = await listLinesOfOneInvoice(db, { enterpriseId, id })
  return [...new Set(lines.flatMap(({ orderNo }) => orderNo ?? []))]
}
