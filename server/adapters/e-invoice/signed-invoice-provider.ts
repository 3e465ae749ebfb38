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
 *     the same serialNo again answers its status; with another content 409 SERIAL_DIFFERS
 *   GET  /einvoice/v1/invoices/:serialNo  {serialNo, status, invoiceNo, invoiceTime, taxIncludedAmount, taxAmount, failCause}; 404 unknown
 *     status 20 in progress, 2 issued, 22 failed
 *   GET  /einvoice/v1/invoices/:serialNo/files/:format  {content: base64}; 404 not ready
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
import type { InvoiceIssuanceReport, InvoiceIssuanceRequest, InvoiceProvider } from './provider.ts'
import { computeHttpMessageSignature, httpMessageSignatureHeaderNames, verifyHttpMessageSignature } from './signature.ts'

export interface InvoiceProviderAccount {
  appKey: string
  secret: string
  base: string
  nonce: () => string
}

const INVOICES = '/einvoice/v1/invoices'
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

function reportFrom(given: Record<string, unknown>, serial: string): InvoiceIssuanceReport {
  const state = STATES[String(given.status)]
  if (!state || given.serialNo !== serial)
    throw new GatewayOutcomeUnknownError(`an answer about another serial, or in the state ${String(given.status)}`)
  const issuedAt = new Date(`${String(given.invoiceTime ?? '').replace(' ', 'T')}+08:00`)
  return {
    serial,
    state,
    ...(typeof given.invoiceNo === 'string' ? { number: given.invoiceNo } : {}),
    ...(Number.isNaN(issuedAt.getTime()) ? {} : { issuedAt }),
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
    async fetchFile(serial: string, format: InvoiceFileFormat, now: Date) {
      const answer = await queryProvider(account, now, { method: 'GET', target: `${INVOICES}/${serial}/files/${format}` })
      if (answer.status === 404) return undefined
      const { content } = requireSuccess(answer)
      if (typeof content !== 'string') throw new GatewayOutcomeUnknownError('a file without content')
      return new Uint8Array(Buffer.from(content, 'base64'))
    },
  }
}
