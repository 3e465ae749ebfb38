/**
 * The protocol of an e-invoice provider, similar to those that Chinese companies use: JSON over HTTPS, amounts in yuan as text with
 * two decimals, signed both ways (signature.ts). Every refusal is 4xx {code, message}.
 *
 *   POST /einvoice/v1/invoices            requests an invoice; answers 202 {serialNo, status}
 *     serialNo, invoiceType 1 blue | 2 red, invoiceLine pc 普票 | bs 专票, seller… and buyer…: Name, TaxNum, Address, Tel, Bank, Account,
 *     email, remark, taxIncludedAmount, taxAmount, invoiceDetail [{goodsName, goodsCode, goodsSimpleName, specType, unit, num, taxRate,
 *     taxIncludedAmount, taxAmount, withTaxFlag 1}]
 *     goodsCode: the 税收分类编码 of 19 digits; goodsSimpleName: its short name
 *     a red letter has originalNo and redReason 01–04, negative amounts, and the goodsCode and goodsSimpleName of the reversed invoice
 *     a red letter of a 专票 has redConfirmNo, the number of its 红字信息确认单
 *     the same serialNo again answers its status; with another content 409 SERIAL_DIFFERS
 *   GET  /einvoice/v1/invoices/:serialNo  {serialNo, status, invoiceNo, invoiceTime, taxIncludedAmount, taxAmount, failCause}; 404 unknown
 *     status 20 in progress, 2 issued, 22 failed
 *   GET  /einvoice/v1/invoices/:serialNo/files/:format  {content: base64}; 404 not ready
 *   POST /einvoice/v1/red-confirmations   requests a 红字信息确认单: the fields of the red letter, with a serialNo of its own and entryIdentity 01 销方
 *   GET  /einvoice/v1/red-confirmations/:serialNo  {serialNo, confirmStatus, confirmNo, confirmUntil}; 404 unknown
 *     confirmStatus 01 needs no confirmation, 02 the buyer must confirm it until confirmUntil, 04 confirmed, 05 refused by the buyer,
 *     07 not confirmed within 72 hours, 08–10 void for another reason
 */
