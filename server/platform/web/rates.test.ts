import { createHook } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MACHINE_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// S8: requests that anybody can repeat as often as he likes.

const DOCUMENTS = ['/api/openapi.json', MACHINE_API_DOCUMENT_PATH]
const mall = await openMall({ limits: { guestPerMinute: 5, noticePerMinute: 5 } })
const { http } = mall.app
const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
  http.inject({ method: 'GET', url, headers, remoteAddress })

describe.each(DOCUMENTS)('%s', (url) => {
  test('is compressed for clients that accept it, to less than an eighth of its size', async () => {
    const plain = await ask(url, {}, '10.1.0.1')
    const packed = await ask(url, { 'accept-encoding': 'gzip, br' }, '10.1.0.1')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(plain.json()).toHaveProperty('openapi')
  })

  test('is cached by clients, and not sent again while it is unchanged', async () => {
    const { headers } = await ask(url, {}, '10.1.0.2')
    expect(headers['cache-control']).toBe('public, max-age=300')
    const again = await ask(url, { 'if-none-match': String(headers.etag) }, '10.1.0.2')
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await ask(url, { 'if-none-match': 'W/"another"' }, '10.1.0.2')).statusCode).toBe(200)
  })

  test('is refused to an address that asks too often, and to no other', async () => {
    const statuses: number[] = []
    // Compressed: uncompressed, the document would be built for each answer.
    for (let at = 0; at < 40; at++) statuses.push((await ask(url, { 'accept-encoding': 'gzip' }, '10.1.0.4')).statusCode)
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
    expect((await ask(url, {}, '10.1.0.5')).statusCode).toBe(200)
  })
})

test.each(DOCUMENTS)('%s is compressed once and not for every request', async (url) => {
  const answers = (from: number) =>
    Promise.all(Array.from({ length: 20 }, (_, at) => ask(url, { 'accept-encoding': 'gzip' }, `10.1.${from}.${at}`)))
  await answers(1)
  let packings = 0
  const watch = createHook({
    init(_id, type) {
      if (type === 'ZLIB') packings++
    },
  }).enable()
  expect((await answers(2)).map(({ headers }) => headers['content-encoding'])).toEqual(Array(20).fill('gzip'))
  expect(packings).toBe(0)
  await promisify(gzip)('counted')
  expect(packings).toBe(1)
  watch.disable()
})

/** Every path without a rate limit, and the reason. A new one needs a reason as good. */
const UNLIMITED: Record<string, string> = {
  '/healthz': 'health: whoever watches the mall must be answered',
  '/readyz': 'health: whoever watches the mall must be answered',
  '/': 'pages and files, from memory or from the disk',
  '/manifest.webmanifest': 'pages and files, from memory or from the disk',
  '/console': 'pages and files, from memory or from the disk',
  '/console/': 'pages and files, from memory or from the disk',
  '/console/*': 'pages and files, from memory or from the disk',
  '/*': 'pages and files, from memory or from the disk',
}
const isBuilt = existsSync(path.join(import.meta.dirname, '..', '..', '..', 'dist', 'storefront'))

test('every path but those listed here is rate limited, according to the routes of the server', () => {
  const named = Object.fromEntries(Object.entries(UNLIMITED).filter(([url]) => isBuilt || !/\*$|manifest$/.test(url)))
  const found = mall.app.routes.filter(({ unlimited }) => unlimited !== undefined)
  expect(Object.fromEntries(found.map(({ url, unlimited }) => [url, unlimited]))).toEqual(named)
})

test('any other path is refused to callers who ask too often', async () => {
  const strict = await openMall({
    limits: Object.fromEntries(
      ['guest', 'member', 'money', 'captcha', 'machine', 'login', 'notice', 'picture'].map((who) => [`${who}PerMinute`, 1]),
    ),
  })
  const open: string[] = []
  const asked = strict.app.routes.filter(({ unlimited, method }) => unlimited === undefined && method !== 'HEAD')
  for (const [at, { url, method }] of asked.entries()) {
    const remoteAddress = `10.${2 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
    const answers: number[] = []
    for (let tries = 0; tries < 31 && answers.at(-1) !== 429; tries++)
      answers.push(
        (await strict.app.http.inject({ method: method as 'GET', url: url.replace(':channel', 'wechat'), remoteAddress })).statusCode,
      )
    if (answers.at(-1) !== 429) open.push(`${method} ${url}`)
  }
  expect(asked.length).toBeGreaterThan(500)
  expect(open).toEqual([])
  await expectNothingInFlight(strict)
})
