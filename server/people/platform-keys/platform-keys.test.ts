import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { platformApiEndpoints } from '#contract/integration/integration/platform-api.ts'
import { PLATFORM_KEYS_MAX } from '#contract/integration/integration/platform-key-api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createPlatformProgramClients } from '#server/platform/testing/platform-program.ts'

const mall = await openMall({ limits: { machinePerMinute: 1_000 } })
const { key, at } = createPlatformProgramClients(mall)
const [admin, catalogue, warehouse] = [await mall.staff('admin'), await mall.staff('catalogue'), await mall.staff('warehouse')]
const { prices, goods, stock } = platformApiEndpoints
const rows = [{ code: 'NO-SUCH', salePrice: 100 }]
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    ({ reason }) => reason,
  )
const met = async (program: Pick<ReturnType<typeof at>, 'sends'>, path = prices.path) => {
  const { status, reason } = await program.sends(path, rows)
  return [status, reason]
}

describe('a platform key', () => {
  test('is shown once: only its digest and prefix are stored; creating it needs the password', async () => {
    const request = { name: 'ERP', scopes: ['prices'] as const }
    for (const pwd of [undefined, 'wrong-password'])
      expect(await catalogue.post(contract.consolePlatformKey.add.path, { ...request, ...(pwd ? { pwd } : {}) })).toMatchObject({
        reason: pwd ? 'OLD_PASSWORD_WRONG' : 'PASSWORD_AGAIN_NEEDED',
      })
    const { token, id } = await key(catalogue, TEST_USER_PASSWORD, { scopes: ['prices'] })
    expect(token).toMatch(/^yfp_[A-Za-z0-9_-]{43}$/)
    const row = await mall.db.selectFrom('platform_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.token_hash.equals(sha256(token))).toBe(true)
    expect(JSON.stringify(row)).not.toContain(token.slice(13))
    const { dataList } = await catalogue.api.consolePlatformKey.list({})
    expect(dataList.find((one) => one.id === id)).toMatchObject({
      prefix: token.slice(0, 12),
      state: 'ACTIVE',
      owner: 'catalogue',
      scopes: ['prices'],
    })
    expect(JSON.stringify(dataList)).not.toContain(token.slice(12))
    const log = await admin.api.consoleAudit.list({ action: contract.consolePlatformKey.add.path, pageSize: 1 })
    expect(log.dataList).toMatchObject([{ actorName: 'catalogue', outcome: 'ok' }])
    expect(JSON.stringify(log)).not.toContain(TEST_USER_PASSWORD)
  })

  test('is created only by staff who may do what its scopes allow', async () => {
    expect(await refusal(key(catalogue, TEST_USER_PASSWORD, { scopes: ['stock'] }))).toBe('PLATFORM_KEY_SCOPE')
    expect(await refusal(key(warehouse, TEST_USER_PASSWORD, { scopes: ['stock', 'prices'] }))).toBe('PLATFORM_KEY_SCOPE')
    expect(await refusal(key(await mall.staff('support'), TEST_USER_PASSWORD))).toBe('STAFF_ONLY')
    expect(await refusal(key(await mall.staff('finance'), TEST_USER_PASSWORD))).toBe('PLATFORM_KEY_SCOPE')
    expect(await refusal(key(await mall.staff('finance'), TEST_USER_PASSWORD, { scopes: ['journal'] }))).toBe('done')
    expect(await refusal(key(admin, TEST_USER_PASSWORD, { scopes: ['goods', 'prices', 'stock'] }))).toBe('done')
  })

  test('allows only its scopes and no other calls, and its calls are closed to everybody else', async () => {
    const erp = await key(catalogue, TEST_USER_PASSWORD, { scopes: ['prices'] })
    expect([await met(erp), await met(erp, goods.path), await met(erp, stock.path)]).toEqual([
      [200, undefined],
      [403, 'KEY_SCOPE'],
      [403, 'KEY_SCOPE'],
    ])
    expect((await erp.me()).data).toEqual({ keyName: 'ERP', scopes: ['prices'], shops: null })
    const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
    // Two keys by turns, because the calls are more than a key may make in a minute.
    const keys = [erp, await key(catalogue, TEST_USER_PASSWORD, { scopes: ['prices'] })]
    for (const [at, { path }] of calls.entries()) {
      const { code, reason } = await mall.guest().post(path, {}, { authorization: `Bearer ${keys[at % 2]?.token}` })
      expect({ path, code, reason }).toEqual({ path, code: 403, reason: 'KEY_NOT_HERE' })
    }
    const lin = await mall.buyer('林')
    const theirs = await createIntegrationHelpers(mall).key(lin)
    expect(await met(at(theirs.token))).toEqual([403, 'KEY_OTHER_SIDE'])
    expect(await createIntegrationHelpers(mall).at(erp.token).get(machineApiEndpoints.me.path)).toMatchObject({
      status: 403,
      reason: 'KEY_OTHER_SIDE',
    })
    for (const person of [lin, admin, mall.guest()])
      for (const { path } of Object.values(platformApiEndpoints))
        expect(await person.post(path, { rows })).toMatchObject({ status: 401, reason: 'KEY_NEEDED' })
  })

  test('that is wrong, revoked, expired or from another address opens nothing', async () => {
    const erp = await key(catalogue, TEST_USER_PASSWORD, { expiresOn: '2026-11-18', addresses: ['10.1.0.0/16'] })
    expect(await met(erp)).toEqual([403, 'KEY_ADDRESS'])
    const inside = at(erp.token, '10.1.2.3')
    expect(await met(inside)).toEqual([200, undefined])
    expect(await met(at(`${erp.token.slice(0, -1)}${erp.token.endsWith('x') ? 'y' : 'x'}`))).toEqual([401, 'KEY_INVALID'])
    expect(await met(at('yfp_short'))).toEqual([401, 'KEY_INVALID'])
    const before = mall.clock.now
    mall.clock.now = new Date('2026-11-18T16:00:00.000Z')
    expect(await met(inside)).toEqual([401, 'KEY_EXPIRED'])
    mall.clock.now = before
    expect(await refusal(warehouse.api.consolePlatformKey.revoke({ id: erp.id }))).toBe('API_KEY_NOT_FOUND')
    await admin.api.consolePlatformKey.revoke({ id: erp.id })
    expect(await met(inside)).toEqual([401, 'KEY_REVOKED'])
    await catalogue.api.consolePlatformKey.revoke({ id: erp.id })
    expect((await catalogue.api.consolePlatformKey.list({})).dataList.find(({ id }) => id === erp.id)?.state).toBe('REVOKED')
  })

  test('that is revoked while one of its calls begins writes nothing more', async () => {
    const erp = await key(catalogue, TEST_USER_PASSWORD, { scopes: ['prices', 'goods'] })
    for (const path of [prices.path, goods.path]) {
      const late = await key(catalogue, TEST_USER_PASSWORD, { scopes: ['prices', 'goods'] })
      await met(late)
      const [, answer] = await runTwoCallsInLockOrder(mall, { table: 'platform_key', id: late.id }, [
        () => catalogue.api.consolePlatformKey.revoke({ id: late.id }),
        () => met(late, path),
      ])
      expect([path, ...answer]).toEqual([path, 401, 'KEY_REVOKED'])
    }
    expect(await met(erp)).toEqual([200, undefined])
  })

  test('loses what its owner loses: his roles and his account', async () => {
    const owner = await mall.staff('catalogue', 'warehouse')
    const erp = await key(owner, TEST_USER_PASSWORD, { scopes: ['prices', 'stock'] })
    const { staffId } = await owner.api.staff.me({})
    const set = (values: { roles?: string; status?: 0 | 1 }) =>
      mall.runInTransaction((tx) => tx.updateTable('staff').set(values).where('id', '=', staffId).execute())
    await set({ roles: 'warehouse' })
    expect((await erp.me()).data).toMatchObject({ scopes: ['stock'] })
    expect(await met(erp)).toEqual([403, 'KEY_SCOPE'])
    await set({ roles: 'catalogue,warehouse', status: 0 })
    expect(await met(erp)).toEqual([403, 'KEY_OWNER_GONE'])
    const { dataList } = await admin.api.consolePlatformKey.list({})
    expect(dataList.find(({ id }) => id === erp.id)?.state).toBe('ORPHANED')
    await set({ status: 1 })
  })

  test('is visible to its owner and to administrators, page by page', async () => {
    const { id } = await key(warehouse, TEST_USER_PASSWORD, { scopes: ['stock'] })
    const ids = async (person: typeof admin) => (await person.api.consolePlatformKey.list({ pageSize: 100 })).dataList.map((one) => one.id)
    expect(await ids(warehouse)).toEqual([id])
    expect(await ids(admin)).toContain(id)
    expect(await ids(catalogue)).not.toContain(id)
    expect(await admin.api.consolePlatformKey.list({ pageSize: 1 })).toMatchObject({ dataList: [{ id }], total: expect.any(Number) })
  })

  test('is one of twenty at most, also when two are created at once', async () => {
    const live = async () => (await mall.db.selectFrom('platform_key').select('id').where('revoked_at', 'is', null).execute()).length
    for (let has = await live(); has < PLATFORM_KEYS_MAX - 1; has++) await key(admin, TEST_USER_PASSWORD)
    const two = await Promise.all([refusal(key(admin, TEST_USER_PASSWORD)), refusal(key(admin, TEST_USER_PASSWORD))])
    expect(two.sort()).toEqual(['PLATFORM_KEYS_FULL', 'done'])
  })
})

test('a platform key has its own rate limit and learns when to retry', async () => {
  const small = await openMall({ limits: { machinePerMinute: 3 } })
  const programs = createPlatformProgramClients(small)
  const staff = await small.staff('catalogue')
  const [one, other] = [await programs.key(staff, TEST_USER_PASSWORD), await programs.key(staff, TEST_USER_PASSWORD)]
  for (let call = 0; call < 3; call++) expect((await met(one))[0]).toBe(200)
  expect(await met(one)).toEqual([429, 'TOO_MANY'])
  expect((await met(other))[0]).toBe(200)
})
