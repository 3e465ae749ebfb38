/**
 * The local provider of e-invoices: a process on this machine that issues invoices without validity, with the protocol of the mall
 * (server/adapters/e-invoice/signed-invoice-provider.ts). It needs some seconds for each. With POST /faults it is slow, refuses, fails or
 * loses its answers; with POST /buyer the buyer deducts an invoice, or confirms or refuses its 红字信息确认单.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { hangUp, happensByChance } from '#sandbox/faults.ts'
import type { ProviderLocation } from '#sandbox/run.ts'
import {
  computeHttpMessageSignature,
  httpMessageSignatureHeaderNames,
  verifyHttpMessageSignature,
} from '#server/adapters/e-invoice/signature.ts'
import { type InvoiceCredentials, readOrCreateInvoiceCredentials } from './credentials.ts'
import { createInvoiceFile } from './invoice-files.ts'
import {
  createInvoiceNo,
  hashInvoiceRequestContent,
  openSandboxInvoiceStore,
  type SandboxInvoice,
  type SandboxInvoiceRequest,
  type SandboxInvoiceStore,
} from './invoice-store.ts'
import { openSandboxTaxBureau, type SandboxTaxBureau } from './red-confirmations.ts'
import { findInvoiceRequestError, type InvoiceRequestError } from './rules.ts'

/** The simulated faults: shares between 0 and 1 of all requests. */
export interface InvoiceFaults {
  /** How long it takes to issue an invoice. */
  makingMs: number
  /** A refusal at once; or a failure after the request was accepted. */
  refuse: number
  fail: number
  /** The answer is lost: before the request was stored, or after. */
  deaf: number
  mute: number
  /** Issued with another amount, which a provider must not do. */
  wrongAmount: number
  /** The files are not ready. */
  missingFiles: number
}

export const noInvoiceFaults: InvoiceFaults = { makingMs: 2_000, refuse: 0, fail: 0, deaf: 0, mute: 0, wrongAmount: 0, missingFiles: 0 }

interface Provider {
  store: SandboxInvoiceStore
  bureau: SandboxTaxBureau
  credentials: InvoiceCredentials
  faults: InvoiceFaults
  now: () => Date
}

const shanghai = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Signs the answer, with the nonce of the request. */
function reply(request: FastifyRequest, out: FastifyReply, { credentials, now }: Provider, status: number, content: object): FastifyReply {
  const body = JSON.stringify(content)
  const nonce = String(request.headers[httpMessageSignatureHeaderNames.nonce] ?? '')
  const timestamp = String(Math.floor(now().getTime() / 1_000))
  const sign = computeHttpMessageSignature([String(status)], { timestamp, nonce, body }, credentials.secret)
  return out
    .code(status)
    .headers({
      [httpMessageSignatureHeaderNames.timestamp]: timestamp,
      [httpMessageSignatureHeaderNames.nonce]: nonce,
      [httpMessageSignatureHeaderNames.sign]: sign,
    })
    .type('application/json')
    .send(body)
}

function isCustomers({ headers, method, url, body }: FastifyRequest, { credentials, now }: Provider): boolean {
  const text = (name: string) => String(headers[name] ?? '')
  const given = {
    timestamp: text(httpMessageSignatureHeaderNames.timestamp),
    nonce: text(httpMessageSignatureHeaderNames.nonce),
    sign: text(httpMessageSignatureHeaderNames.sign),
    body: typeof body === 'string' ? body : '',
  }
  return (
    text(httpMessageSignatureHeaderNames.appKey) === credentials.appKey &&
    verifyHttpMessageSignature([method, url], given, { secret: credentials.secret, now: now() })
  )
}

/** Returns an invoice in its current state: when its time has come, it is issued or has failed. */
function current({ store, faults, now }: Provider, kept: SandboxInvoice | undefined): SandboxInvoice | undefined {
  if (kept?.state !== 20 || new Date(kept.readyAt) > now()) return kept
  const done: SandboxInvoice = happensByChance(faults.fail)
    ? { ...kept, state: 22, failCause: '税务局：销售方当日授信额度不足' }
    : { ...kept, state: 2, invoiceNo: createInvoiceNo(now()), invoiceTime: shanghai(now()) }
  store.save(done)
  return done
}

const REFUSED: InvoiceRequestError = { code: 'BUYER_TAX_NUM', message: '购买方税号未登记' }

/** Stores a request. The same serial number is the same invoice; a failed one is tried again. */
function take(provider: Provider, asked: SandboxInvoiceRequest): { status: number; content: object } {
  const { store, bureau, faults, now } = provider
  const known = current(provider, store.find(asked.serialNo))
  if (known && known.content !== hashInvoiceRequestContent(asked))
    return { status: 409, content: { code: 'SERIAL_DIFFERS', message: '流水号重复而内容不同' } }
  if (known && known.state !== 22) return { status: 200, content: describe(known, faults) }
  const fault = happensByChance(faults.refuse) ? REFUSED : (findInvoiceRequestError(store, asked) ?? bureau.findRedLetterError(asked))
  if (fault) return { status: 400, content: fault }
  const kept: SandboxInvoice = {
    asked,
    content: hashInvoiceRequestContent(asked),
    state: 20,
    readyAt: new Date(now().getTime() + faults.makingMs).toISOString(),
  }
  store.save(kept)
  return { status: 202, content: describe(kept, faults) }
}

