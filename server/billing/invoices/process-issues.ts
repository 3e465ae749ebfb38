// Calls the invoice provider for issues. No call is made inside a transaction.
import { type InvoiceFileFormat, invoiceFileFormats, isRedConfirmationGranted } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { InvoiceIssuanceReport, InvoiceIssuanceRequest, InvoiceProvider } from '#server/adapters/e-invoice/public.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { findShop } from '#server/catalog/shops/public.ts'
import { readMallContractParty } from '#server/content/content/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { JOB_ACTOR, recordInvoiceHistoryEntry } from './invoice-entries.ts'
import { listInvoiceFileFormatsByIssuance, saveInvoiceFile } from './invoice-files.ts'
import {
  claimInvoiceIssuanceAttempt,
  findDueInvoiceIssuanceIds,
  findInvoiceIssuanceById,
  type InvoiceIssuance,
  type InvoiceIssuingCompany,
  listIssuancesOfOneInvoice,
  listRedLetterLines,
  recordInvoiceIssuer,
  startWaitingRedLetters,
  updateInvoiceIssuanceRow,
} from './invoice-issues.ts'
import { findInvoice, listLinesOfOneInvoice, lockInvoice, updateInvoiceRow } from './invoice-store.ts'
import { describeRedConfirmationFailure, needsRedConfirmation, syncRedConfirmation } from './red-confirmations/red-confirmations.ts'
import { deductWaitingRedLettersFromInvoice, recordRedLetterIssued } from './red-letters.ts'
import { announceInvoiceIssued } from './staff-decisions.ts'
import { resolveInvoiceLineTaxClasses, TAX_CODE_MISSING_TEXT } from './tax-codes/tax-codes.ts'

export interface InvoiceIssuingContext {
  db: Db
  files: FileStore
  eInvoice: InvoiceProvider | undefined
}

/** Seconds until the next call, by the number of calls; the last one repeats. */
const AGAIN_SECONDS = [5, 10, 30, 120, 600, 1_800, 3_600, 21_600]
const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (AGAIN_SECONDS[Math.min(tries, AGAIN_SECONDS.length - 1)] ?? 0) * 1_000)

/** The serial number of an issue for the provider. */
const serialOf = (id: string): string => id.replaceAll('-', '')

/**
 * Builds the provider's request from the stored lines. A line without a stored tax class uses the current one of its goods. If there is
 * none, or if the seller is not set yet, it returns this problem, because the provider would refuse the request.
 */
async function orderOf(db: Db, issue: InvoiceIssuance): Promise<InvoiceIssuanceRequest | { missing: string }> {
  const { enterpriseId, invoiceId } = issue
  const invoice = (await findInvoice(db, { enterpriseId, id: invoiceId })) ?? refuse('INVOICE_NOT_FOUND')
  const codes = await resolveInvoiceLineTaxClasses(
    db,
    toShanghaiDay(invoice.createdAt),
    await listLinesOfOneInvoice(db, { enterpriseId, id: invoiceId }),
  )
  const red = issue.kind === 'red' ? (await listRedLetterLines(db, invoice)).filter(({ issueId }) => issueId === issue.id) : undefined
  const blue = (await listIssuancesOfOneInvoice(db, { enterpriseId, id: invoiceId })).findLast(({ kind }) => kind === 'blue')
  const party = await readMallContractParty(db)
  if (!party) return { missing: '请先填写合同与开票主体（开店准备）' }
  const lines = codes.flatMap(({ line, taxClass }) => {
    const { goodsName: name, spec, unit, rateBp } = line
    const back = red?.find(({ seq }) => seq === line.seq)
    if (red && !back) return []
    const { amountFen, taxFen } = back ?? line
    const quantity = back && back.amountFen !== line.amountFen ? null : line.quantity
    return amountFen === 0 ? [] : [{ name, spec, unit, taxClass, rateBp, quantity, amountFen, taxFen }]
  })
  if (!lines.every(isCoded)) return { missing: TAX_CODE_MISSING_TEXT }
  return {
    serial: serialOf(issue.id),
    kind: issue.kind,
    title: invoice.title,
    email: invoice.email,
    remark: invoice.remark,
    seller: { ...partyOf(party), ...(issue.seller ?? blue?.seller ?? (await readInvoiceTaxParty(db, party, invoice.shopId))) },
    amountFen: issue.amountFen,
    taxFen: issue.taxFen,
    lines,
    ...(red ? { red: { number: blue?.number ?? '', reason: issue.redReason ?? '02' } } : {}),
  }
}

type ContractParty = NonNullable<Awaited<ReturnType<typeof readMallContractParty>>>

/** Address and bank on an invoice are those of the company that is paid. */
const partyOf = ({ address, phone, bankName: bank, accountNo }: ContractParty) => ({ address, phone, bank, accountNo })

