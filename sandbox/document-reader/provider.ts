/**
 * The local reader: a process on this machine that reads its own sample papers with the protocol of Tencent Cloud's 文字识别
 * (server/adapters/document-reader/tencent-ocr.ts), and finds its own companies with that of Qichacha. It checks the signatures and shows the sample papers on a page.
 * With POST /faults it is slow, loses its answers, answers at great length, without end or with a page, or has no quota.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { hangUp, takeFault } from '#sandbox/faults.ts'
import { HTML_TYPE, plain, renderPage } from '#sandbox/page-html.ts'
import type { ProviderLocation } from '#sandbox/run.ts'
import { computeQichachaToken } from '#server/adapters/company-register/public.ts'
import { computeTc3Authorization } from '#server/adapters/document-reader/public.ts'
import { type DocumentReaderCredentials, readOrCreateDocumentReaderCredentials } from './credentials.ts'
import { drawReadableDocument, readSampleDocument, type SampleDocument } from './documents.ts'
import { sampleCompanies, sampleDocuments } from './sample-documents.ts'

/** The simulated faults: how many of the next answers are lost, long, endless, a page instead of JSON, or refused because the quota is used up. */
export interface DocumentReaderFaults {
  mute: number
  /** In order but for one value of 19 MB. */
  long: number
  endless: number
  page: number
  quota: number
  /** How long an answer takes. */
  slowMs: number
}

export const noDocumentReaderFaults: DocumentReaderFaults = { mute: 0, long: 0, endless: 0, page: 0, quota: 0, slowMs: 0 }

const CLOCK_DIFFERENCE_MS = 300_000
/** More than a mall takes of an answer. */
const ENDLESS_BYTES = 21_000_000
const LONG_BYTES = 19_000_000
/** What the protocol demands of a request, written down here so that a change of the mall is noticed. */
const PICTURE_TYPE = 'application/json; charset=utf-8'
const PICTURE_API_VERSION = '2018-11-19'

const headerOf = ({ headers }: FastifyRequest, name: string): string => String(headers[name] ?? '')

/** The error of a wrong signature or an old request; undefined: the request is in order. */
function findSignatureError(request: FastifyRequest, body: string, { secretId, secretKey }: DocumentReaderCredentials, now: Date) {
  const at = new Date(Number(headerOf(request, 'x-tc-timestamp')) * 1_000)
  if (Number.isNaN(at.getTime()) || Math.abs(at.getTime() - now.getTime()) > CLOCK_DIFFERENCE_MS) return 'AuthFailure.SignatureExpire'
  if (headerOf(request, 'x-tc-version') !== PICTURE_API_VERSION) return 'NoSuchVersion'
  if (headerOf(request, 'content-type') !== PICTURE_TYPE) return 'AuthFailure.SignatureFailure'
  const action = headerOf(request, 'x-tc-action')
  const due = computeTc3Authorization({ secretId, secretKey }, { host: headerOf(request, 'host'), service: 'ocr', action, body, at })
  return headerOf(request, 'authorization') === due ? undefined : 'AuthFailure.SignatureFailure'
}

interface OcrRequest {
  ImageBase64?: string
  CardSide?: string
}

const describe = ({ kind: _, ...values }: SampleDocument): object => values

/** Answers as the service does: with the values of the paper, or with why the picture cannot be read. */
async function readPicture(action: string, { ImageBase64 = '', CardSide = '' }: OcrRequest): Promise<object> {
  const found = await readSampleDocument(Buffer.from(ImageBase64, 'base64'))
  const wanted = action === 'BizLicenseOCR' ? 'licence' : CardSide === 'BACK' ? 'idBack' : 'idFront'
  if (found?.kind === wanted) return describe(found)
  if (action === 'BizLicenseOCR' && found) return { Name: '不是企业名称', RecognizeWarnCode: [-20_001], RecognizeWarnMsg: ['非营业执照'] }
  const isOtherSide = found !== undefined && found.kind !== 'licence'
  const Code = action === 'BizLicenseOCR' ? 'NoBizLicense' : isOtherSide ? 'CardSideError' : 'ImageNoIdCard'
  return { Error: { Code: `FailedOperation.${Code}`, Message: '图片中没有这种证件' } }
}

const toAnswer = (content: object): object => ({ Response: Object.assign({ RequestId: 'sandbox' }, content) })

