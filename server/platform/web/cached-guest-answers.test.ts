import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const LIST = `${API_BASE + contract.goods.list.path}?pageSize=24`

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** Sends a GET request on a new connection and reads the bytes as they are. */
const get = (base: string, headers: Record<string, string> = {}, path = LIST): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest(base + path, { headers, agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const { date: _date, 'x-request-id': _id, ...rest } = response.headers
        resolve({ status: response.statusCode ?? 0, headers: rest, body: Buffer.concat(pieces).toString('base64') })
      })
    })
    sent.on('error', reject).end()
  })

/** How many requests became one of a route. */
let routed = 0
const count = () => void routed++
const handled = channel('tracing:fastify.request.handler:start')
handled.subscribe(count)
afterAll(() => void handled.unsubscribe(count))

const listen = ({ app }: Awaited<ReturnType<typeof openMall>>): Promise<string> => app.http.listen({ host: '127.0.0.1', port: 0 })

/** Returns the answer and whether a route gave it. */
async function trace(answer: Promise<Answer>): Promise<Answer & { byRoute: boolean }> {
  const before = routed
  return { ...(await answer), byRoute: routed > before }
}

/** A request with this header is never answered without a route. */
const WITH_LENGTH = { 'content-length': '0' }

describe('a cached answer', async () => {
  const mall = await openMall()
  const base = await listen(mall)
  const first = await trace(get(base))

  test('is made by the route once, and then served without it', async () => {
    expect(first).toMatchObject({ status: 200, byRoute: true })
    expect(await trace(get(base))).toEqual({ ...first, byRoute: false })
  })

  test.each([
    {},
    { 'accept-encoding': 'gzip, br' },
    { 'accept-encoding': 'gzip;q=0' },
    { 'if-none-match': String(first.headers.etag) },
    { 'if-none-match': 'W/"another"' },
  ])('is the same with and without the route: %o', async (headers) => {
    const [without, through] = [await trace(get(base, headers)), await trace(get(base, { ...headers, ...WITH_LENGTH }))]
    expect([without.byRoute, through.byRoute]).toEqual([false, true])
    expect({ ...without, byRoute: true }).toEqual(through)
  })

  test('has the request id and is counted', async () => {
    const answers = async () => {
      const { values = [] } = (await mall.app.metrics.getSingleMetric('mall_answers_total')?.get()) ?? {}
      return values.find(({ labels }) => labels.path === contract.goods.list.path && labels.status === 200)?.value ?? 0
    }
    const before = await answers()
    const response = await fetch(base + LIST, { headers: { 'x-request-id': 'mine-12345678' } })
    expect(response.headers.get('x-request-id')).toBe('mine-12345678')
    expect((await fetch(base + LIST)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await answers()).toBe(before + 2)
  })

  test('is not served to requests with a token, a body or another method', async () => {
    expect(await trace(get(base, { authorization: 'nobody' }))).toMatchObject({ byRoute: true })
    expect((await fetch(base + LIST, { method: 'HEAD' })).status).toBe(405)
    expect(await trace(get(base, WITH_LENGTH))).toMatchObject({ byRoute: true })
  })

  test('is dropped when the catalog changes', async () => {
    mall.app.memory.moveTo(1_000_000)
    expect(await trace(get(base))).toMatchObject({ status: 200, byRoute: true })
    expect(await trace(get(base))).toMatchObject({ status: 200, byRoute: false })
  })

  test('is kept only for calls that count against the guest limit', () => {
    const cached = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api).filter((endpoint) => endpoint.cached))
    expect(cached.length).toBeGreaterThan(0)
    expect(cached.filter(({ rateLimit, idempotent }) => rateLimit !== undefined || idempotent)).toEqual([])
  })
})

test('cached and routed answers count against one limit, by the address of the guest', async () => {
  const mall = await openMall({ limits: { guestPerMinute: 4 }, trustProxy: ['127.0.0.1'], now: new Date('2026-03-02T02:00:00Z') })
  const base = await listen(mall)
  const as = (address: string, more: Record<string, string> = {}) => trace(get(base, { 'x-forwarded-for': address, ...more }))
  const given = [await as('203.0.113.1'), await as('203.0.113.1'), await as('203.0.113.1', WITH_LENGTH), await as('203.0.113.1')]
  expect(given.map(({ status, byRoute }) => [status, byRoute])).toEqual([
    [200, true],
    [200, false],
    [200, true],
    [200, false],
  ])
  expect(await as('203.0.113.1')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  // The address before the trusted proxy counts, whatever the visitor wrote in front of it.
  expect(await as('203.0.113.9, 203.0.113.1')).toMatchObject({ status: 429 })
  expect(await as('203.0.113.2')).toMatchObject({ status: 200, byRoute: false })
})

test('without a trusted proxy a forwarded address is ignored and reported', async () => {
  const mall = await openMall({ limits: { guestPerMinute: 2 } })
  const base = await listen(mall)
  await get(base)
  expect(await trace(get(base, { 'x-forwarded-for': '203.0.113.1' }))).toMatchObject({ status: 200, byRoute: true })
  expect(await trace(get(base, { 'x-forwarded-for': '203.0.113.2' }))).toMatchObject({ status: 429 })
})

test('a closing server refuses it like any other request', async () => {
  const mall = await openMall()
  const base = await listen(mall)
  const request = `GET ${LIST} HTTP/1.1\r\nHost: mall\r\n\r\n`
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(request.slice(0, 40)))
  await once(socket, 'connect')
  // The server has read the half of it before it closes, so the connection is not idle.
  expect(await trace(get(base))).toMatchObject({ byRoute: true })
  expect(await trace(get(base))).toMatchObject({ byRoute: false })
  const closed = mall.app.http.close()
  socket.write(request.slice(40))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(String(bytes)).toMatch(/^HTTP\/1.1 503 /)
  socket.destroy()
  await closed
})