/** The seller on the invoices of a shop: its own tax party (a branch of the company with its own code), or else the company, as for interest. */
async function readInvoiceTaxParty(
  db: Db,
  { companyName, creditCode }: ContractParty,
  shopId: string | null,
): Promise<InvoiceIssuingCompany> {
  const shop = shopId === null ? undefined : await findShop(db, shopId)
  return { name: shop?.taxPartyName ?? companyName, taxNo: shop?.taxPartyCode ?? creditCode }
}

const isCoded = <T extends { taxClass: unknown }>(line: T): line is T & { taxClass: NonNullable<T['taxClass']> } => line.taxClass !== null

interface ProviderAnswer {
  report: InvoiceIssuanceReport
  /** Whether the provider has accepted it only now. */
  taken: boolean
}

/** How long until a 红字信息确认单 that waits for the buyer is queried again, at most. */
const CONFIRMATION_AGAIN_MS = 30 * 60_000

/**
 * Adds the number of the 红字信息确认单 to the request of a red letter of a 专票. Returns instead the failure if the buyer has refused it or did
 * not confirm it in time, and undefined while it waits for the buyer.
 */
async function confirm(
  db: Db,
  provider: InvoiceProvider,
  moment: Moment,
  { issue, order }: { issue: InvoiceIssuance; order: InvoiceIssuanceRequest },
): Promise<InvoiceIssuanceRequest | { missing: string } | undefined> {
  const { red, title } = order
  if (!red || !needsRedConfirmation({ title })) return order
  const { number, state, ...rest } = await syncRedConfirmation(db, provider, moment, { issue, order })
  if (isRedConfirmationGranted(state)) return Object.assign(order, { red: { ...red, confirmationNumber: number ?? '' } })
  const missing = describeRedConfirmationFailure({ number, state, ...rest })
  if (missing !== undefined) return { missing }
  const nextTryAt = new Date(Math.min(nextTry(issue.tries, moment.now).getTime(), moment.now.getTime() + CONFIRMATION_AGAIN_MS))
  await runInTransaction(db, (tx) => updateInvoiceIssuanceRow(tx, issue, { failure: null, nextTryAt }))
  return undefined
}

/** Requests an issue in the first call, and queries it in later calls. The serial number makes sure that it is issued once. Undefined: it waits for the buyer. */
async function speak(db: Db, provider: InvoiceProvider, moment: Moment, issue: InvoiceIssuance): Promise<ProviderAnswer | undefined> {
  const serial = serialOf(issue.id)
  const known = issue.tries === 0 ? undefined : await provider.query(serial, moment.now)
  if (known && known.state !== 'MISSING') return { report: known, taken: false }
  const order = await orderOf(db, issue)
  if ('missing' in order) return { report: { serial, state: 'FAILED', failure: order.missing }, taken: false }
  if (!issue.seller) await runInTransaction(db, (tx) => recordInvoiceIssuer(tx, issue, order.seller))
  const confirmed = await confirm(db, provider, moment, { issue, order })
  if (!confirmed) return undefined
  if ('missing' in confirmed) return { report: { serial, state: 'FAILED', failure: confirmed.missing }, taken: false }
  return { report: await provider.issue(confirmed, moment.now), taken: true }
}

/** Locks the invoice and reads the issue again; undefined: another process has changed it. */
async function lockIssue(tx: Tx, { enterpriseId, invoiceId, id }: InvoiceIssuance) {
  const invoice = (await lockInvoice(tx, { enterpriseId, id: invoiceId })) ?? refuse('INVOICE_NOT_FOUND')
  const now = (await listIssuancesOfOneInvoice(tx, { enterpriseId, id: invoiceId })).find((one) => one.id === id)
  return now?.state === 'WAIT' ? { invoice, issue: now } : undefined
}

/** Records that an issue succeeded, with its number and day, and starts waiting red letters. Its files follow later. */
async function settle(
  tx: Tx,
  moment: Moment,
  asked: InvoiceIssuance,
  { number, issuedAt = moment.now }: { number: string; issuedAt?: Date | undefined },
) {
  const held = await lockIssue(tx, asked)
  if (!held) return
  const { invoice, issue } = held
  await updateInvoiceIssuanceRow(tx, issue, { to: 'ISSUED', number, issuedAt, failure: null, nextTryAt: moment.now })
  if (issue.kind === 'red') return recordRedLetterIssued(tx, moment, invoice, { amountFen: issue.amountFen, number, note: issue.note })
  await updateInvoiceRow(tx, moment, invoice, { to: 'ISSUED', change: { issuedAt } })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'issue', actor: JOB_ACTOR, text: number })
  await announceInvoiceIssued(tx, moment, invoice, number)
  await startWaitingRedLetters(tx, moment, invoice)
}

