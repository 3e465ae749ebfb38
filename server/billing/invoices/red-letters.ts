// Adjusts invoices when money is refunded.

import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { isCorrectableInvoiceState, type RedLetterReason } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { computeLineTaxesAtSeveralRates, computeRedLetterLineTax } from '#contract/billing/invoices/tax.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockOrdersById } from '#server/orders/orders/public.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { JOB_ACTOR, recordInvoiceHistoryEntry, sendMessageToInvoiceApplicant } from './invoice-entries.ts'
import {
  type InvoiceIssuance,
  insertInvoiceIssuance,
  insertRedLetterLines,
  listIssuancesOfOneInvoice,
  listRedLetterLines,
  updateInvoiceIssuanceRow,
} from './invoice-issues.ts'
import {
  type Invoice,
  type InvoiceLineRow,
  type InvoiceRef,
  listLinesOfOneInvoice,
  listLiveInvoiceLinesOfOrder,
  lockInvoice,
  updateInvoiceLineRows,
  updateInvoiceRow,
} from './invoice-store.ts'
import { listInvoiceableLines } from './invoiceable/invoiceable-lines.ts'

export interface InvoiceReductionInput {
  enterpriseId: string
  orderIds: readonly string[]
  /** Whether goods came back, or only their price was refunded. */
  reason: RedLetterReason
  /** The reason of the refund, as the buyer sees it. */
  note: string
}

/** The refunded amount of a line. */
interface Back {
  line: InvoiceLineRow
  amountFen: Fen
}

/**
 * Adjusts invoices after a refund or a write-off: an open request is reduced, and an issued invoice gets a red letter for the difference.
 * So the invoices of an order always sum to what was paid or posted minus refunds.
 */
export async function reduceInvoicesAfterRefund(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderIds, reason, note }: InvoiceReductionInput,
): Promise<void> {
  await lockOrdersById(tx, enterpriseId, orderIds)
  const backs = new Map<string, Back[]>()
  for (const orderId of orderIds) {
    const lines = await listLiveInvoiceLinesOfOrder(tx, enterpriseId, orderId)
    const pieces = lines.length === 0 ? [] : await listInvoiceableLines(tx, enterpriseId, { orderIds: [orderId] })
    for (const line of lines) {
      const piece = pieces.find(({ partId, lineNo }) => partId === line.partId && lineNo === line.orderLineNo)
      const amountFen = subtractFen(subtractFen(line.amountFen, line.redFen), piece?.netFen ?? ZERO_FEN)
      if (amountFen > 0) backs.set(line.invoiceId, [...(backs.get(line.invoiceId) ?? []), { line, amountFen }])
    }
  }
  for (const id of [...backs.keys()].sort()) {
    const invoice = (await lockInvoice(tx, { enterpriseId, id })) ?? refuse('INVOICE_NOT_FOUND')
    await reduceInvoice(tx, moment, invoice, { backs: backs.get(id) ?? [], reason, note })
  }
}

interface Given {
  backs: readonly Back[]
  reason: RedLetterReason
  note: string
}

/**
 * Takes parts of lines off a locked invoice: an open request is reduced, an issued invoice gets a red letter. The lines were found before the lock,
 * so they are read again: what is no longer live, or has a red letter by now, is not taken off a second time.
 */
export async function reduceInvoice(tx: Tx, moment: Moment, invoice: Invoice, { backs, reason, note }: Given): Promise<void> {
  const lines = await listLinesOfOneInvoice(tx, invoice)
  const left = backs.flatMap(({ line: { seq }, amountFen: wanted }) => {
    const line = lines.find((one) => one.seq === seq)
    const amountFen = line?.live ? minFen(wanted, subtractFen(line.amountFen, line.redFen)) : ZERO_FEN
    return line && amountFen > 0 ? [{ line, amountFen }] : []
  })
  if (left.length === 0) return
  if (isCorrectableInvoiceState(invoice.state)) await lower(tx, moment, invoice, { lines, backs: left, note })
  else await requestRedLetter(tx, moment, invoice, { backs: left, reason, note })
}

