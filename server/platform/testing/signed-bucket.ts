// A bucket of S3 that checks the signature of every request. It computes the signature from the published description of AWS Signature
// Version 4, and shares no code with the client.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const SKEW_MS = 15 * 60_000

/** A request as its signature covers it. `target`: path and query as they are sent. */
export interface SignedRequest {
  method: string
  target: string
  headers: IncomingHttpHeaders
  /** The header x-amz-content-sha256. */
  payloadHash: string
}

/** What a signature is made with. `time`: '20130524T000000Z'. */
export interface SigningTerms {
  time: string
  region: string
  secret: string
  /** The names of the signed headers, in lower case and in order. */
  signedHeaders: readonly string[]
}

const sha256Hex = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Letters, digits and -._~ stay; every other byte becomes %XX in capitals. */
const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      return /[A-Za-z0-9\-._~]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

const canonicalPath = (path: string): string =>
  path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('='))
  return pairs
    .map(([name = '', value = '']) => `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .join('&')
}

/** Computes the signature of a request: canonical request, text to sign, key of day, region and service. */
export function computeBucketRequestSignature({ method, target, headers, payloadHash }: SignedRequest, terms: SigningTerms): string {
  const { time, region, secret, signedHeaders } = terms
  const [path = '', query = ''] = target.split('?')
  const lines = signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  )
  const request = [method, canonicalPath(path), canonicalQuery(query), lines.join(''), signedHeaders.join(';'), payloadHash].join('\n')
  const day = time.slice(0, 8)
  const text = [ALGORITHM, time, `${day}/${region}/s3/aws4_request`, sha256Hex(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>((last, part) => hmac(last, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

export interface BucketAccount {
  bucket: string
  region: string
  keyId: string
  secret: string
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Returns the error code of S3 for a request that may not be answered; undefined: it may. */
function findFault(request: IncomingMessage, body: Buffer, { region, keyId, secret }: BucketAccount): string | undefined {
  const { method = '', url: target = '', headers } = request
  const [, key, day, place, names = '', signature = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (key === undefined) return 'AccessDenied'
  if (key !== keyId) return 'InvalidAccessKeyId'
  if (place !== region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const [, ...parts] = TIME.exec(time) ?? []
  const [year = 0, month = 0, date = 0, ...clock] = parts.map(Number)
  const sentAt = Date.UTC(year, month - 1, date, ...clock)
  if (time.slice(0, 8) !== day || !(Math.abs(Date.now() - sentAt) < SKEW_MS)) return 'RequestTimeTooSkewed'
  const signedHeaders = names.split(';')
  const mustSign = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustSign.some((name) => !signedHeaders.includes(name))) return 'AccessDenied'
  const payloadHash = String(headers['x-amz-content-sha256'])
  if (payloadHash !== UNSIGNED && payloadHash !== sha256Hex(body)) return 'XAmzContentSHA256Mismatch'
  const expected = computeBucketRequestSignature({ method, target, headers, payloadHash }, { time, region, secret, signedHeaders })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? undefined : 'SignatureDoesNotMatch'
}

export interface SignedBucket {
  /** The address of the bucket. */
  endpoint: string
  /** The stored objects by their keys. */
  objects: ReadonlyMap<string, Buffer>
  /** Every request, with the status of its answer: 'PUT /mall/one 200'. */
  answered: readonly string[]
  /** Whether every request fails from now on, as in an outage of the service. */
  setBroken: (broken: boolean) => void
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const toErrorXml = (code: string): string => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`

/** Starts the bucket on loopback. It knows PUT, GET and DELETE of an object. */
export async function openSignedBucket(account: BucketAccount): Promise<SignedBucket> {
  const objects = new Map<string, Buffer>()
  const answered: string[] = []
  let broken = false
  const answer = (method: string, key: string, body: Buffer): [number, string | Buffer] => {
    const found = objects.get(key)
    switch (method) {
      case 'PUT':
        objects.set(key, body)
        return [200, '']
      case 'GET':
        return found ? [200, found] : [404, toErrorXml('NoSuchKey')]
      case 'DELETE':
        objects.delete(key)
        return [204, '']
      default:
        return [405, toErrorXml('MethodNotAllowed')]
    }
  }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const { method = '', url = '' } = request
    const path = decodeURIComponent(url.split('?')[0] ?? '')
    const prefix = `/${account.bucket}/`
    const fault = broken ? 'InternalError' : path.startsWith(prefix) ? findFault(request, body, account) : 'NoSuchBucket'
    const statuses: Record<string, number> = {
      InternalError: 500,
      NoSuchBucket: 404,
      XAmzContentSHA256Mismatch: 400,
      AuthorizationHeaderMalformed: 400,
    }
    const [status, sent] =
      fault === undefined ? answer(method, path.slice(prefix.length), body) : [statuses[fault] ?? 403, toErrorXml(fault)]
    answered.push(`${method} ${path} ${status}`)
    response.writeHead(status, fault === undefined && status === 200 ? {} : { 'content-type': 'application/xml' }).end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/${account.bucket}`,
    objects,
    answered,
    setBroken: (next) => {
      broken = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