const describe = ({ asked, state, invoiceNo, invoiceTime, failCause }: SandboxInvoice, { wrongAmount }: InvoiceFaults) => ({
  serialNo: asked.serialNo,
  status: state,
  invoiceNo,
  invoiceTime,
  failCause,
  taxAmount: asked.taxAmount,
  taxIncludedAmount: happensByChance(wrongAmount) ? '0.01' : asked.taxIncludedAmount,
})

type Handle = (request: FastifyRequest, out: FastifyReply) => Promise<FastifyReply> | FastifyReply

/** Handles a request of the customer, and refuses it without his signature. */
const withSignature =
  (provider: Provider, handle: Handle): Handle =>
  (request, out) =>
    isCustomers(request, provider) ? handle(request, out) : reply(request, out, provider, 401, { code: 'SIGN', message: '签名错误' })

/** Handles a signed request that may be lost before it was stored, or whose answer may be lost. */
const withLosses = (provider: Provider, take: (asked: SandboxInvoiceRequest) => { status: number; content: object }): Handle =>
  withSignature(provider, (request, out) => {
    const { faults } = provider
    if (happensByChance(faults.deaf)) return hangUp(request, out)
    const { status, content } = take(JSON.parse(request.body as string) as SandboxInvoiceRequest)
    return happensByChance(faults.mute) ? hangUp(request, out) : reply(request, out, provider, status, content)
  })

function mountInvoices(http: FastifyInstance, provider: Provider): void {
  const { store, faults } = provider
  http.post(
    '/einvoice/v1/invoices',
    withLosses(provider, (asked) => take(provider, asked)),
  )
  const found = (request: FastifyRequest) => current(provider, store.find((request.params as { serialNo: string }).serialNo))
  http.get(
    '/einvoice/v1/invoices/:serialNo',
    withSignature(provider, (request, out) => {
      const kept = found(request)
      return kept
        ? reply(request, out, provider, 200, describe(kept, faults))
        : reply(request, out, provider, 404, { code: 'UNKNOWN', message: '流水号不存在' })
    }),
  )
  http.get(
    '/einvoice/v1/invoices/:serialNo/files/:format',
    withSignature(provider, async (request, out) => {
      const kept = found(request)
      const { format } = request.params as { format: string }
      const ready = kept?.state === 2 && !happensByChance(faults.missingFiles) && (format === 'pdf' || format === 'ofd' || format === 'xml')
      if (!ready) return reply(request, out, provider, 404, { code: 'NOT_READY', message: '文件未生成' })
      const content = await createInvoiceFile(kept, format)
      return reply(request, out, provider, 200, { content: content.toString('base64') })
    }),
  )
}

/** The calls about 红字信息确认单, signed as those about invoices; and what a buyer does at the tax bureau. */
function mountRedConfirmations(http: FastifyInstance, provider: Provider): void {
  const { bureau } = provider
  http.post('/einvoice/v1/red-confirmations', withLosses(provider, bureau.request))
  http.get(
    '/einvoice/v1/red-confirmations/:serialNo',
    withSignature(provider, (request, out) => {
      const found = bureau.find((request.params as { serialNo: string }).serialNo)
      return found
        ? reply(request, out, provider, 200, found)
        : reply(request, out, provider, 404, { code: 'UNKNOWN', message: '流水号不存在' })
    }),
  )
  http.post('/buyer', (request) => bureau.act(JSON.parse(String(request.body || '{}'))))
}

export interface RunningInvoiceSandbox {
  base: string
  faults: InvoiceFaults
  /** What the buyer of an invoice does at the tax bureau. */
  buyer: SandboxTaxBureau['act']
  /** All 红字信息确认单 that were requested. */
  confirmations: SandboxTaxBureau['all']
  /** All requests it has received. */
  all(): readonly SandboxInvoice[]
  close(): Promise<void>
}

/** Starts the provider on loopback. */
export async function openInvoiceSandbox({
  folder,
  port,
  now = () => new Date(),
}: ProviderLocation & { now?: () => Date }): Promise<RunningInvoiceSandbox> {
  const http = Fastify({ bodyLimit: 2_000_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const store = openSandboxInvoiceStore(folder)
  const bureau = openSandboxTaxBureau(folder, store, now)
  const provider: Provider = {
    store,
    bureau,
    credentials: readOrCreateInvoiceCredentials(folder),
    faults: { ...noInvoiceFaults },
    now,
  }
  mountInvoices(http, provider)
  mountRedConfirmations(http, provider)
  http.post('/faults', (request) => Object.assign(provider.faults, noInvoiceFaults, JSON.parse(String(request.body || '{}'))))
  const base = await http.listen({ host: '127.0.0.1', port })
  return { base, faults: provider.faults, buyer: bureau.act, confirmations: bureau.all, all: store.all, close: () => http.close() }
}
