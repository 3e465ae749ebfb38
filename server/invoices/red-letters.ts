// What becomes of invoices when money goes back.

import { isOpen, type RedReason } from '../../contract/invoices/invoice-lifecycle.ts'
import { redTaxOf, taxOfLines } from '../../contract/invoices/tax.ts'
import { say } from '../../contract/messaging/texts/texts.ts'
import { type Fen, formatYuan, minus, sum, ZERO } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { readPieces } from '../billable/public.ts'
import { lockOrders } from '../ordering/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { addEntry, CLOCK, tellBuyer } from './history.ts'
import { insertIssue, insertRedLines, issuesOf, listRedLines, stepIssue } from './issues.ts'
import { type Invoice, type InvoiceRef, type Line, linesOf, liveLinesOf, lockInvoice, setInvoice, setLines } from './rows.ts'

export interface MoneyBack {
  enterpriseId: string
  orderIds: readonly string[]
  /** Goods came back, or only their price. */
  reason: RedReason
  /** What it was, as the buyer knows it. */
  note: string
}

/** How much of a line goes back. */
interface Back {
  line: Line
  amountFen: Fen
}

const yuan = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`

/**
 * Money of some orders went back, or owed money was let off: what is asked for becomes less, and of what is issued, or about to be, a red
 * letter takes back the difference. So what invoices say is at any moment what was paid or posted, less what went back.
 */
export async function followMoneyBack(tx: Tx, moment: Moment, { enterpriseId, orderIds, reason, note }: MoneyBack): Promise<void> {
  await lockOrders(tx, enterpriseId, orderIds)
  const backs = new Map<string, Back[]>()
  for (const orderId of orderIds) {
    const lines = await liveLinesOf(tx, enterpriseId, orderId)
    const pieces = lines.length === 0 ? [] : await readPieces(tx, enterpriseId, { orderIds: [orderId] })
    for (const line of lines) {
      const piece = pieces.find(({ partId, lineNo }) => partId === line.partId && lineNo === line.orderLineNo)
      const amountFen = minus(minus(line.amountFen, line.redFen), piece?.netFen ?? ZERO)
      if (amountFen > 0) backs.set(line.invoiceId, [...(backs.get(line.invoiceId) ?? []), { line, amountFen }])
    }
  }
  for (const id of [...backs.keys()].sort()) {
    const invoice = (await lockInvoice(tx, { enterpriseId, id })) ?? refuse('INVOICE_NOT_FOUND')
    const given = { backs: backs.get(id) ?? [], reason, note }
    if (isOpen(invoice.state)) await lower(tx, moment, invoice, given)
    else await askRed(tx, moment, invoice, given)
  }
}

interface Given {
  backs: readonly Back[]
  reason: RedReason
  note: string
}

/** Makes a request smaller that nobody has issued. One that comes to nothing is over. */
async function lower(tx: Tx, moment: Moment, invoice: Invoice, { backs, note }: Given): Promise<void> {
  const lines = await linesOf(tx, invoice)
  const left = lines.map((line) => minus(line.amountFen, backs.find((back) => back.line.seq === line.seq)?.amountFen ?? ZERO))
  const taxes = taxOfLines(left, invoice.rateBp)
  for (const [at, { seq, amountFen: before, quantity }] of lines.entries()) {
    const amountFen = left[at] ?? ZERO
    const change = { amountFen, taxFen: taxes[at] ?? ZERO, live: amountFen > 0, quantity: amountFen === before ? quantity : null }
    await setLines(tx, invoice, { seq, change })
  }
  const backFen = sum(backs.map(({ amountFen }) => amountFen))
  const change = { amountFen: sum(left), taxFen: sum(taxes) }
  await setInvoice(tx, moment, invoice, { change })
  await addEntry(tx, moment, invoice, { verb: 'lower', actor: CLOCK, text: `${note}，开票金额减少 ${yuan(backFen)}` })
  if (change.amountFen > 0) return
  const why = `${note}，已全额退款，无需开票`
  await setInvoice(tx, moment, invoice, { to: 'REJECTED', change: { reason: why } })
  await addEntry(tx, moment, invoice, { verb: 'lapse', actor: CLOCK, text: why })
  await tellBuyer(tx, moment, invoice, say('invoiceClosed', { number: invoice.invoiceNo, reason: why }))
}

/** Asks for a red letter over parts of lines. What is not issued yet is taken back once it is. */
async function askRed(tx: Tx, moment: Moment, invoice: Invoice, { backs, reason, note }: Given): Promise<void> {
  const before = await listRedLines(tx, invoice)
  const lines = backs.map(({ line, amountFen }) => {
    const own = before.filter(({ seq }) => seq === line.seq)
    const taken = { amountFen: sum(own.map((one) => one.amountFen)), taxFen: sum(own.map((one) => one.taxFen)) }
    return { seq: line.seq, amountFen, taxFen: redTaxOf(line, taken, amountFen), redFen: sum([line.redFen, amountFen]) }
  })
  const blue = (await issuesOf(tx, invoice)).findLast(({ kind }) => kind === 'blue')
  const way = blue?.way ?? 'provider'
  const amountFen = sum(lines.map((line) => line.amountFen))
  const made = {
    ...({ enterpriseId: invoice.enterpriseId, invoiceId: invoice.id, kind: 'red', way, amountFen, redReason: reason, note } as const),
    ...{ taxFen: sum(lines.map(({ taxFen }) => taxFen)), soon: way === 'provider' && blue?.state === 'ISSUED' },
  }
  await insertRedLines(tx, invoice, await insertIssue(tx, moment, made), lines)
  for (const { seq, redFen } of lines) await setLines(tx, invoice, { seq, change: { redFen } })
  await addEntry(tx, moment, invoice, { verb: 'askRed', actor: CLOCK, text: `${note}，申请红字发票 ${yuan(amountFen)}` })
}

/** An invoice whose lines are taken back whole, because it was made out wrongly. Refuses INVOICE_NOTHING where nothing is left of it. */
export async function askWholeRed(tx: Tx, moment: Moment, invoice: Invoice, note: string): Promise<void> {
  const lines = await linesOf(tx, invoice)
  const backs = lines.map((line) => ({ line, amountFen: minus(line.amountFen, line.redFen) })).filter(({ amountFen }) => amountFen > 0)
  if (backs.length === 0) refuse('INVOICE_NOTHING', { msg: '该发票已全部申请红冲' })
  await setInvoice(tx, moment, invoice, { change: { mistaken: true } })
  await askRed(tx, moment, invoice, { backs, reason: '01', note })
}

/** The provider will not issue it: what red letters were to take back is taken off the request instead. */
export async function foldRed(tx: Tx, moment: Moment, invoice: Invoice): Promise<void> {
  const waiting = (await issuesOf(tx, invoice)).filter(({ kind, state }) => kind === 'red' && state !== 'VOID')
  if (waiting.length === 0) return
  const lines = await linesOf(tx, invoice)
  for (const { enterpriseId, id } of waiting) await stepIssue(tx, { enterpriseId, id }, { to: 'VOID', nextTryAt: null })
  await setLines(tx, invoice, { change: { redFen: ZERO } })
  const backs = lines.map((line) => ({ line, amountFen: line.redFen })).filter(({ amountFen }) => amountFen > 0)
  await lower(tx, moment, invoice, { backs, reason: '04', note: waiting[0]?.note ?? '' })
}

/** A red letter was issued: the invoice bears it, and is over once nothing of it is left. */
export async function settleRed(
  tx: Tx,
  moment: Moment,
  ref: InvoiceRef,
  { amountFen, number, note }: { amountFen: Fen; number: string; note: string },
): Promise<void> {
  const invoice = (await lockInvoice(tx, ref)) ?? refuse('INVOICE_NOT_FOUND')
  const redFen = sum([invoice.redFen, amountFen])
  const whole = redFen === invoice.amountFen
  await setInvoice(tx, moment, invoice, { ...(whole ? { to: 'RED' as const } : {}), change: { redFen } })
  await addEntry(tx, moment, invoice, { verb: 'red', actor: CLOCK, text: `红字发票 ${number}，${yuan(amountFen)}` })
  if (whole) await addEntry(tx, moment, invoice, { verb: 'takeBack', actor: CLOCK, text: note })
  // What was made out wrongly may be invoiced again.
  if (whole && invoice.mistaken) await setLines(tx, invoice, { change: { live: false } })
  const facts = { number: invoice.invoiceNo, red: number, amount: yuan(amountFen), reason: note }
  await tellBuyer(tx, moment, invoice, say(whole ? 'invoiceRed' : 'invoicePartRed', facts))
}
