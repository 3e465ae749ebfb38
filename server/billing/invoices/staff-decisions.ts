// The decisions of finance about a request.

import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import {
  correctableInvoiceStates,
  type InvoiceState,
  type InvoiceVerb,
  invoiceLifecycle,
} from '#contract/billing/invoices/invoice-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { listInvoiceHistoryEntries, recordInvoiceHistoryEntry, sendMessageToInvoiceApplicant } from './invoice-entries.ts'
import { type InvoiceIssuance, insertInvoiceIssuance, listIssuancesOfOneInvoice, updateInvoiceIssuanceRow } from './invoice-issues.ts'
import { type Invoice, type InvoiceRef, lockInvoice, updateInvoiceLineRows, updateInvoiceRow } from './invoice-store.ts'
import { correctManualRedConfirmation, requireRedConfirmation, saveManualRedConfirmation } from './red-confirmations/red-confirmations.ts'
import { createFullRedLetter, recordRedLetterIssued, refuseMovedRedLetter } from './red-letters.ts'
import { saveMissingTaxCodes, updateInvoiceTaxClasses } from './tax-codes/tax-codes.ts'

export interface StaffInvoiceRef extends InvoiceRef {
  staffId: string
}

const byStaff = ({ staffId }: StaffInvoiceRef) => ({ kind: 'staff', staffId }) as const

/** The verbs of the lifecycle, and those that do not change the state. */
const verbs = { ...invoiceLifecycle.verbs, recode: { from: correctableInvoiceStates, label: '更新税收编码' } } as const

/** What the provider makes of a decision of staff. Whoever decided is named, also after it. */
const outcomeVerbs: readonly string[] = ['issue', 'fail'] satisfies InvoiceVerb[]

/** Refuses INVOICE_MOVED, and says which colleague was faster, when and how; if nobody was, the new state. */
async function refuseMovedInvoice(tx: Tx, moment: Moment, invoice: Invoice, verb: keyof typeof verbs): Promise<never> {
  const decisions = (await listInvoiceHistoryEntries(tx, invoice)).filter(
    (entry) => entry.verb in invoiceLifecycle.verbs && !outcomeVerbs.includes(entry.verb),
  )
  const last = decisions.at(-1)
  const change =
    last?.actor_kind === 'staff' && last.actor_id !== null
      ? { staffId: last.actor_id, at: last.at, what: invoiceLifecycle.verbs[last.verb as InvoiceVerb].label }
      : undefined
  const msg = `该发票${invoiceLifecycle.states[invoice.state].label}，不能${verbs[verb].label}，请刷新`
  return refuseNamingColleague(tx, moment, { reason: 'INVOICE_MOVED', change, msg })
}

/** Locks an invoice and checks that a verb is allowed, for example because nobody else was faster. */
async function requireLockedInvoice(tx: Tx, moment: Moment, ref: InvoiceRef, verb: keyof typeof verbs): Promise<Invoice> {
  const invoice = (await lockInvoice(tx, ref)) ?? refuse('INVOICE_NOT_FOUND')
  if (!(verbs[verb].from as readonly InvoiceState[]).includes(invoice.state)) await refuseMovedInvoice(tx, moment, invoice, verb)
  return invoice
}

/** Creates an issue for the provider. Its serial number is fixed here, before the provider is called. */
async function handOver(tx: Tx, moment: Moment, given: StaffInvoiceRef, verb: 'approve' | 'retry'): Promise<void> {
  const invoice = await requireLockedInvoice(tx, moment, given, verb)
  const taxFen = await saveMissingTaxCodes(tx, moment, invoice)
  const { enterpriseId, id, amountFen } = invoice
  await insertInvoiceIssuance(tx, moment, {
    enterpriseId,
    invoiceId: id,
    kind: 'blue',
    way: 'provider',
    amountFen,
    taxFen,
    note: '',
    soon: true,
  })
  await updateInvoiceRow(tx, moment, invoice, { to: 'ISSUING' })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb, actor: byStaff(given), text: '' })
}

/** 同意开票. */
export const approveInvoice = (tx: Tx, moment: Moment, input: StaffInvoiceRef): Promise<void> => handOver(tx, moment, input, 'approve')

