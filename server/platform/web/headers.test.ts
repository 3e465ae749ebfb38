import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { expectHeaders } from '#server/platform/testing/headers.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createStorefrontHeaders } from './headers.ts'

const mall = await openMall({ limits: { captchaPerMinute: 1 } })
const { http } = mall.app
const base = await http.listen({ port: 0, host: '127.0.0.1' })
const LIST = API_BASE + contract.goods.list.path
const CART = API_BASE + contract.cart.list.path
const CAPTCHA = API_BASE + contract.system.captcha.path

interface Heard {
  status: number
  headers: Record<string, string>
  body: string
}

/** Parses the part of an answer that has arrived. */
function parse(text: string): Heard {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [line = '', ...fields] = head.split('\r\n')
  const pairs = fields.map((field) => field.split(/: (.*)/s)).map(([name = '', value = '']) => [name.toLowerCase(), value])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(pairs), body }
}

/** A connection on which bytes were sent, with everything that comes back. */
function open(bytes: string): { socket: Socket; text: () => string } {
  let text = ''
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes))
  socket.on('data', (data) => {
    text += String(data)
  })
  return { socket, text: () => text }
}

/** Sends raw bytes on a new connection and reads the one answer. */
const print = (bytes: string): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const { socket, text } = open(bytes)
    socket.setTimeout(8_000, () => socket.destroy(new Error(`no answer: ${text()}`)))
    socket.on('data', () => {
      const heard = parse(text())
      if (heard.status !== 204 && Buffer.byteLength(heard.body) < Number(heard.headers['content-length'])) return
      socket.destroy()
      resolve(heard)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`hung up: ${text()}`)))
  })

const request = (line: string, fields: Record<string, string> = {}, body = '') =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({
      Host: 'mall',
      ...(body ? { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` } : {}),
      ...fields,
    })
      .filter(([, value]) => value !== '')
      .map((field) => field.join(': ')),
    '',
    body,
  ].join('\r\n')

const HOSTLESS = { Host: '' }

test.each<[string, string, number, string | undefined]>([
  ['an answer', request(`GET ${LIST}`), 200, undefined],
  ['an answer to a call that expects what nobody knows', request(`GET ${LIST}`, { Expect: 'the-unexpected' }), 200, undefined],
  ['not logged in', request(`GET ${CART}`), 200, 'NOT_LOGGED_IN'],
  ['the description of the calls', request('GET /api/openapi.json'), 200, undefined],
  ['that we live', request('GET /healthz'), 200, undefined],
  ['that we are ready', request('GET /readyz'), 200, undefined],
  ['the way to the console', request('GET /console'), 302, undefined],
  [
    'a report that was taken',
    request('POST /api/system-api/api/csp-report', { 'Content-Type': 'application/csp-report' }, '{}'),
    204,
    undefined,
  ],
  ['no such page', request('GET /nothing'), 404, 'NO_SUCH_CALL'],
  ['no such file', request('GET /assets/nothing.js'), 404, 'NO_SUCH_CALL'],
  ['no such file of the console', request('GET /console/assets/nothing.js'), 404, 'NO_SUCH_CALL'],
  ['the wrong method', request(`PUT ${CART}`), 405, 'METHOD_NOT_ALLOWED'],
  ['half a body', request(`POST ${LIST}`, {}, '{"pageNo":'), 400, 'MALFORMED'],
  ['too large a body', request(`POST ${LIST}`, {}, `"${'x'.repeat(300_000)}"`), 413, 'TOO_LARGE'],
  ['a body of another kind', request(`POST ${LIST}`, { 'Content-Type': 'text/plain' }, 'x'), 415, 'NOT_JSON'],
  ['a path that is none', request('GET /api/%zz'), 400, 'MALFORMED'],
  ['a request without a host', request(`GET ${LIST}`, HOSTLESS), 400, 'MALFORMED'],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'MALFORMED'],
  ['too large a head', request(`GET ${LIST}`, { Cookie: 'x'.repeat(20_000) }), 431, 'HEAD_TOO_LARGE'],
])('%s', async (what, bytes, status, reason) => {
  const heard = await print(bytes)
  expect(heard.status).toBe(status)
  if (reason)
    expect(JSON.parse(heard.body)).toMatchObject({ reason, success: false, data: null, msg: expect.stringMatching(/\p{Script=Han}/u) })
  const { 'cache-control': cache, ...headers } = heard.headers
  // Answers that are the same for everybody may be revalidated, and the description of the calls may be cached for minutes. Nothing else
  // may be stored.
  if (what === 'the description of the calls') expectHeaders(what, 'file', heard.headers)
  else
    expectHeaders(what, 'call', { ...headers, 'cache-control': what.startsWith('an answer') && cache === 'no-cache' ? 'no-store' : cache })
})

test.each([
  ['/', 'mall'],
  ['/console/', 'console'],
] as const)('the page %s', async (path, kind) => {
  const heard = await print(request(`GET ${path}`))
  expect(heard.status).toBe(200)
  expectHeaders(path, kind, heard.headers)
})

test('the content security policy allows each inline script of the page by its hash, and no other', () => {
  const page = '<script>first()</script><template><script src="/else.js"></script></template><script>{\nsecond()\n}</script>'
  const { 'Content-Security-Policy': policy = '' } = createStorefrontHeaders(true, page)
  const hashes = ['first()', '{\nsecond()\n}'].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policy.split('; ')).toContain(`script-src 'self' ${hashes.join(' ')}`)
})

test('too often', async () => {
  const ask = () => print(request(`POST ${CAPTCHA}`, {}, '{"longValue":4,"fontSize":30,"widthValue":100}'))
  await ask()
  const heard = await ask()
  expect({ status: heard.status, retryAfter: Number(heard.headers['retry-after']) > 0 }).toEqual({ status: 429, retryAfter: true })
  expectHeaders('too often', 'call', heard.headers)
})

test('too slow', async () => {
  Object.assign(http.server, { headersTimeout: 300, requestTimeout: 400 })
  const heard = await print(request(`POST ${LIST}`, { 'Content-Length': '10', 'Content-Type': 'application/json' }))
  expect({ status: heard.status, reason: (JSON.parse(heard.body) as ResponseEnvelope).reason }).toEqual({ status: 408, reason: 'TOO_SLOW' })
  expectHeaders('too slow', 'call', heard.headers)
})

test('a closing server answers requests in progress and asks new callers to retry later', async () => {
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query('begin; lock table goods, goods_search in access exclusive mode')
  const early = open(request(`GET ${LIST}?keyword=slow`))
  const late = open(request(`GET ${LIST}?keyword=late`).slice(0, 40))
  await pause(200)
  const closed = http.close()
  await pause(300)
  late.socket.write(request(`GET ${LIST}?keyword=late`).slice(40))
  await pause(100)
  // Registered before it can happen.
  const gone = once(early.socket, 'close')
  await owner.end()
  await Promise.all([closed, gone])
  const [first, second] = [parse(early.text()), parse(late.text())]
  expect(first).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(second).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } })
  expect(JSON.parse(second.body)).toMatchObject({ code: 503, reason: 'OVERLOADED', success: false, data: null })
  expectHeaders('closing', 'call', second.headers)
})