/** Reduces a request that is not issued yet. A request with amount zero is closed. */
async function lower(
  tx: Tx,
  moment: Moment,
  invoice: Invoice,
  { lines, backs, note }: Omit<Given, 'reason'> & { lines: readonly InvoiceLineRow[] },
): Promise<void> {
  const left = lines.map((line) => subtractFen(line.amountFen, backs.find((back) => back.line.seq === line.seq)?.amountFen ?? ZERO_FEN))
  const taxes = computeLineTaxesAtSeveralRates(lines.map(({ rateBp }, at) => ({ rateBp, amountFen: left[at] ?? ZERO_FEN })))
  for (const [at, { seq, amountFen: before, quantity }] of lines.entries()) {
    const amountFen = left[at] ?? ZERO_FEN
    const change = { amountFen, taxFen: taxes[at] ?? ZERO_FEN, live: amountFen > 0, quantity: amountFen === before ? quantity : null }
    await updateInvoiceLineRows(tx, invoice, { seq, change })
  }
  const backFen = sum(backs.map(({ amountFen }) => amountFen))
  const change = { amountFen: sum(left), taxFen: sum(taxes) }
  await updateInvoiceRow(tx, moment, invoice, { change })
  await recordInvoiceHistoryEntry(tx, moment, invoice, {
    verb: 'lower',
    actor: JOB_ACTOR,
    text: `${note}，开票金额减少 ${formatMoney(backFen)}`,
  })
  if (change.amountFen > 0) return
  const why = `${note}，${invoice.shopId === null ? '利息已全部冲回' : '已全额退款'}，无需开票`
  await updateInvoiceRow(tx, moment, invoice, { to: 'REJECTED', change: { reason: why } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'lapse', actor: JOB_ACTOR, text: why })
  await sendMessageToInvoiceApplicant(
    tx,
    moment,
    invoice,
    createMessageTextWithValues('invoiceClosed', { number: invoice.invoiceNo, reason: why }),
  )
}