/** 重新开票 after the provider has refused it. It gets a new serial number, because the provider does not accept the old one again. */
export const retryRefusedInvoice = (tx: Tx, moment: Moment, input: StaffInvoiceRef): Promise<void> => handOver(tx, moment, input, 'retry')

/** 更新税收编码: replaces the tax classes of a request that is not issued by the current ones of the goods. */
export async function replaceInvoiceTaxClasses(tx: Tx, moment: Moment, input: StaffInvoiceRef): Promise<void> {
  const invoice = await requireLockedInvoice(tx, moment, input, 'recode')
  const changed = await updateInvoiceTaxClasses(tx, moment, invoice)
  if (changed === 0) refuse('INVOICE_TAX_CODES_UNCHANGED')
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'recode', actor: byStaff(input), text: `${changed} 行` })
}

/** 驳回: the lines of the request can be requested again. */
export async function rejectInvoice(tx: Tx, moment: Moment, { reason, ...input }: StaffInvoiceRef & { reason: string }): Promise<void> {
  const invoice = await requireLockedInvoice(tx, moment, input, 'reject')
  await updateInvoiceLineRows(tx, invoice, { change: { live: false } })
  await updateInvoiceRow(tx, moment, invoice, { to: 'REJECTED', change: { reason } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'reject', actor: byStaff(input), text: reason })
  await sendMessageToInvoiceApplicant(
    tx,
    moment,
    invoice,
    createMessageTextWithValues('invoiceRejected', { number: invoice.invoiceNo, reason }),
  )
}

export interface ManualInvoiceInput {
  number: string
  issuedDay: string
}

function dayEntered(moment: Moment, { issuedDay }: ManualInvoiceInput): Date {
  if (issuedDay > toShanghaiDay(moment.now)) refuse('INVOICE_DAY_TO_COME')
  return getStartOfShanghaiDay(issuedDay)
}

/** 登记手工发票: records an invoice that was issued at the tax bureau or on paper. Returns the issue, to which its file belongs. */
export async function recordManualInvoice(tx: Tx, moment: Moment, input: StaffInvoiceRef & ManualInvoiceInput): Promise<InvoiceRef> {
  const invoice = await requireLockedInvoice(tx, moment, input, 'enter')
  const issuedAt = dayEntered(moment, input)
  const { enterpriseId, id: invoiceId, amountFen, taxFen } = invoice
  const id = await insertInvoiceIssuance(tx, moment, {
    enterpriseId,
    invoiceId,
    kind: 'blue',
    way: 'hand',
    amountFen,
    taxFen,
    note: '',
    soon: false,
  })
  await updateInvoiceIssuanceRow(tx, { enterpriseId, id }, { to: 'ISSUED', number: input.number, issuedAt })
  await updateInvoiceRow(tx, moment, invoice, { to: 'ISSUED', change: { issuedAt } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'enter', actor: byStaff(input), text: input.number })
  await announceInvoiceIssued(tx, moment, invoice, input.number)
  return { enterpriseId, id }
}

/** Sends the buyer a message that the invoice is issued, and publishes it for webhooks. */
export async function announceInvoiceIssued(tx: Tx, moment: Moment, invoice: Invoice, number: string): Promise<void> {
  const { enterpriseId, id: invoiceId, invoiceNo, amountFen } = invoice
  await publishEvents(tx, moment, [{ topic: 'invoice.issued', enterpriseId, payload: { invoiceId, invoiceNo, amountFen } }])
  await sendMessageToInvoiceApplicant(
    tx,
    moment,
    invoice,
    createMessageTextWithValues('invoiceIssued', { number: invoiceNo, invoice: number }),
  )
}