/** Answers with a fault if one is due. Returns whether it has. */
async function answerWithFault(faults: DocumentReaderFaults, request: FastifyRequest, out: FastifyReply): Promise<boolean> {
  if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs))
  if (takeFault(faults, 'mute')) hangUp(request, out)
  else if (takeFault(faults, 'page')) out.type(HTML_TYPE).send('{"Response":{"Name":"来自别处"}}')
  else if (takeFault(faults, 'long')) {
    // It is in the answer twice, once for each protocol.
    const content = { Name: '长'.repeat(LONG_BYTES / 6) }
    out.type('application/json').send(Object.assign({ Status: '200', Result: content }, toAnswer(content)))
  } else if (takeFault(faults, 'endless')) out.type('application/json').send(`{"x":"${'x'.repeat(ENDLESS_BYTES)}"}`)
  else return false
  return true
}

const renderSampleDocuments = (): string =>
  renderPage(
    '演示证件',
    `<h1>演示证件</h1><p>只在本机有效：上传到商城的认证表单，可以识别并预填。下载后原样上传。</p>${Object.entries(sampleDocuments)
      .map(([name, content]) => {
        const address = `/papers/${encodeURIComponent(name)}`
        return `<hr><p><a href="${address}" download>${plain(name)}</a></p><img src="${address}" alt="" style="width:100%"><p>${plain(Object.values(describe(content)).join('，'))}</p>`
      })
      .join('')}`,
  )

/** The page with the sample papers, and their files. */
function mountSampleDocuments(http: FastifyInstance): void {
  http.get('/', (_, out) => out.type(HTML_TYPE).send(renderSampleDocuments()))
  http.get<{ Params: { name: string } }>('/papers/:name', async ({ params: { name } }, out) => {
    const content = sampleDocuments[name]
    return content ? out.type('image/png').send(await drawReadableDocument(content)) : out.code(404).send()
  })
}

export interface RunningDocumentReader {
  /** The address of the services, and of the page with the sample papers. */
  base: string
  faults: DocumentReaderFaults
  /** How many requests with a valid signature it has had: for pictures, and for companies. */
  asked: { pictures: number; companies: number }
  close(): Promise<void>
}

/** Starts the reader on loopback. */
export async function openDocumentReaderSandbox({
  folder,
  port,
  now = () => new Date(),
}: ProviderLocation & { now?: () => Date }): Promise<RunningDocumentReader> {
  const http = Fastify({ bodyLimit: 10_000_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const credentials = readOrCreateDocumentReaderCredentials(folder)
  const [faults, asked] = [{ ...noDocumentReaderFaults }, { pictures: 0, companies: 0 }]
  mountSampleDocuments(http)
  http.post('/', async (request, out) => {
    const body = String(request.body)
    const error = findSignatureError(request, body, credentials, now())
    if (error !== undefined) return out.send(toAnswer({ Error: { Code: error, Message: '签名不正确' } }))
    asked.pictures++
    if (await answerWithFault(faults, request, out)) return out
    if (takeFault(faults, 'quota')) return out.send(toAnswer({ Error: { Code: 'ResourceUnavailable.InArrears', Message: '账号已欠费' } }))
    return out.send(toAnswer(await readPicture(headerOf(request, 'x-tc-action'), JSON.parse(body) as OcrRequest)))
  })
  http.get<{ Querystring: { key?: string; keyword?: string } }>('/ECIV4/GetBasicDetailsByName', async (request, out) => {
    const { key = '', keyword = '' } = request.query
    const due = computeQichachaToken({ key: credentials.registerKey, secret: credentials.registerSecret }, headerOf(request, 'timespan'))
    if (key !== credentials.registerKey || headerOf(request, 'token') !== due) return out.send({ Status: '101', Message: '当前的KEY无效' })
    asked.companies++
    if (await answerWithFault(faults, request, out)) return out
    if (takeFault(faults, 'quota')) return out.send({ Status: '112', Message: '账号余额不足' })
    const found = sampleCompanies.find(({ Name, CreditCode }) => Name === keyword || CreditCode === keyword)
    return out.send(found ? { Status: '200', Message: '查询成功', Result: found } : { Status: '201', Message: '查询无结果' })
  })
  http.post('/faults', (request) => Object.assign(faults, noDocumentReaderFaults, JSON.parse(String(request.body || '{}'))))
  const base = await http.listen({ host: '127.0.0.1', port })
  return { base, faults, asked, close: () => http.close() }
}
