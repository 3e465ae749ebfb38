import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'

const mall = await openMall()
const { http } = mall.app
const skuId = await mall.createSku('U84 采煤截齿')
const lin = await mall.buyer('林')
const token = lin.token ?? ''

const CART = '/api/goods-api/api/goods-shopping-cart/list'
const GOODS = '/api/goods-api/api/goods/list'
const LOGIN = '/api/user-api/api/security/login-by-mobile'
const JSON_TYPE = { 'content-type': 'application/json' }
const NO_ONE = '00000000-0000-7000-8000-000000000000'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD'

async function ask(method: Method, url: string, payload?: string, headers: Record<string, string> = JSON_TYPE) {
  const answer = await http.inject({
    method,
    url,
    headers: { authorization: token, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  const isJson = answer.body !== '' && String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, headers: answer.headers, body: (isJson ? answer.json() : {}) as ResponseEnvelope, text: answer.body }
}

/** What every protocol refusal has: its status, the envelope, a Chinese sentence, and nothing internal. */
function expectRefusal(answer: Awaited<ReturnType<typeof ask>>, status: number, reason: string): void {
  expect({ status: answer.status, code: answer.body.code, reason: answer.body.reason }).toEqual({ status, code: status, reason })
  expect(answer.body.msg).toMatch(/\p{Script=Han}/u)
  expect(answer.body).toMatchObject({ success: false, data: null })
  expect(answer.text).not.toMatch(/node_modules|at \w+ \(|select |fastify|FST_|Error:/i)
}

describe('invalid bodies', () => {
  // P1
  test.each([
    '{"__proto__":{"isAdmin":1}}',
    '{"a":{"__proto__":{"isAdmin":1}}}',
    '{"constructor":{"prototype":{"isAdmin":1}}}',
    '{"\\u005f\\u005fproto__":{"isAdmin":1}}',
  ])('%s is malformed', async (body) => {
    expectRefusal(await ask('POST', GOODS, body), 400, 'MALFORMED')
    expect(({} as { isAdmin?: number }).isAdmin).toBeUndefined()
  })

  // P1, C2, E5, G2: names of Object.prototype are not fields, neither in a body nor in a query.
  test.each(['toString', 'hasOwnProperty', '__defineGetter__', 'valueOf', 'isPrototypeOf'])('a field named %s is unknown', async (name) => {
    for (const answer of [await ask('POST', GOODS, JSON.stringify({ [name]: '1' })), await ask('GET', `${GOODS}?${name}=1`)]) {
      expect({ status: answer.status, ...answer.body }).toMatchObject({
        status: 200,
        code: 400,
        reason: 'INVALID_INPUT',
        detail: { field: name },
      })
    }
  })

  // P1, P2
  test.each([
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    'constructor[prototype][x]=1',
    'pageNo[]=1',
    'pageNo[a]=1',
    'pageNo=1&pageNo=2',
    'a[]=',
  ])('the query %s is refused', async (query) => {
    const answer = await ask('GET', `${GOODS}?${query}`)
    expect({ status: answer.status, code: answer.body.code, reason: answer.body.reason }).toEqual({
      status: 200,
      code: 400,
      reason: 'INVALID_INPUT',
    })
  })

  // P2: of two equal keys the last counts, as in JSON.parse.
  test('of a repeated key the last value counts', async () => {
    const both = await ask('POST', GOODS, '{"pageSize":1,"pageSize":101}')
    expect(both.body).toMatchObject({ code: 400, detail: { field: 'pageSize' } })
    expect((await ask('POST', GOODS, '{"pageSize":101,"pageSize":1}')).body.code).toBe(200)
  })

  // P2, P3
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  test.each<[string, string | Buffer, number, string]>([
    ['an array for an object', '[]', 200, 'INVALID_INPUT'],
    ['null', 'null', 200, 'OK'],
    ['a bare number', '7', 200, 'INVALID_INPUT'],
    ['half a body', '{"pageNo":', 400, 'MALFORMED'],
    ['text after the body', '{}{}', 400, 'MALFORMED'],
    ['UTF-16', Buffer.from('{"pageNo":1}', 'utf16le'), 400, 'MALFORMED'],
    ['depth 10,000', `{"keyword":${deep(10_000)}}`, 200, 'INVALID_INPUT'],
    ['depth 10,000 in a field that is not ours', `{"x":${deep(10_000)}}`, 200, 'INVALID_INPUT'],
    ['depth 10,000 beside a forbidden key', `{"x":${deep(10_000)},"__proto__":{}}`, 400, 'MALFORMED'],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`, 200, 'INVALID_INPUT'],
    ['a megabyte', `{"keyword":"${'x'.repeat(1_048_576)}"}`, 413, 'TOO_LARGE'],
    ['Infinity in disguise', '{"pageNo":1e999}', 200, 'INVALID_INPUT'],
    ['half a character', '{"keyword":"\\ud83d"}', 200, 'INVALID_INPUT'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 200, 'INVALID_INPUT'],
  ])('%s', async (_, body, status, reason) => {
    const took = await measureFastest(1_000, async () => {
      const answer = await ask('POST', GOODS, body as string)
      if (status === 200) expect({ status: answer.status, reason: answer.body.reason ?? 'OK' }).toEqual({ status, reason })
      else expectRefusal(answer, status, reason)
    })
    expect(took).toBeLessThan(1_000)
  })

  // H13
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=gbk',
    'application/json garbage',
    'application/jsonx',
    'text/application/json',
    'application/xml',
  ])('a body of type %s is refused, so no form of another site can post', async (type) => {
    expectRefusal(await ask('POST', CART, '{}', { 'content-type': type }), 415, 'NOT_JSON')
  })

  test('JSON with charset UTF-8 and an empty body are read', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
      expect((await ask('POST', CART, '{}', { 'content-type': type })).body.code).toBe(200)
    }
    expect((await ask('POST', CART, undefined, {})).body.code).toBe(200)
  })
})

describe('methods and paths', () => {
  const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))

  // H12
  test('no call answers a method outside its contract, and no call that writes answers GET', async () => {
    for (const { kind, path, methods: named } of calls) {
      expect({ path, gets: named.includes('GET') }).toEqual({ path, gets: kind === 'read' || kind === 'download' })
      const others: Method[] = ['PATCH', 'OPTIONS', ...(named.includes('GET') ? [] : (['GET', 'HEAD'] as const))]
      for (const method of ['PUT', 'DELETE'] as const) if (!named.includes(method)) others.push(method)
      for (const method of others) {
        const answer = await ask(method, `/api${path}`)
        expect({ path, method, status: answer.status }).toEqual({ path, method, status: 405 })
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    }
  })

  // P8
  test('a method override header changes nothing', async () => {
    const headers = { ...JSON_TYPE, 'x-http-method-override': 'GET', 'x-method-override': 'DELETE' }
    expect((await ask('POST', `/api${contract.cart.add.path}`, JSON.stringify({ skuId, goodsNum: 1 }), headers)).body.code).toBe(200)
  })

  // J11, J12, P11
  test.each([
    '/api/nothing',
    '/api',
    '/api/order-api/api/order/paySuccess',
    '/api/order-api/api/pay/notify',
    '/api/jobs/deadlines',
    '/api/order-api/api/order/list/',
    '/api/order-api/api/order/list/..%2flist',
    '/docs',
    '/swagger',
    '/metrics',
    '/.env',
    '/.git/config',
    '/assets/index.js.map',
    '/%2e%2e/package.json',
    '/console/../package.json',
  ])('%s is not found', async (url) => {
    for (const method of ['GET', 'POST'] as const) expectRefusal(await ask(method, url), 404, 'NO_SUCH_CALL')
  })

  test.each(['/api/%', '/api/%zz', '/%c0%ae%c0%ae/package.json', '/api/%00', `/api/${'x'.repeat(5_000)}`])(
    'case %#: an unknown path',
    async (url) => {
      const answer = await ask('GET', url)
      expect([400, 404]).toContain(answer.status)
      expectRefusal(answer, answer.status, answer.status === 400 ? 'MALFORMED' : 'NO_SUCH_CALL')
      expect(answer.text).not.toContain(url)
    },
  )
})

describe('every answer', () => {
  const every = async () => ({
    success: await ask('POST', CART, '{}'),
    'business refusal': await ask('POST', `/api${contract.address.detail.path}`, JSON.stringify({ id: NO_ONE })),
    'not logged in': await ask('POST', CART, '{}', { ...JSON_TYPE, authorization: 'mt_no' }),
    malformed: await ask('POST', CART, '{'),
    'wrong type': await ask('POST', CART, 'x', { 'content-type': 'text/plain' }),
    'wrong method': await ask('PUT', CART),
    'no such call': await ask('GET', '/api/nothing'),
    'bad path': await ask('GET', '/api/%zz'),
  })

  // S16
  test('has the security headers, on success and on every refusal', async () => {
    for (const [name, { headers }] of Object.entries(await every())) {
      expect({ name, ...headers }).toMatchObject({
        name,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[A-Za-z0-9-]{8,64}$/),
      })
      for (const header of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie', 'vary'])
        expect({ name, header, value: headers[header] }).toEqual({ name, header, value: undefined })
    }
  })

  // P9
  test.each(['null', 'https://evil.example', 'https://localhost.evil.example'])(
    'no CORS access is granted to the origin %s',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
        const { headers } = await ask(method, GOODS, undefined, { origin, 'access-control-request-method': 'POST' })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    },
  )

  test('for a guest or after logout leaves no data of the user in the cache', async () => {
    const { headers } = await ask('POST', CART, '{}', { ...JSON_TYPE, authorization: '' })
    expect(headers['clear-site-data']).toBe('"cache"')
    const leaving = await mall.logsIn(lin.mobile)
    const out = await ask('POST', `/api${contract.security.logOut.path}`, '{}', { ...JSON_TYPE, authorization: leaving.token ?? '' })
    expect({ code: out.body.code, header: out.headers['clear-site-data'] }).toEqual({ code: 200, header: '"cache"' })
  })

  // P4
  test('keeps a valid request id and replaces an invalid one', async () => {
    const idOf = async (id: string) => (await ask('GET', '/api/nothing', undefined, { 'x-request-id': id })).headers['x-request-id']
    expect(await idOf('order-2026-11-18')).toBe('order-2026-11-18')
    for (const id of ['short', 'x'.repeat(65), 'a b c d e f g', '<script>alert(1)</script>', '订单订单订单订单', '{"level":50}'])
      expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/)
  })

  // P16, P10
  test('is unaffected by AppVersion, Host and a forwarded address', async () => {
    const plain = (await ask('POST', GOODS, '{}')).text
    for (const headers of [
      { appversion: '9.9.9' },
      { appversion: 'x'.repeat(10_000) },
      { host: 'evil.example' },
      { 'x-forwarded-proto': 'gopher' },
    ]) {
      expect((await ask('POST', GOODS, '{}', { ...JSON_TYPE, ...(headers as Record<string, string>) })).text).toBe(plain)
    }
  })
})

describe('at the level of raw HTTP', () => {
  const address = http.listen({ port: 0, host: '127.0.0.1' })

  /** Sends raw bytes and returns the response. */
  const raw = async (bytes: string): Promise<string> => {
    const { port } = new URL(await address)
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      socket.setTimeout(3_000, () => socket.destroy(new Error('no answer')))
      socket.on('data', (data) => {
        text += String(data)
        if (/\r\n\r\n[\s\S]*\}$/.test(text)) socket.end()
      })
      // A server that has refused may close the connection while the client is still sending.
      socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)))
      socket.on('close', () => resolve(text))
    })
  }
  const head = (line: string, ...headers: string[]) => [line, 'Host: mall', 'Connection: close', ...headers, '', ''].join('\r\n')

  // P6, P8, B10
  test.each<[string, string, number]>([
    ['TRACE', head(`TRACE ${CART} HTTP/1.1`), 405],
    ['a method that nobody knows', head(`BREW ${CART} HTTP/1.1`), 400],
    ['a head of 20 kB', head(`GET ${CART} HTTP/1.1`, `Authorization: ${'x'.repeat(20_000)}`), 431],
    ['a line folded into the next', head(`GET ${CART} HTTP/1.1`, 'X-A: 1', ' Authorization: x'), 400],
    [
      'two lengths of one body',
      `${head(`POST ${LOGIN} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3')}{}`,
      400,
    ],
    [
      'a length and chunks',
      `${head(`POST ${LOGIN} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    [
      'chunks by another name',
      `${head(`POST ${LOGIN} HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
      400,
    ],
    ['a line break in an id', head(`GET ${CART} HTTP/1.1`, 'X-Request-Id: abc\rdefgh'), 400],
  ])('%s is refused', async (_, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).not.toMatch(/\r\nServer:|X-Powered-By|node_modules/i)
  })

  // B10: of two tokens only the first is checked, so a valid one cannot hide behind an invalid one.
  test('a valid token after an invalid one is not accepted', async () => {
    const answer = await raw(head(`GET ${CART} HTTP/1.1`, 'Authorization: mt_wrong', `Authorization: ${token}`))
    expect(answer).toContain('"code":510')
  })
})

test('afterwards no request occupies a place', () => expectNothingInFlight(mall))
