import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { createAnsweredCaptcha } from '#server/platform/testing/answered-captcha.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { findFreeLoopbackPort, type LoadServer, startLoadServer } from './cluster.ts'

// Two and four server processes share one database. What is limited holds for all of them together.

const GUEST_LIMIT = 200
const MEMBER_LIMIT = 300
const TEXTS_A_DAY = 10
const LOGIN_FAILURES = 5
const PROJECTS_A_DAY = Number(contract.project.add.memberLimit)
const MINUTE_MS = 60_000
/** A count of a minute begins in its first part, so that it ends in the same minute. */
const LATEST_BEGIN_MS = 30_000
const AT_ONCE = 16

const secret = randomBytes(32)
const mall = await openMall({ now: new Date(), secret })
const servers: LoadServer[] = []
const stopAll = () => Promise.all(servers.splice(0).map((server) => server.stop()))
afterAll(stopAll)

/** When each server has last said that it lives, by the clock of the database. */
const listBeats = async (): Promise<number[]> =>
  (await mall.db.selectFrom('live_server').select('seen_at').execute()).map(({ seen_at }) => seen_at.getTime())

/** Starts so many servers, and waits until each has counted the others. */
async function startServers(count: number): Promise<void> {
  const database = { appUrl: mall.appUrl, ownerUrl: mall.ownerUrl, secret }
  const env = {
    TRUST_PROXY: 'loopback',
    RATE_GUEST: String(GUEST_LIMIT),
    RATE_MEMBER: String(MEMBER_LIMIT),
    RATE_TEXTS_DAY: String(TEXTS_A_DAY),
  }
  while (servers.length < count) servers.push(await startLoadServer({ database, port: await findFreeLoopbackPort(), env }))
  // Whoever has beaten since the last of them began has read the rows of all.
  const known = await listBeats()
  expect(known).toHaveLength(count)
  const last = Math.max(...known)
  while ((await listBeats()).some((at) => at <= last)) await wait(100)
  await wait(200)
}

interface Asked {
  path: string
  body?: object
  token?: string
  /** The address of the caller, as a proxy writes it. */
  address: string
}

