import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { findFreeLoopbackPort, type LoadServer, startLoadServer } from './cluster.ts'

// T-10: two server processes share one database. After a call on one of them has revoked a token, the other one rejects it.

const secret = randomBytes(32)
const mall = await openMall({ now: new Date(), secret })
const lin = await mall.buyer('林')
let servers: LoadServer[] = []
beforeAll(async () => {
  const database = { appUrl: mall.appUrl, ownerUrl: mall.ownerUrl, secret }
  servers = [
    await startLoadServer({ database, port: await findFreeLoopbackPort() }),
    await startLoadServer({ database, port: await findFreeLoopbackPort() }),
  ]
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function call(at: number, path: string, { token, body = {} }: { token?: string; body?: object }): Promise<ResponseEnvelope> {
  const answer = await fetch(`${servers[at]?.base}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', appversion: '2.0.0', ...(token === undefined ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as ResponseEnvelope
}

async function logsIn(mobile: string): Promise<string> {
  const { data, msg } = await call(0, contract.security.loginByMobile.path, { body: { mobile, pwd: TEST_USER_PASSWORD } })
  return (data as { token: string } | null)?.token ?? expect.fail(msg)
}

const PACE_MS = 4
const CLIENTS = 12

/** Clients that send requests to both servers all the time. Returns how many succeeded before and after `revoke` had returned. */
async function poll(
  token: string,
  path: string,
  revoke: () => Promise<unknown>,
): Promise<{ before: number; after: number; denied: number }> {
  const seen = { before: 0, after: 0, denied: 0 }
  let returnedAt = Number.POSITIVE_INFINITY
  let stopped = false
  const clients = Array.from({ length: CLIENTS }, async (_, at) => {
    while (!stopped) {
      const sentAt = performance.now()
      const { code } = await call(at % 2, path, { token })
      if (code !== 200) seen.denied += 1
      else if (sentAt > returnedAt) seen.after += 1
      else seen.before += 1
      await new Promise((resolve) => setTimeout(resolve, PACE_MS))
    }
  })
  await expect.poll(() => seen.before).toBeGreaterThan(CLIENTS * 3)
  await revoke()
  returnedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 400))
  stopped = true
  await Promise.all(clients)
  return seen
}

const subOf = async (name: string): Promise<{ sub: Buyer; id: string; token: string }> => {
  const sub = await mall.subAccount(lin, ['lookGoods', 'addressSet'], name)
  const id = (await lin.api.subUser.list({})).find((row) => row.name === name)?.id ?? expect.fail('no such sub-account')
  const first = await logsIn(sub.mobile)
  const { data } = await call(0, contract.enterprise.change.path, { token: first, body: { enterpriseId: lin.enterpriseId } })
  return { sub, id, token: (data as { token: string }).token }
}
const main = () => logsIn(lin.mobile)

describe('a session token used on the other server', () => {
  const whole = contract.user.detail.path
  type Case = [string, path: string, begin: () => Promise<{ token: string; revoke: () => Promise<unknown> }>]
  const cases: Case[] = [
    [
      'is nobody’s once its sub-account is disabled',
      whole,
      async () => {
        const [{ token, id }, boss] = [await subOf('停用'), await main()]
        return { token, revoke: () => call(1, contract.subUser.modifyStatus.path, { token: boss, body: { id, status: 0 } }) }
      },
    ],
    [
      'is nobody’s once its sub-account is deleted',
      whole,
      async () => {
        const [{ token, id }, boss] = [await subOf('删除'), await main()]
        return { token, revoke: () => call(1, contract.subUser.delete.path, { token: boss, body: { id } }) }
      },
    ],
    [
      'may no longer what was taken from it',
      contract.address.list.path,
      async () => {
        const [{ token, id }, boss] = [await subOf('收权'), await main()]
        const body = { id, name: '收权', permCode: 'lookGoods', orderLimit: null, monthLimit: null }
        return { token, revoke: () => call(1, contract.subUser.modify.path, { token: boss, body }) }
      },
    ],
    [
      'is nobody’s once it has switched to another company',
      whole,
      async () => {
        const { sub, token } = await subOf('切换')
        const own = (await call(0, contract.enterprise.list.path, { token })).data as { enterpriseId: string; current: boolean }[]
        const enterpriseId = own.find(({ current }) => !current)?.enterpriseId ?? expect.fail(`${sub.mobile} has one company`)
        return { token, revoke: () => call(1, contract.enterprise.change.path, { token, body: { enterpriseId } }) }
      },
    ],
    [
      'is nobody’s once it was logged out elsewhere',
      whole,
      async () => {
        const [token, other] = [await main(), await main()]
        return { token, revoke: () => call(1, contract.security.endOtherDevices.path, { token: other }) }
      },
    ],
    [
      'is nobody’s once the password was changed',
      whole,
      async () => {
        const [token, other] = [await main(), await main()]
        const body = { oldPwd: TEST_USER_PASSWORD, newPwd: 'Grubenlampe77' }
        return { token, revoke: () => call(1, contract.userSecurity.changePwd.path, { token: other, body }) }
      },
    ],
  ]
  test.each(cases)('%s', async (_, path, begin) => {
    const { token, revoke } = await begin()
    const revoked: { answer?: ResponseEnvelope } = {}
    const seen = await poll(token, path, async () => {
      revoked.answer = (await revoke()) as ResponseEnvelope
    })
    expect(revoked.answer).toMatchObject({ code: 200 })
    expect(seen.after).toBe(0)
    expect(seen.denied).toBeGreaterThan(0)
    console.info(`revocation: ${seen.before} answered before, ${seen.denied} denied, ${seen.after} answered after`)
  })
})
