import { INTEREST_PERMISSION } from '#contract/billing/invoices/interest.ts'
import { invoiceLifecycle, isCorrectableInvoiceState } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type {
  ConsoleInvoice,
  ConsoleInvoiceRow,
  InvoiceDetail,
  InvoiceLine,
  InvoiceRow,
  ConsoleInvoiceIssuance as IssueView,
  StaffInvoiceAction,
} from '#contract/billing/invoices/shapes.ts'
import { findCommonTaxRateOfLines } from '#contract/billing/invoices/tax.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { attachEnterpriseNamesToRows, findEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { listInvoiceHistoryEntries } from './invoice-entries.ts'
import { listInvoiceFileFormatsByIssuance } from './invoice-files.ts'
import { type InvoiceIssuance, listInvoiceIssuances, listIssuancesOfOneInvoice } from './invoice-issues.ts'
import { findInvoice, type Invoice, type InvoiceRef, listInvoiceLines, listLinesOfOneInvoice } from './invoice-store.ts'
import { listRedConfirmations, type RedConfirmation } from './red-confirmations/red-confirmation-store.ts'
import { needsRedConfirmation } from './red-confirmations/red-confirmations.ts'
import {
  findInvoiceIdsWithoutTaxCode,
  haveTaxClassesChanged,
  type InvoiceLineWithTaxClass,
  resolveInvoiceLineTaxClasses,
  selectGoodsWithoutTaxClass,
  TAX_CODE_MISSING_TEXT,
} from './tax-codes/tax-codes.ts'

const STAFF = '财务'
const MEMBER = '成员'

/** The number of the tax invoice, if it is issued. */
const numberOf = (issues: readonly InvoiceIssuance[], id: string): string | null =>
  issues.findLast(({ invoiceId, kind, number }) => invoiceId === id && kind === 'blue' && number !== null)?.number ?? null

/** Finds the invoices with a red letter that waits until the buyer confirms it at the tax bureau. */
async function findInvoiceIdsAwaitingBuyer(
  db: Db,
  enterpriseIds: readonly string[],
  issues: readonly InvoiceIssuance[],
): Promise<Set<string>> {
  const reds = issues.filter(({ kind, state }) => kind === 'red' && state === 'WAIT')
  if (reds.length === 0) return new Set()
  const found = await listRedConfirmations(
    db,
    enterpriseIds,
    reds.map(({ id }) => id),
  )
  const pending = new Set(found.filter(({ state }) => state === 'PENDING').map(({ issueId }) => issueId))
  return new Set(reds.filter(({ id }) => pending.has(id)).map(({ invoiceId }) => invoiceId))
}

/** Describes invoices of one enterprise or of several for a list. Five statements, whatever their number. */
export async function readInvoiceRowOutputs(db: Db, invoices: readonly Invoice[]): Promise<InvoiceRow[]> {
  if (invoices.length === 0) return []
  const [companies, ids] = [invoices.map(({ enterpriseId }) => enterpriseId), invoices.map(({ id }) => id)]
  const lines = await listInvoiceLines(db, companies, ids)
  const issues = await listInvoiceIssuances(db, companies, ids)
  const waiting = await findInvoiceIdsAwaitingBuyer(db, companies, issues)
  const shops = await listShopNamesById(db)
  return invoices.map((invoice) => {
    const orderNos = [
      ...new Set(lines.flatMap(({ invoiceId, orderNo }) => (invoiceId === invoice.id && orderNo !== null ? [orderNo] : []))),
    ]
    return {
      id: invoice.id,
      invoiceNo: invoice.invoiceNo,
      state: invoice.state,
      kind: invoice.title.kind,
      titleName: invoice.title.name,
      shopName: shops.get(invoice.shopId ?? '') ?? '',
      month: invoice.month,
      ofInterest: invoice.shopId === null,
      orders: orderNos.length,
      orderNo: orderNos[0] ?? null,
      amount: invoice.amountFen,
      red: invoice.redFen,
      number: numberOf(issues, invoice.id),
      createdAt: invoice.createdAt,
      issuedAt: invoice.issuedAt,
      reason: invoice.reason,
      awaitsBuyer: waiting.has(invoice.id),
    }
  })
}