/** Requests a red letter for parts of lines. If the invoice is not issued yet, the red letter waits for it. */
async function requestRedLetter(tx: Tx, moment: Moment, invoice: Invoice, { backs, reason, note }: Given): Promise<void> {
  const before = await listRedLetterLines(tx, invoice)
  const lines = backs.map(({ line, amountFen }) => {
    const own = before.filter(({ seq }) => seq === line.seq)
    const taken = { amountFen: sum(own.map((one) => one.amountFen)), taxFen: sum(own.map((one) => one.taxFen)) }
    return { seq: line.seq, amountFen, taxFen: computeRedLetterLineTax(line, taken, amountFen), redFen: sum([line.redFen, amountFen]) }
  })
  const blue = (await listIssuancesOfOneInvoice(tx, invoice)).findLast(({ kind }) => kind === 'blue')
  const way = blue?.way ?? 'provider'
  const amountFen = sum(lines.map((line) => line.amountFen))
  const made = {
    enterpriseId: invoice.enterpriseId,
    invoiceId: invoice.id,
    kind: 'red' as const,
    way,
    amountFen,
    redReason: reason,
    note,
    taxFen: sum(lines.map(({ taxFen }) => taxFen)),
    soon: way === 'provider' && blue?.state === 'ISSUED',
  }
  await insertRedLetterLines(tx, invoice, await insertInvoiceIssuance(tx, moment, made), lines)
  for (const { seq, redFen } of lines) await updateInvoiceLineRows(tx, invoice, { seq, change: { redFen } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, {
    verb: 'askRed',
    actor: JOB_ACTOR,
    text: `${note}，申请红字发票 ${formatMoney(amountFen)}`,
  })
}

/** Requests a red letter for the whole rest of an invoice with an error. Refuses INVOICE_NOTHING if nothing is left. */
export async function createFullRedLetter(tx: Tx, moment: Moment, invoice: Invoice, note: string): Promise<void> {
  const lines = await listLinesOfOneInvoice(tx, invoice)
  const backs = lines
    .map((line) => ({ line, amountFen: subtractFen(line.amountFen, line.redFen) }))
    .filter(({ amountFen }) => amountFen > 0)
  if (backs.length === 0) refuse('INVOICE_NOTHING', { msg: '该发票已全部申请红冲' })
  await updateInvoiceRow(tx, moment, invoice, { change: { mistaken: true } })
  await requestRedLetter(tx, moment, invoice, { backs, reason: '01', note })
}

/** The provider has refused the invoice, so the amounts of its waiting red letters are deducted from the request instead. */
export async function deductWaitingRedLettersFromInvoice(tx: Tx, moment: Moment, invoice: Invoice): Promise<void> {
  const waiting = (await listIssuancesOfOneInvoice(tx, invoice)).filter(({ kind, state }) => kind === 'red' && state !== 'VOID')
  if (waiting.length === 0) return
  const lines = await listLinesOfOneInvoice(tx, invoice)
  for (const { enterpriseId, id } of waiting) await updateInvoiceIssuanceRow(tx, { enterpriseId, id }, { to: 'VOID', nextTryAt: null })
  await updateInvoiceLineRows(tx, invoice, { change: { redFen: ZERO_FEN } })
  const backs = lines.map((line) => ({ line, amountFen: line.redFen })).filter(({ amountFen }) => amountFen > 0)
  await lower(tx, moment, invoice, { lines, backs, note: waiting[0]?.note ?? '' })
}

/** Records an issued red letter. If nothing of its invoice is left, the invoice is finished. */
export async function recordRedLetterIssued(
  tx: Tx,
  moment: Moment,
  ref: InvoiceRef,
  { amountFen, number, note }: { amountFen: Fen; number: string; note: string },
): Promise<void> {
  const invoice = (await lockInvoice(tx, ref)) ?? refuse('INVOICE_NOT_FOUND')
  const redFen = sum([invoice.redFen, amountFen])
  const whole = redFen === invoice.amountFen
  await updateInvoiceRow(tx, moment, invoice, { ...(whole ? { to: 'RED' as const } : {}), change: { redFen } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, {
    verb: 'red',
    actor: JOB_ACTOR,
    text: `红字发票 ${number}，${formatMoney(amountFen)}`,
  })
  if (whole) await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'takeBack', actor: JOB_ACTOR, text: note })
  // The orders of an invoice with an error can be invoiced again.
  if (whole && invoice.mistaken) await updateInvoiceLineRows(tx, invoice, { change: { live: false } })
  const facts = { number: invoice.invoiceNo, red: number, amount: formatMoney(amountFen), reason: note }
  await sendMessageToInvoiceApplicant(tx, moment, invoice, createMessageTextWithValues(whole ? 'invoiceRed' : 'invoicePartRed', facts))
}

const { enterRed, enterRedConfirmation, retryRed } = consoleInvoiceEndpoints
const changeTexts = {
  [enterRed.path]: '登记手工红字发票',
  [enterRedConfirmation.path]: '登记红字信息确认单',
  [retryRed.path]: '重新红冲',
}

/** Refuses INVOICE_MOVED, and says which colleague has handled a red letter, when and how; if none has, `msg`. */
export async function refuseMovedRedLetter(tx: Tx, moment: Moment, red: InvoiceIssuance, msg: string): Promise<never> {
  const last = red.state === 'VOID' ? undefined : await findLastStaffChange(tx, moment, { objectId: red.invoiceId, texts: changeTexts })
  // What was done before the red letter was asked for was about another one of the invoice.
  const change = last && last.at > red.createdAt ? last : undefined
  return refuseNamingColleague(tx, moment, { reason: 'INVOICE_MOVED', change, msg })
}
