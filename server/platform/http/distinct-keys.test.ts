import fastify from 'fastify'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createRateStore } from '#server/platform/web/limits/rate-store.ts'
import { createResponseCache } from './response-cache.ts'

// S14: keys that a stranger can choose freely must not fill the memory without limit.

const MEMORY = 250_000
const mall = await openMall({ limits: { answerBytes: MEMORY } })
for (let at = 0; at < 30; at++) await mall.createSku(`U${at} 采煤截齿`)
const { http, memory } = mall.app
const LIST = API_BASE + contract.goods.list.path
const ask = (query: string, headers: Record<string, string> = {}) => http.inject({ method: 'GET', url: `${LIST}?${query}`, headers })

test('the cached answers of 250 different guest searches stay within the byte limit', async () => {
  let sent = 0
  let most = 0
  for (let at = 0; at < 250; at++) {
    const { rawPayload, statusCode } = await ask(`pageSize=30&priceMax=${1_000 + at}`)
    expect(statusCode).toBe(200)
    sent += rawPayload.length
    most = Math.max(most, memory.held().bytes)
  }
  expect(sent).toBeGreaterThan(5 * MEMORY)
  expect(most).toBeLessThanOrEqual(MEMORY)
  expect(most).toBeGreaterThan(MEMORY / 2)
})

test('cached answers are removed soon after they expire, even without further requests', async () => {
  await ask('pageSize=1')
  expect(memory.held().answers).toBeGreaterThan(0)
  await expect.poll(() => memory.held(), { interval: 200 }).toEqual({ answers: 0, bytes: 0 })
})

test('an answer larger than the whole cache is sent but not cached', async () => {
  const small = createResponseCache({ answerBytes: 2_000 })
  const app = fastify()
  app.get('/', (request, reply) => small.reply(request, reply, async () => 'x'.repeat(5_000)))
  expect((await app.inject('/?a=1')).body).toHaveLength(5_000)
  expect(small.held()).toEqual({ answers: 0, bytes: 0 })
})

/** A store that no other process shares, and its clock. */
const openStore = (keysMax?: number) => {
  const clock = { now: new Date('2026-11-18T06:00:30Z') }
  const take = async () => expect.fail('a lone process asks nobody')
  return { clock, store: createRateStore({ clock: () => clock.now, take, ...(keysMax !== undefined && { keysMax }) }) }
}
const counted = (store: ReturnType<typeof createRateStore>, key: string) => {
  let found = 0
  store.incr(key, (_, { current }) => (found = current), 60_000, 1_000)
  return found
}

test('rate counters of a hundred thousand addresses stay within their limit, and expired ones are swept', async () => {
  const { store, clock } = openStore(5_000)
  for (let at = 0; at < 100_000; at++) counted(store, `guest:${at}`)
  expect(store.size()).toBe(5_000)
  clock.now = new Date('2026-11-18T06:01:00Z')
  expect([counted(store, 'late'), store.size()]).toEqual([1, 1])
})

test('a key is counted within its window and starts again after it', async () => {
  const { store, clock } = openStore()
  expect([counted(store, 'a'), counted(store, 'a'), counted(store, 'b')]).toEqual([1, 2, 1])
  clock.now = new Date('2026-11-18T06:01:00Z')
  expect([counted(store, 'b'), counted(store, 'a')]).toEqual([1, 1])
})

test('an IPv6 network has one budget for all its addresses', async () => {
  const strict = await openMall({ limits: { guestPerMinute: 5 } })
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) {
    const { statusCode } = await strict.app.http.inject({ url: LIST, remoteAddress: `2001:db8:1:2::${at + 1}` })
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect((await strict.app.http.inject({ url: LIST, remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200)
  await expectNothingInFlight(strict)
})