/** Locks an invoice and returns it with a red letter of it in one of the given states. */
async function requireLockedRedLetter(
  tx: Tx,
  moment: Moment,
  ref: InvoiceRef & { issueId: string },
  states: readonly InvoiceIssuance['state'][],
): Promise<{ invoice: Invoice; red: InvoiceIssuance }> {
  const invoice = (await lockInvoice(tx, ref)) ?? refuse('INVOICE_NOT_FOUND')
  const red = (await listIssuancesOfOneInvoice(tx, ref)).find(({ id, kind }) => id === ref.issueId && kind === 'red')
  if (!red) refuse('INVOICE_NOT_FOUND', { msg: '红字发票不存在' })
  if (invoice.state !== 'ISSUED' || !states.includes(red.state))
    await refuseMovedRedLetter(tx, moment, red, '该红字发票已被处理，请刷新后查看')
  return { invoice, red }
}

type RedRef = StaffInvoiceRef & { issueId: string }

/** Returns a red letter that is waiting for people: of an invoice that was entered by hand, or that the provider has refused. */
async function requireRedLetterForHand(tx: Tx, moment: Moment, input: RedRef): Promise<{ invoice: Invoice; red: InvoiceIssuance }> {
  const held = await requireLockedRedLetter(tx, moment, input, ['WAIT', 'FAILED'])
  if (held.red.way === 'provider' && held.red.state === 'WAIT')
    await refuseMovedRedLetter(tx, moment, held.red, '开票服务商正在红冲，不能手工登记')
  return held
}

/**
 * 登记红字信息确认单: stores its number as the tax bureau shows it, whoever requested it there. The provider then issues the red letter if the
 * invoice is the provider's. With a reason it corrects the number that was typed before, as long as the red letter is not issued.
 */
export async function recordManualRedConfirmation(
  tx: Tx,
  moment: Moment,
  {
    confirmationNumber: number,
    correctionReason,
    ...input
  }: RedRef & { confirmationNumber: string; correctionReason?: string | undefined },
): Promise<void> {
  const { invoice, red } = await requireRedLetterForHand(tx, moment, input)
  const actor = byStaff(input)
  if (correctionReason === undefined) {
    await saveManualRedConfirmation(tx, moment, { invoice, red, number })
    await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'enterConfirm', actor, text: number })
  } else {
    const before = await correctManualRedConfirmation(tx, moment, { red, number })
    await recordInvoiceHistoryEntry(tx, moment, invoice, {
      verb: 'correctConfirm',
      actor,
      text: `${before} → ${number}：${correctionReason}`,
    })
  }
  if (red.way === 'provider') await updateInvoiceIssuanceRow(tx, red, { to: 'WAIT', failure: null, nextTryAt: moment.now, anew: true })
}

/** 登记手工红字发票, for an invoice that was entered by hand, or if the provider has failed. */
export async function recordManualRedLetter(tx: Tx, moment: Moment, input: RedRef & ManualInvoiceInput): Promise<InvoiceRef> {
  const { invoice, red } = await requireRedLetterForHand(tx, moment, input)
  await requireRedConfirmation(tx, invoice, red)
  await updateInvoiceIssuanceRow(tx, red, { to: 'ISSUED', number: input.number, issuedAt: dayEntered(moment, input), nextTryAt: null })
  await recordRedLetterIssued(tx, moment, input, { amountFen: red.amountFen, number: input.number, note: red.note })
  return red
}

/** 重新红冲: tries the same serial number again. */
export async function retryRedLetter(tx: Tx, moment: Moment, input: RedRef): Promise<void> {
  const { red } = await requireLockedRedLetter(tx, moment, input, ['FAILED'])
  await updateInvoiceIssuanceRow(tx, red, { to: 'WAIT', failure: null, nextTryAt: moment.now, anew: true })
}

/** 开票有误: reverses the whole invoice, once. Its orders can be invoiced again afterwards. */
export async function reverseInvoice(tx: Tx, moment: Moment, { reason, ...input }: StaffInvoiceRef & { reason: string }): Promise<void> {
  const invoice = await requireLockedInvoice(tx, moment, input, 'takeBack')
  if (invoice.mistaken) {
    const texts = { [consoleInvoiceEndpoints.takeBack.path]: '申请全额红冲' }
    const change = await findLastStaffChange(tx, moment, { objectId: invoice.id, texts })
    await refuseNamingColleague(tx, moment, { reason: 'INVOICE_MOVED', change })
  }
  await createFullRedLetter(tx, moment, invoice, reason)
}