/** Does the same for staff, with the reasons why the provider cannot be called or cannot issue it. */
export async function readConsoleInvoiceRowOutputs(db: Db, invoices: readonly Invoice[]): Promise<ConsoleInvoiceRow[]> {
  const all = withoutTenantGuard(db, 'console')
  const rows = await readInvoiceRowOutputs(all, invoices)
  const issues = await listInvoiceIssuances(
    all,
    invoices.map(({ enterpriseId }) => enterpriseId),
    invoices.map(({ id }) => id),
  )
  const uncoded = await findInvoiceIdsWithoutTaxCode(
    all,
    invoices.map(({ id }) => id),
  )
  const failureOf = (id: string) => issues.findLast(({ invoiceId, state }) => invoiceId === id && state !== 'VOID')?.failure ?? null
  const described = rows.map((row, at) => {
    const { enterpriseId = '', stateAt = row.createdAt } = invoices[at] ?? {}
    return { ...row, enterpriseId, stateAt, failure: uncoded.has(row.id) ? TAX_CODE_MISSING_TEXT : failureOf(row.id) }
  })
  return attachEnterpriseNamesToRows(db, described)
}

/** The file name for the download of an issue. */
export const formatInvoiceIssuanceFileName = (invoice: Invoice, { kind, number }: InvoiceIssuance): string =>
  `${kind === 'red' ? '红字发票' : '发票'}-${number ?? invoice.invoiceNo}-${invoice.title.name}`

const toConfirmationOutput = (found: RedConfirmation | undefined): IssueView['confirmation'] =>
  found ? { state: found.state, way: found.way, number: found.number, until: found.until, requestedAt: found.requestedAt } : null

async function readIssues(db: Db, invoice: Invoice, sight: 'buyer' | 'staff'): Promise<IssueView[]> {
  const { enterpriseId, id } = invoice
  const issues = await listIssuancesOfOneInvoice(db, { enterpriseId, id })
  const formats = await listInvoiceFileFormatsByIssuance(
    db,
    enterpriseId,
    issues.map((issue) => issue.id),
  )
  const confirmations = await listRedConfirmations(
    db,
    [enterpriseId],
    issues.map((issue) => issue.id),
  )
  const shown = sight === 'staff' ? issues : issues.filter(({ state }) => state === 'WAIT' || state === 'ISSUED')
  return shown.map((issue) => ({
    id: issue.id,
    kind: issue.kind,
    state: issue.state,
    way: issue.way,
    amount: issue.amountFen,
    tax: issue.taxFen,
    redReason: issue.redReason,
    note: issue.note,
    number: issue.number,
    issuedAt: issue.issuedAt,
    createdAt: issue.createdAt,
    needsConfirmation: issue.kind === 'red' && needsRedConfirmation(invoice),
    confirmation: toConfirmationOutput(confirmations.findLast(({ issueId }) => issueId === issue.id)),
    formats: formats.get(issue.id) ?? [],
    // The provider's messages are shown only to staff, because they may contain internal data.
    ...(sight === 'staff' ? { failure: issue.failure, nextTryAt: issue.nextTryAt } : { failure: null, nextTryAt: null }),
  }))
}

async function readEntries(db: Db, ref: InvoiceRef, sight: 'buyer' | 'staff') {
  const entries = await listInvoiceHistoryEntries(db, ref)
  const actors = (kind: 'member' | 'staff') =>
    entries.flatMap(({ actor_kind, actor_id }) => (actor_kind === kind && actor_id ? [actor_id] : []))
  const members = await findDisplayNamesInEnterpriseByUserId(db, ref.enterpriseId, actors('member'))
  const staff = sight === 'staff' ? await listStaffNamesById(db) : new Map<string, string>()
  return entries.map(({ verb, actor_kind, actor_id, text, at }) => {
    const by =
      actor_kind === 'member'
        ? (members.get(actor_id ?? '') ?? MEMBER)
        : actor_kind === 'staff'
          ? (staff.get(actor_id ?? '') ?? STAFF)
          : '系统'
    // Why staff have corrected a number stays with them.
    return { verb, by, text: sight === 'buyer' && verb === 'correctConfirm' ? '' : text, at }
  })
}

