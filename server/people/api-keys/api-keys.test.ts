import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { API_KEYS_PER_ENTERPRISE_MAX } from '#contract/integration/integration/shapes.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { deleteOldApiKeys } from './api-key-store.ts'

const mall = await openMall()
const { key, at } = createIntegrationHelpers(mall)
const ME = machineApiEndpoints.me.path
const pay = { payPwd: TEST_USER_PAYMENT_PASSWORD }
const request = { name: 'ERP', permCodes: ['lookOrder'] as 'lookOrder'[], ...pay }
const rows = (buyer: Buyer) => mall.db.selectFrom('api_key').selectAll().where('enterprise_id', '=', buyer.enterpriseId).execute()
const reason = async (token: string | undefined, address?: string) => {
  const { status, reason } = await at(token, address).get(ME)
  return [status, reason]
}

describe('an API key', () => {
  test('is shown once: 256 random bits, stored as a digest with its visible prefix', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin, { name: '用友' })
    expect(token).toMatch(/^yf_[A-Za-z0-9_-]{64}$/)
    const [row] = await rows(lin)
    expect(row?.token_hash.toString('hex')).toBe(sha256(token).toString('hex'))
    expect(JSON.stringify(row)).not.toContain(token.slice(12))
    const [shown] = await lin.api.apiKey.list({})
    expect(shown).toMatchObject({ name: '用友', prefix: token.slice(0, 11), state: 'ACTIVE', permCodes: ['lookOrder', 'applyLimit'] })
    expect(JSON.stringify(shown)).not.toContain(token.slice(11))
    expect((await key(lin)).token).not.toBe(token)
  })

  test('needs the payment password of the main account, and nobody else can create one', async () => {
    const lin = await mall.buyer('林')
    await expect(lin.api.apiKey.add({ ...request, payPwd: '000000' })).rejects.toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
    expect(await rows(lin)).toEqual([])
    const sub = await mall.subAccount(lin, ['lookOrder', 'applyLimit', 'buyPay'])
    for (const { path } of Object.values(contract.apiKey)) expect((await sub.post(path, request)).reason).toBe('MAIN_ACCOUNT_ONLY')
    const { id } = await key(lin)
    await expect(lin.api.apiKey.rotate({ id, overlapHours: 1, payPwd: '000000' })).rejects.toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
  })

  test('with any one character changed or in another form is unknown', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin)
    for (let place = 3; place < token.length; place += 4) {
      const other = token[place] === 'x' ? 'y' : 'x'
      expect([place, ...(await reason(token.slice(0, place) + other + token.slice(place + 1)))]).toEqual([place, 401, 'KEY_INVALID'])
    }
    expect(await reason(undefined)).toEqual([401, 'KEY_NEEDED'])
    expect(await reason(`${token}x`)).toEqual([401, 'KEY_INVALID'])
    expect(await reason(token.toUpperCase())).toEqual([401, 'KEY_INVALID'])
    const bare = await mall.app.http.inject({ method: 'GET', url: `/api${ME}`, headers: { authorization: token } })
    expect([bare.statusCode, bare.json().reason]).toEqual([401, 'KEY_NEEDED'])
  })

  test('opens the machine API and no calls for people, not even those for guests', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin)
    const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
    for (const { path } of calls) {
      const answer = await mall.guest().post(path, {}, { authorization: `Bearer ${token}` })
      expect({ path, code: answer.code, reason: answer.reason }).toEqual({ path, code: 403, reason: 'KEY_NOT_HERE' })
    }
    for (const { path } of Object.values(machineApiEndpoints))
      for (const person of [lin, await mall.staff('admin'), mall.guest()]) {
        const answer = await person.post(path, {})
        expect({ path, status: answer.status, reason: answer.reason }).toEqual({ path, status: 401, reason: 'KEY_NEEDED' })
      }
  })

  test('can do what its permission codes allow and no more', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const orders = await key(lin, { permCodes: ['lookOrder'] })
    const bills = await key(lin, { permCodes: ['applyLimit'] })
    const opens = async ({ get }: typeof orders, path: string) => (await get(path)).reason ?? 'in'
    for (const path of [machineApiEndpoints.orders.path, machineApiEndpoints.invoices.path]) {
      expect([path, await opens(orders, path), await opens(bills, path)]).toEqual([path, 'in', 'KEY_SCOPE'])
    }
    expect([await opens(orders, machineApiEndpoints.statements.path), await opens(bills, machineApiEndpoints.statements.path)]).toEqual([
      'KEY_SCOPE',
      'in',
    ])
    expect(await orders.get(machineApiEndpoints.statements.path)).toMatchObject({
      status: 403,
      detail: { permCode: 'applyLimit', permName: '赊销中心' },
    })
    expect(await lin.post(contract.apiKey.add.path, { ...request, permCodes: ['buyPay'] })).toMatchObject({ reason: 'INVALID_INPUT' })
    expect(await orders.api.me({})).toEqual({ enterpriseName: '林矿业有限公司', keyName: 'ERP 对接', permCodes: ['lookOrder'] })
  })

  test('works only from its allowed addresses', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin, { addresses: ['203.0.113.7', '10.1.0.0/16', '2001:db8:1::/48'] })
    for (const address of ['203.0.113.7', '10.1.255.9', '::ffff:10.1.2.3', '2001:db8:1::9'])
      expect([address, (await at(token, address).get(ME)).status]).toEqual([address, 200])
    for (const address of ['203.0.113.8', '10.2.0.1', '127.0.0.1', '2001:db8:2::1'])
      expect([address, ...(await reason(token, address))]).toEqual([address, 403, 'KEY_ADDRESS'])
    const none = [
      '10.0.0.0/33',
      'example.com',
      '10.0.0',
      '1.2.3.4/0x8',
      '::/129',
      '1.2.3.4.',
      '01.2.3.4',
      '::1]@[::2',
      'fe80::1%eth0',
      '[::1]',
    ]
    for (const addresses of none.map((one) => [one]))
      expect(await lin.post(contract.apiKey.add.path, { ...request, addresses })).toMatchObject({ reason: 'INVALID_INPUT' })
  })

  test('ignores invalid entries among its allowed addresses, and works from nowhere if all are invalid', async () => {
    const lin = await mall.buyer('林')
    const [some, none] = [await key(lin, { addresses: ['203.0.113.7'] }), await key(lin, { name: '金蝶', addresses: ['203.0.113.7'] })]
    const taken = (id: string, addresses: string[]) =>
      mall.runInTransaction((tx) =>
        tx
          .updateTable('api_key')
          .set({ addresses: JSON.stringify(addresses) })
          .where('enterprise_id', '=', lin.enterpriseId)
          .where('id', '=', id)
          .execute(),
      )
    await taken(some.id, ['1.2.3.4.', '::1]@[::2', '203.0.113.7'])
    await taken(none.id, ['1.2.3.4.'])
    expect((await at(some.token, '203.0.113.7').get(ME)).status).toBe(200)
    expect(await reason(none.token, '1.2.3.4')).toEqual([403, 'KEY_ADDRESS'])
  })

  test('expires at the end of its last day', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin, { expiresOn: '2026-11-18' })
    const evening = new Date('2026-11-18T15:59:59.999Z')
    const before = mall.clock.now
    mall.clock.now = evening
    expect((await at(token).get(ME)).status).toBe(200)
    mall.clock.now = new Date(evening.getTime() + 1)
    expect(await reason(token)).toEqual([401, 'KEY_EXPIRED'])
    mall.clock.now = before
    for (const expiresOn of ['2026-11-17', '2036-01-01'])
      await expect(lin.api.apiKey.add({ ...request, expiresOn })).rejects.toMatchObject({ reason: 'API_KEY_DAY' })
  })

  test('is revoked at once and stays revoked', async () => {
    const lin = await mall.buyer('林')
    const { id, token } = await key(lin)
    await lin.api.apiKey.revoke({ id })
    expect(await reason(token)).toEqual([401, 'KEY_REVOKED'])
    await lin.api.apiKey.revoke({ id })
    expect(await lin.api.apiKey.list({})).toMatchObject([{ state: 'REVOKED', revokedByStaff: false }])
    await expect(lin.api.apiKey.rotate({ id, overlapHours: 1, ...pay })).rejects.toMatchObject({ reason: 'API_KEY_OVER' })
  })

  test('opens nothing while its enterprise is frozen', async () => {
    const lin = await mall.buyer('林')
    const { token } = await key(lin)
    const { consoleEnterpriseAccess } = (await mall.staff('reviewer')).api
    await consoleEnterpriseAccess.freeze({ enterpriseId: lin.enterpriseId, reason: '风控' })
    expect(await reason(token)).toEqual([403, 'KEY_FROZEN'])
    await consoleEnterpriseAccess.unfreeze({ enterpriseId: lin.enterpriseId, reason: '已核实' })
    expect((await at(token).get(ME)).status).toBe(200)
  })

  test('is replaced by another, and both work until the overlap ends', async () => {
    const lin = await mall.buyer('林')
    const old = await key(lin, { name: '金蝶', permCodes: ['applyLimit'], addresses: ['127.0.0.1'] })
    const next = await lin.api.apiKey.rotate({ id: old.id, overlapHours: 24, ...pay })
    expect(await at(next.token).api.me({})).toMatchObject({ keyName: '金蝶', permCodes: ['applyLimit'] })
    expect(await reason(next.token, '10.0.0.1')).toEqual([403, 'KEY_ADDRESS'])
    const listed = await lin.api.apiKey.list({})
    expect(Object.fromEntries(listed.map(({ id, state }) => [id, state]))).toEqual({ [next.id]: 'ACTIVE', [old.id]: 'REPLACED' })
    await expect(lin.api.apiKey.rotate({ id: old.id, overlapHours: 24, ...pay })).rejects.toMatchObject({ reason: 'API_KEY_OVER' })
    mall.clock.forward(24 * ONE_HOUR_MS - 1)
    expect((await at(old.token).get(ME)).status).toBe(200)
    mall.clock.forward(1)
    expect(await reason(old.token)).toEqual([401, 'KEY_EXPIRED'])
    expect((await at(next.token).get(ME)).status).toBe(200)
  })

  test('is one of ten at most, also when two request the last place at once', async () => {
    const lin = await mall.buyer('林')
    for (let made = 1; made < API_KEYS_PER_ENTERPRISE_MAX; made++) await key(lin)
    const answers = await Promise.all([1, 2, 3].map(() => lin.post(contract.apiKey.add.path, request)))
    expect(answers.map(({ reason = 'made' }) => reason).sort()).toEqual(['API_KEYS_FULL', 'API_KEYS_FULL', 'made'])
    const [first] = await lin.api.apiKey.list({})
    await lin.api.apiKey.revoke({ id: first?.id ?? '' })
    await key(lin)
  })

  test('records once a minute when and from where it was last used', async () => {
    const lin = await mall.buyer('林')
    const { get } = await key(lin)
    await get(ME)
    const used = async () => (await lin.api.apiKey.list({}))[0]?.lastUsedAt
    const first = await used()
    expect(first).toEqual(mall.clock.now)
    mall.clock.forward(59_000)
    await get(ME)
    expect(await used()).toEqual(first)
    mall.clock.forward(2_000)
    await get(ME)
    expect(await used()).toEqual(mall.clock.now)
  })
})

