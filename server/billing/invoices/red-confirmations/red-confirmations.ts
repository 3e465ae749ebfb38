// The 红字信息确认单 of red letters of 专票: requested from the tax bureau through the provider, or typed by finance.
import { isRedConfirmationGranted, isRedConfirmationOver, redConfirmationLifecycle } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { InvoiceIssuanceRequest, InvoiceProvider, RedConfirmationReport } from '#server/adapters/e-invoice/public.ts'
import { GatewayOutcomeUnknownError } from '#server/adapters/gateway/public.ts'
import { JOB_ACTOR, recordInvoiceHistoryEntry, sendMessageToInvoiceApplicant } from '#server/billing/invoices/invoice-entries.ts'
import type { InvoiceIssuance } from '#server/billing/invoices/invoice-issues.ts'
import { type Invoice, type InvoiceRef, lockInvoice } from '#server/billing/invoices/invoice-store.ts'
import { refuseMovedRedLetter } from '#server/billing/invoices/red-letters.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  findLatestRedConfirmation,
  insertManualRedConfirmation,
  insertRedConfirmation,
  type RedConfirmation,
  refuseUsedNumber,
  updateRedConfirmationRow,
} from './red-confirmation-store.ts'

/** Whether red letters of an invoice need a 红字信息确认单: those of a 专票. */
export const needsRedConfirmation = ({ title }: Pick<Invoice, 'title'>): boolean => title.kind === 'SPECIAL'

const lockOf = async (tx: Tx, { enterpriseId, invoiceId }: InvoiceIssuance): Promise<Invoice> =>
  (await lockInvoice(tx, { enterpriseId, id: invoiceId })) ?? refuse('INVOICE_NOT_FOUND')

/** Returns the request that is open or granted. If there is none, or the last one was refused or has expired, it starts a new one. */
const startRedConfirmation = (db: Db, moment: Moment, issue: InvoiceIssuance): Promise<RedConfirmation> =>
  runInTransaction(db, async (tx) => {
    const invoice = await lockOf(tx, issue)
    const last = await findLatestRedConfirmation(tx, issue)
    if (last && !isRedConfirmationOver(last.state)) return last
    await insertRedConfirmation(tx, moment, issue)
    await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'askConfirm', actor: JOB_ACTOR, text: last ? '再次申请' : '' })
    return (await findLatestRedConfirmation(tx, issue)) ?? refuse('INVOICE_NOT_FOUND')
  })

/**
 * Stores what the tax bureau reports of the request that was asked about. If another one was started in the meantime, the answer is too late and changes
 * nothing. The buyer gets a message once, when the request begins to wait for the buyer.
 */
async function recordReport(
  tx: Tx,
  moment: Moment,
  issue: InvoiceIssuance,
  { asked, report: { state, number, until } }: { asked: RedConfirmation; report: RedConfirmationReport },
): Promise<RedConfirmation> {
  const invoice = await lockOf(tx, issue)
  const now = (await findLatestRedConfirmation(tx, issue)) ?? refuse('INVOICE_NOT_FOUND')
  if (now.id !== asked.id) return now
  if (state === 'MISSING' || state === now.state || redConfirmationLifecycle.states[now.state].final) return now
  await updateRedConfirmationRow(tx, moment, now, { state, number, until })
  const text = [redConfirmationLifecycle.states[state].label, number ?? now.number ?? ''].filter((one) => one !== '').join(' ')
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'confirmState', actor: JOB_ACTOR, text })
  if (state === 'PENDING')
    await sendMessageToInvoiceApplicant(
      tx,
      moment,
      invoice,
      createMessageTextWithValues('invoiceRedPending', { number: invoice.invoiceNo, confirmation: number ?? '' }),
    )
  return (await findLatestRedConfirmation(tx, issue)) ?? now
}

/**
 * Brings the 红字信息确认单 of a red letter up to date with the tax bureau: requests it if there is none, or queries it. Calls are made outside
 * of transactions, under a serial number that is stored before. Throws what the provider throws.
 */
export async function syncRedConfirmation(
  db: Db,
  provider: InvoiceProvider,
  moment: Moment,
  { issue, order }: { issue: InvoiceIssuance; order: InvoiceIssuanceRequest },
): Promise<RedConfirmation> {
  const { red } = order
  const last = await startRedConfirmation(db, moment, issue)
  if (!red || isRedConfirmationGranted(last.state)) return last
  const serial = last.id.replaceAll('-', '')
  const known = await provider.queryRedConfirmation(serial, moment.now)
  const report =
    known.state === 'MISSING' ? await provider.requestRedConfirmation(Object.assign({}, order, { serial, red }), moment.now) : known
  if (report.number === undefined && last.number === null) throw new GatewayOutcomeUnknownError('a 红字信息确认单 without a number')
  return runInTransaction(db, (tx) => recordReport(tx, moment, issue, { asked: last, report }))
}

/** Why a red letter cannot be issued with this request; undefined: the request is not over. */
export function describeRedConfirmationFailure({ state, number }: RedConfirmation): string | undefined {
  if (state === 'REFUSED') return `红字信息确认单 ${number ?? ''} 被购方拒绝或已作废，请核实后再次申请`
  return state === 'EXPIRED' ? `购方 72 小时内未确认红字信息确认单 ${number ?? ''}，请联系买家后再次申请` : undefined
}

/** Refuses INVOICE_RED_UNCONFIRMED if a red letter needs a 红字信息确认单 and has none that is granted. */
export async function requireRedConfirmation(tx: Tx, invoice: Invoice, red: InvoiceRef): Promise<void> {
  if (!needsRedConfirmation(invoice)) return
  const last = await findLatestRedConfirmation(tx, red)
  if (!last || !isRedConfirmationGranted(last.state)) refuse('INVOICE_RED_UNCONFIRMED')
}

/**
 * Replaces a number that finance typed wrong, and returns it. Nothing was issued with it yet. Refuses INVOICE_MOVED if no typed number
 * stands, RED_CONFIRMATION_UNCHANGED, INVOICE_NUMBER_USED.
 */
export async function correctManualRedConfirmation(
  tx: Tx,
  moment: Moment,
  { red, number }: { red: InvoiceIssuance; number: string },
): Promise<string> {
  const last = await findLatestRedConfirmation(tx, red)
  if (last?.way !== 'hand' || last.number === null) refuse('INVOICE_MOVED', { msg: '该红字发票没有登记过确认单编号，请刷新' })
  if (last.number === number) refuse('RED_CONFIRMATION_UNCHANGED')
  await updateRedConfirmationRow(tx, moment, last, { state: last.state, number }).catch(refuseUsedNumber)
  return last.number
}

/** Stores a number that finance read at the tax bureau, in place of a request that is over or was never taken. */
export async function saveManualRedConfirmation(
  tx: Tx,
  moment: Moment,
  { invoice, red, number }: { invoice: Invoice; red: InvoiceIssuance; number: string },
): Promise<void> {
  const last = await findLatestRedConfirmation(tx, red)
  if (!needsRedConfirmation(invoice) || (last && isRedConfirmationGranted(last.state)))
    await refuseMovedRedLetter(tx, moment, red, '该红字发票不需要再登记确认单，请刷新')
  if (last && !isRedConfirmationOver(last.state)) await updateRedConfirmationRow(tx, moment, last, { state: 'EXPIRED' })
  await insertManualRedConfirmation(tx, moment, red, number)
}