/** Returns an invoice of an enterprise. Refuses INVOICE_NOT_FOUND. */
export const requireInvoice = async (db: Db, ref: InvoiceRef): Promise<Invoice> =>
  (await findInvoice(db, ref)) ?? refuse('INVOICE_NOT_FOUND')

async function describe(
  db: Db,
  invoice: Invoice,
  { codes, sight }: { codes: readonly InvoiceLineWithTaxClass[]; sight: 'buyer' | 'staff' },
) {
  const [row] = await readInvoiceRowOutputs(db, [invoice])
  if (!row) return refuse('INVOICE_NOT_FOUND')
  const shown: InvoiceLine[] = codes.map(({ line, taxClass }) => ({
    seq: line.seq,
    orderNo: line.orderNo,
    goodsName: line.goodsName,
    spec: line.spec,
    unit: line.unit,
    taxClass: isCorrectableInvoiceState(invoice.state) ? taxClass : line.taxClass,
    quantity: line.quantity,
    amount: line.amountFen,
    net: subtractFen(line.amountFen, line.taxFen),
    tax: line.taxFen,
    red: line.redFen,
    rateBp: line.rateBp,
  }))
  return {
    ...row,
    title: invoice.title,
    email: invoice.email,
    remark: invoice.remark,
    rateBp: findCommonTaxRateOfLines(shown),
    shopId: invoice.shopId,

    net: subtractFen(invoice.amountFen, invoice.taxFen),
    tax: invoice.taxFen,
    lines: shown,
    orderNos: [...new Set(shown.flatMap(({ orderNo }) => orderNo ?? []))].sort(),
    issues: await readIssues(db, invoice, sight),
    entries: await readEntries(db, invoice, sight),
  }
}

const codesOf = async (db: Db, invoice: Invoice): Promise<InvoiceLineWithTaxClass[]> =>
  resolveInvoiceLineTaxClasses(db, toShanghaiDay(invoice.createdAt), await listLinesOfOneInvoice(db, invoice))

export const describeInvoiceForBuyer = async (db: Db, invoice: Invoice, viewer: PermissionHolder): Promise<InvoiceDetail> => ({
  ...(await describe(db, invoice, { codes: await codesOf(db, invoice), sight: 'buyer' })),
  mayReapply: mayReapply(invoice, viewer),
})

/** Whether a member can ask again for a rejected invoice. One over interest needs the permission for interest besides. */
const mayReapply = ({ state, shopId }: Invoice, viewer: PermissionHolder): boolean =>
  state === 'REJECTED' && hasPermission(viewer, 'lookOrder') && (shopId !== null || hasPermission(viewer, INTEREST_PERMISSION))

/** Lists the actions that finance may take now. Without tax codes for all goods it cannot be sent to the provider. */
function actionsOf(invoice: Invoice, codes: readonly InvoiceLineWithTaxClass[], viewer: PermissionHolder): StaffInvoiceAction[] {
  const { state, mistaken } = invoice
  if (!hasPermission(viewer, { staff: 'invoiceEdit' })) return []
  const coded = selectGoodsWithoutTaxClass(codes).length === 0
  const may = (['approve', 'reject', 'enter', 'retry', 'takeBack'] as const).filter((verb) => {
    if (verb === 'takeBack') return state === 'ISSUED' && !mistaken
    return (invoiceLifecycle.verbs[verb].from as readonly string[]).includes(state) && (coded || (verb !== 'approve' && verb !== 'retry'))
  })
  return isCorrectableInvoiceState(state) && haveTaxClassesChanged(codes) ? [...may, 'recode'] : may
}

export async function readInvoiceOutputForStaff(db: Db, invoice: Invoice, viewer: PermissionHolder): Promise<ConsoleInvoice> {
  const { enterpriseId, userId } = invoice
  const codes = await codesOf(db, invoice)
  return {
    ...(await describe(db, invoice, { codes, sight: 'staff' })),
    enterpriseId,
    enterpriseName: (await findEnterprise(db, enterpriseId))?.name ?? null,
    appliedBy: (await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [userId])).get(userId) ?? MEMBER,
    actions: actionsOf(invoice, codes, viewer),
    uncoded: isCorrectableInvoiceState(invoice.state) ? selectGoodsWithoutTaxClass(codes) : [],
  }
}