import type { InvoiceFileFormat } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { type Fen, formatYuan, negateFen, parseYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import {
  callProvider,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  isLoopbackUrl,
  type ProviderResponse,
  parseProviderJson,
} from '#server/adapters/gateway/public.ts'
import type { InvoiceIssuanceReport, InvoiceIssuanceRequest, InvoiceProvider, RedConfirmationReport } from './provider.ts'
import { computeHttpMessageSignature, httpMessageSignatureHeaderNames, verifyHttpMessageSignature } from './signature.ts'

export interface InvoiceProviderAccount {
  appKey: string
  secret: string
  base: string
  nonce: () => string
}

const INVOICES = '/einvoice/v1/invoices'
const RED_CONFIRMATIONS = '/einvoice/v1/red-confirmations'
const RED_CONFIRMATION_STATES: Record<string, RedConfirmationReport['state']> = {
  '01': 'UNNEEDED',
  '02': 'PENDING',
  '04': 'CONFIRMED',
  '05': 'REFUSED',
  '07': 'EXPIRED',
  '08': 'REFUSED',
  '09': 'REFUSED',
  '10': 'REFUSED',
}
const STATES: Record<string, InvoiceIssuanceReport['state']> = { '20': 'PROCESSING', '2': 'ISSUED', '22': 'FAILED' }
/** 专票 / 普票. */
const LINES = { SPECIAL: 'bs', NORMAL: 'pc' } as const

const signedYuan = (amount: Fen, kind: InvoiceIssuanceRequest['kind']): string => formatYuan(kind === 'red' ? negateFen(amount) : amount)

/** Parses an amount without its sign. The serial number determines whether it is an invoice or a red letter. */
const amountIn = (name: 'amountFen' | 'taxFen', text: unknown) => {
  const amount = typeof text === 'string' ? parseYuan(text.replace(/^-/, '')) : undefined
  return amount === undefined ? {} : { [name]: amount }
}

const wordsOf = (order: InvoiceIssuanceRequest) => ({
  serialNo: order.serial,
  invoiceType: order.kind === 'red' ? 2 : 1,
  invoiceLine: LINES[order.title.kind],
  sellerName: order.seller.name,
  sellerTaxNum: order.seller.taxNo,
  sellerAddress: order.seller.address,
  sellerTel: order.seller.phone,
  sellerBank: order.seller.bank,
  sellerAccount: order.seller.accountNo,
  buyerName: order.title.name,
  buyerTaxNum: order.title.taxNo,
  buyerAddress: order.title.address,
  buyerTel: order.title.phone,
  buyerBank: order.title.bank,
  buyerAccount: order.title.accountNo,
  email: order.email,
  remark: order.remark,
  taxIncludedAmount: signedYuan(order.amountFen, order.kind),
  taxAmount: signedYuan(order.taxFen, order.kind),
  ...(order.red ? { originalNo: order.red.number, redReason: order.red.reason } : {}),
  ...(order.red?.confirmationNumber === undefined ? {} : { redConfirmNo: order.red.confirmationNumber }),
  invoiceDetail: order.lines.map(({ name, taxClass, spec, unit, rateBp, quantity, amountFen, taxFen }) => ({
    goodsName: name,
    goodsCode: taxClass.taxCode,
    goodsSimpleName: taxClass.taxName,
    specType: spec,
    unit,
    withTaxFlag: 1,
    taxRate: String(rateBp / 10_000),
    ...(quantity === null ? {} : { num: String(order.kind === 'red' ? -quantity : quantity) }),
    taxIncludedAmount: signedYuan(amountFen, order.kind),
    taxAmount: signedYuan(taxFen, order.kind),
  })),
})

/** A time of the provider, in Shanghai, such as 2026-11-18 09:30:00; undefined: none. */
function parseProviderTime(text: unknown): Date | undefined {
  const at = new Date(`${String(text ?? '').replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function confirmationFrom(given: Record<string, unknown>, serial: string): RedConfirmationReport {
  const state = RED_CONFIRMATION_STATES[String(given.confirmStatus)]
  if (!state || given.serialNo !== serial)
    throw new GatewayOutcomeUnknownError(`an answer about another serial, or in the state ${String(given.confirmStatus)}`)
  const until = parseProviderTime(given.confirmUntil)
  return { serial, state, ...(typeof given.confirmNo === 'string' ? { number: given.confirmNo } : {}), ...(until ? { until } : {}) }
}

function reportFrom(given: Record<string, unknown>, serial: string): InvoiceIssuanceReport {
  const state = STATES[String(given.status)]
  if (!state || given.serialNo !== serial)
    throw new GatewayOutcomeUnknownError(`an answer about another serial, or in the state ${String(given.status)}`)
  const issuedAt = parseProviderTime(given.invoiceTime)
  return {
    serial,
    state,
    ...(typeof given.invoiceNo === 'string' ? { number: given.invoiceNo } : {}),
    ...(issuedAt ? { issuedAt } : {}),
    ...amountIn('amountFen', given.taxIncludedAmount),
    ...amountIn('taxFen', given.taxAmount),
    ...(typeof given.failCause === 'string' ? { failure: given.failCause } : {}),
  }
}

async function queryProvider(
  account: InvoiceProviderAccount,
  now: Date,
  call: { method: 'GET' | 'POST'; target: string; body?: object },
): Promise<ProviderResponse> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1_000)), account.nonce()]
  const sign = computeHttpMessageSignature([call.method, call.target], { timestamp, nonce, body }, account.secret)
  const { appKey } = account
  const signed = Object.entries({ appKey, timestamp, nonce, sign }).map(([name, value]) => [
    httpMessageSignatureHeaderNames[name as 'sign'],
    value,
  ])
  const headers = { ...Object.fromEntries(signed), accept: 'application/json', 'content-type': 'application/json' }
  const answer = await callProvider(account.base + call.target, { method: call.method, headers, ...(body === '' ? {} : { body }) })
  const signedAnswer = {
    timestamp: answer.headers[httpMessageSignatureHeaderNames.timestamp] ?? '',
    sign: answer.headers[httpMessageSignatureHeaderNames.sign] ?? '',
    nonce,
    body: answer.body,
  }
  // An answer's signature includes the nonce of its request, so that an earlier answer cannot replace it.
  if (!verifyHttpMessageSignature([String(answer.status)], signedAnswer, { secret: account.secret, now }))
    throw new GatewayOutcomeUnknownError('an answer that is not the provider’s')
  if (answer.status >= 500) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
  return answer
}

function requireSuccess(answer: ProviderResponse): Record<string, unknown> {
  const fields = parseProviderJson(answer.body)
  if (answer.status < 300) return fields
  throw new GatewayRefusalError(String(fields.code), String(fields.message))
}

/** A provider over HTTP with the protocol above. */
export function createSignedHttpInvoiceProvider(account: InvoiceProviderAccount): InvoiceProvider {
  return {
    sandbox: isLoopbackUrl(account.base),
    async issue(order, now) {
      const body = { ...wordsOf(order), orderTime: formatShanghaiTime(now) }
      return reportFrom(requireSuccess(await queryProvider(account, now, { method: 'POST', target: INVOICES, body })), order.serial)
    },
    async query(serial, now) {
      const answer = await queryProvider(account, now, { method: 'GET', target: `${INVOICES}/${serial}` })
      return answer.status === 404 ? { serial, state: 'MISSING' } : reportFrom(requireSuccess(answer), serial)
    },
    async requestRedConfirmation(order, now) {
      const body = { ...wordsOf(order), entryIdentity: '01', orderTime: formatShanghaiTime(now) }
      const answer = await queryProvider(account, now, { method: 'POST', target: RED_CONFIRMATIONS, body })
      return confirmationFrom(requireSuccess(answer), order.serial)
    },
    async queryRedConfirmation(serial, now) {
      const answer = await queryProvider(account, now, { method: 'GET', target: `${RED_CONFIRMATIONS}/${serial}` })
      return answer.status === 404 ? { serial, state: 'MISSING' } : confirmationFrom(requireSuccess(answer), serial)
    },
    async fetchFile(serial: string, format: InvoiceFileFormat, now: Date) {
      const answer = await queryProvider(account, now, { method: 'GET', target: `${INVOICES}/${serial}/files/${format}` })
      if (answer.status === 404) return undefined
      const { content } = requireSuccess(answer)
      if (typeof content !== 'string') throw new GatewayOutcomeUnknownError('a file without content')
      return new Uint8Array(Buffer.from(content, 'base64'))
    },
  }
}