test('actions on keys are in the audit log without the secret, and the main account is notified', async () => {
  const lin = await mall.buyer('林')
  const { id, token } = await key(lin, { name: '用友' })
  await lin.api.apiKey.rotate({ id, overlapHours: 1, ...pay })
  await lin.api.apiKey.revoke({ id })
  const log = await mall.db
    .selectFrom('audit_log')
    .selectAll()
    .where('enterprise_id', '=', lin.enterpriseId)
    .where('object_kind', '=', 'apiKey')
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['add api key', 'rotate api key', 'revoke api key'])
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${token.slice(11)}|${TEST_USER_PAYMENT_PASSWORD}`))
  const received = (await lin.api.message.list({ kind: 'system' })).dataList
  expect(received.map(({ title }) => title)).toEqual(['接口密钥已更换', '接口密钥已创建'])
  expect(received[1]).toMatchObject({ target: { screen: '/api_access' }, messageContent: expect.stringContaining('订单管理、赊销中心') })
})

test('a refused call of a key is in the audit log under the name of the key', async () => {
  const lin = await mall.buyer('林')
  const { id, get } = await key(lin, { permCodes: ['lookOrder'] })
  await get(machineApiEndpoints.statements.path)
  const log = mall.db.selectFrom('audit_log').select(['actor_kind', 'reason', 'enterprise_id']).where('actor_id', '=', id)
  expect(await log.execute()).toEqual([{ actor_kind: 'machine', reason: 'KEY_SCOPE', enterprise_id: lin.enterpriseId }])
})

test('staff see and revoke keys of an enterprise, which is logged and notified', async () => {
  const lin = await mall.buyer('林')
  const { id, token } = await key(lin)
  const { enterpriseId } = lin
  const support = await mall.staff('support')
  expect(await support.api.consoleIntegration.overview({ enterpriseId })).toMatchObject({
    enterpriseName: '林矿业有限公司',
    apiKeys: [{ id, state: 'ACTIVE' }],
    webhooks: [],
  })
  await support.api.consoleIntegration.revokeKey({ enterpriseId, id, reason: '疑似泄露' })
  expect(await reason(token)).toEqual([401, 'KEY_REVOKED'])
  expect(await lin.api.apiKey.list({})).toMatchObject([{ revokedByStaff: true }])
  expect((await lin.api.message.list({ kind: 'system' })).dataList[0]).toMatchObject({
    title: '接口密钥已被平台停用',
    messageContent: expect.stringContaining('疑似泄露'),
  })
  const log = mall.db.selectFrom('audit_log').select(['actor_kind', 'enterprise_id']).where('object_id', '=', id)
  expect(await log.where('action', '=', contract.consoleIntegration.revokeKey.path).execute()).toEqual([
    { actor_kind: 'staff', enterprise_id: enterpriseId },
  ])
  expect((await (await mall.staff('finance')).post(contract.consoleIntegration.overview.path, { enterpriseId })).reason).toBe('STAFF_ONLY')
})

test('a key has its own rate limit and learns when to retry', async () => {
  const small = await openMall({ limits: { machinePerMinute: 3, guestPerMinute: 5 } })
  const lin = await small.buyer('林')
  const keys = createIntegrationHelpers(small)
  const [one, other] = [await keys.key(lin), await keys.key(lin)]
  for (let call = 0; call < 3; call++) expect((await one.get(ME)).status).toBe(200)
  const refused = await one.get(ME)
  expect([refused.status, refused.reason, Number(refused.headers['retry-after'])]).toEqual([429, 'TOO_MANY', expect.any(Number)])
  expect((await other.get(ME)).status).toBe(200)
  // A key that is none is a guest, counted by address, however many it tries.
  const tries = []
  for (let guess = 0; guess < 6; guess++) tries.push((await keys.at(`yf_${String(guess).repeat(64)}`, '198.51.100.9').get(ME)).status)
  expect(tries).toEqual([401, 401, 401, 401, 401, 429])
})

test('a key is deleted half a year after its end', async () => {
  const lin = await mall.buyer('林')
  const { id } = await key(lin)
  await lin.api.apiKey.revoke({ id })
  const later = (days: number) => ({ ...mall.moment(), now: new Date(mall.clock.now.getTime() + days * ONE_DAY_MS) })
  await mall.runInTransaction((tx) => deleteOldApiKeys(tx, later(179), 180))
  expect(await rows(lin)).toHaveLength(1)
  await mall.runInTransaction((tx) => deleteOldApiKeys(tx, later(181), 180))
  expect(await rows(lin)).toEqual([])
})