/** Records that the provider has finally refused an issue. */
async function fail(tx: Tx, moment: Moment, asked: InvoiceIssuance, failure: string): Promise<void> {
  const held = await lockIssue(tx, asked)
  if (!held) return
  const { invoice, issue } = held
  await updateInvoiceIssuanceRow(tx, issue, { to: 'FAILED', failure, nextTryAt: null })
  if (issue.kind === 'red') return recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'redFailed', actor: JOB_ACTOR, text: '' })
  await updateInvoiceRow(tx, moment, invoice, { to: 'FAILED' })
  await recordInvoiceHistoryEntry(tx, moment, invoice, { verb: 'fail', actor: JOB_ACTOR, text: '' })
  await deductWaitingRedLettersFromInvoice(tx, moment, { ...invoice, state: 'FAILED' })
}

/** Applies the state that the provider reports to an issue. */
async function follow(
  { db }: InvoiceIssuingContext,
  moment: Moment,
  issue: InvoiceIssuance,
  { report, taken }: ProviderAnswer,
): Promise<void> {
  const { state, number, issuedAt, failure = '开票服务商没有说明原因' } = report
  if (state === 'FAILED') return runInTransaction(db, (tx) => fail(tx, moment, issue, failure))
  // The provider has accepted it only now, so the result is expected within seconds, and the delays start again.
  if (taken && state === 'PROCESSING')
    return runInTransaction(db, (tx) => updateInvoiceIssuanceRow(tx, issue, { failure: null, nextTryAt: nextTry(0, moment.now) }))
  if (state !== 'ISSUED' || number === undefined) return
  const ours = report.amountFen === issue.amountFen && report.taxFen === issue.taxFen
  await runInTransaction(db, (tx) =>
    // An invoice with a wrong amount must not be issued again: staff check it, and the provider is queried meanwhile.
    ours
      ? settle(tx, moment, issue, { number, issuedAt })
      : updateInvoiceIssuanceRow(tx, issue, { failure: `服务商开出的金额与申请不符（号码 ${number}）` }),
  )
}

/** Downloads the files that are not stored yet. When all are stored, the calls for this issue end. */
async function fetchInvoiceFiles(
  context: InvoiceIssuingContext,
  provider: InvoiceProvider,
  moment: Moment,
  issue: InvoiceIssuance,
): Promise<void> {
  const kept = (await listInvoiceFileFormatsByIssuance(context.db, issue.enterpriseId, [issue.id])).get(issue.id) ?? []
  const wanted: InvoiceFileFormat[] = keysOf(invoiceFileFormats).filter((format) => !kept.includes(format))
  for (const format of wanted) {
    const bytes = await provider.fetchFile(serialOf(issue.id), format, moment.now)
    if (!bytes) return
    await saveInvoiceFile(context, moment, issue, { format, bytes })
  }
  await runInTransaction(context.db, (tx) => updateInvoiceIssuanceRow(tx, issue, { failure: null, nextTryAt: null }))
}

/** Claims the next call for an issue; undefined: it is not due, or another process has claimed it. */
async function turnOf({ db }: InvoiceIssuingContext, moment: Moment, id: string): Promise<InvoiceIssuance | undefined> {
  const issue = await findInvoiceIssuanceById(db, id)
  if (!issue || issue.way === 'hand' || (issue.state !== 'WAIT' && issue.state !== 'ISSUED')) return undefined
  const turn = { now: moment.now, next: nextTry(issue.tries, moment.now) }
  return (await runInTransaction(db, (tx) => claimInvoiceIssuanceAttempt(tx, issue, turn))) ? issue : undefined
}

/** Processes one issue if it is due and no other process does. It never throws for a provider's answer. */
export async function processInvoiceIssuance(context: InvoiceIssuingContext, moment: Moment, id: string): Promise<void> {
  const { db, eInvoice: provider } = context
  const issue = provider && (await turnOf(context, moment, id))
  if (!provider || !issue) return
  try {
    const answer = issue.state === 'WAIT' ? await speak(db, provider, moment, issue) : undefined
    if (answer) await follow(context, moment, issue, answer)
    const now = await findInvoiceIssuanceById(db, id)
    if (now?.state === 'ISSUED') await fetchInvoiceFiles(context, provider, moment, now)
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknownError)
      await runInTransaction(db, (tx) => updateInvoiceIssuanceRow(tx, issue, { failure: error.message }))
    else if (error instanceof GatewayRefusalError) await runInTransaction(db, (tx) => fail(tx, moment, issue, error.message))
    else throw error
  }
}

/** Processes all due issues, including those that became due while no process was running. */
export async function processDueInvoiceIssuances(context: InvoiceIssuingContext, moment: Moment): Promise<number> {
  if (!context.eInvoice) return 0
  return forEachCollectingErrors(await findDueInvoiceIssuanceIds(context.db, moment.now), async (id) => {
    await processInvoiceIssuance(context, moment, id)
    return true
  })
}