/** Makes one call at one of the servers. */
async function call(at: number, { path, body = {}, token, address }: Asked): Promise<ResponseEnvelope> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-forwarded-for': address }
  if (token !== undefined) headers.authorization = token
  const answer = await fetch(`${servers[at % servers.length]?.base}${API_BASE}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as ResponseEnvelope
}

const reasonOf = ({ code, reason }: ResponseEnvelope): string => (code === 200 ? 'done' : (reason ?? 'no reason'))

/** Makes calls one after the other at each server by turns, some at once. Returns how often there was each answer. */
async function countAnswers(times: number, one: (at: number) => Promise<ResponseEnvelope>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let asked = 0
  const ask = async () => {
    while (asked < times) {
      const reason = reasonOf(await one(asked++))
      counts[reason] = (counts[reason] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return counts
}

let minutes = 0
/** Sends so many times the limit within one minute of the clock, from an address that nobody had. Returns how often it was admitted. */
async function countAdmittedInOneMinute(limit: number, asked: Omit<Asked, 'address'>): Promise<number> {
  for (;;) {
    const since = Date.now() % MINUTE_MS
    if (since > LATEST_BEGIN_MS) await wait(MINUTE_MS - since + 50)
    const minute = Math.floor(Date.now() / MINUTE_MS)
    const address = `203.0.113.${++minutes}`
    const { done = 0, TOO_MANY = 0, ...others } = await countAnswers(servers.length * limit, (at) => call(at, { ...asked, address }))
    if (Math.floor(Date.now() / MINUTE_MS) !== minute) continue
    expect({ all: done + TOO_MANY, others }).toEqual({ all: servers.length * limit, others: {} })
    return done
  }
}

async function logsIn(mobile: string): Promise<string> {
  const body = { mobile, pwd: TEST_USER_PASSWORD }
  const { data, msg } = await call(0, { path: contract.security.loginByMobile.path, body, address: '192.0.2.1' })
  return (data as { token: string } | null)?.token ?? expect.fail(msg)
}

let strangers = 0

describe.each([2, 4])('%i server processes on one database', (count) => {
  const print = (what: string, admitted: number, limit: number) =>
    console.info(`${count} servers: ${admitted} ${what} admitted, limit ${limit}, ratio ${(admitted / limit).toFixed(2)}`)
  beforeAll(async () => {
    // Captchas are valid for some minutes only, by the clock of who makes them.
    mall.clock.now = new Date()
    await startServers(count)
  })
  afterAll(stopAll)

  test('admit a guest 1.05 times his limit a minute at most, and a member too', async () => {
    const list = { path: contract.goods.list.path }
    const guest = await countAdmittedInOneMinute(GUEST_LIMIT, list)
    const token = await logsIn((await mall.buyer('林')).mobile)
    const member = await countAdmittedInOneMinute(MEMBER_LIMIT, { path: contract.address.list.path, token })
    print('requests of a guest in a minute', guest, GUEST_LIMIT)
    print('requests of a member in a minute', member, MEMBER_LIMIT)
    expect(guest).toBeLessThanOrEqual(GUEST_LIMIT * 1.05)
    expect(guest).toBeGreaterThanOrEqual(GUEST_LIMIT * 0.95)
    expect(member).toBeLessThanOrEqual(MEMBER_LIMIT * 1.05)
    expect(member).toBeGreaterThanOrEqual(MEMBER_LIMIT * 0.95)
  })

  test('compare five wrong passwords of a person at most, and then lock him at each of them', async () => {
    const { mobile } = await mall.buyer('吴')
    const captchas = await Promise.all(Array.from({ length: count * 12 }, () => createAnsweredCaptcha(mall, 'login')))
    const tries = (at: number, pwd: string) => {
      const body = Object.assign({ mobile, pwd }, captchas.pop())
      return call(at, { path: contract.security.loginByMobile.path, body, address: `198.51.100.${at + 1}` })
    }
    const { LOGIN_FAILED = 0, LOGIN_LOCKED = 0 } = await countAnswers(count * 10, (at) => tries(at, 'Wrong123456'))
    print('wrong passwords of a person', LOGIN_FAILED, LOGIN_FAILURES)
    expect(LOGIN_FAILED).toBe(LOGIN_FAILURES)
    expect(LOGIN_FAILED + LOGIN_LOCKED).toBe(count * 10)
    for (const at of servers.keys()) expect((await tries(at, TEST_USER_PASSWORD)).reason).toBe('LOGIN_LOCKED')
  })

  test('send an address the SMS codes of a day, and make a company the rows of a day', async () => {
    const address = `198.51.101.${count}`
    const captchas = await Promise.all(Array.from({ length: count * TEXTS_A_DAY }, () => createAnsweredCaptcha(mall, 'sms')))
    const texts = await countAnswers(count * TEXTS_A_DAY, (at) => {
      const mobile = `134${String(++strangers).padStart(8, '0')}`
      return call(at, { path: contract.system.sendSms.path, body: Object.assign({ purpose: 'register', mobile }, captchas.pop()), address })
    })
    const { mobile: buyer } = await mall.buyer('陈')
    const tokens = await Promise.all(servers.map(() => logsIn(buyer)))
    const rows = await countAnswers(count * PROJECTS_A_DAY, async (at) => {
      // Each session has a limit a minute of its own.
      const from = { token: tokens[at % count] ?? '', address }
      const added = await call(at, Object.assign({ path: contract.project.add.path, body: { name: `项目 ${at}` } }, from))
      // What is deleted counts all the same, and the company never has too many at once.
      const id = (added.data as { id: string } | null)?.id
      if (id !== undefined) await call(at + 1, Object.assign({ path: contract.project.delete.path, body: { id } }, from))
      return added
    })
    print('SMS codes of an address in a day', texts.done ?? 0, TEXTS_A_DAY)
    print('projects of a company in a day', rows.done ?? 0, PROJECTS_A_DAY)
    expect(texts).toEqual({ done: TEXTS_A_DAY, SMS_TOO_OFTEN: (count - 1) * TEXTS_A_DAY })
    expect(rows).toEqual({ done: PROJECTS_A_DAY, DAILY_FULL: (count - 1) * PROJECTS_A_DAY })
  })
})
