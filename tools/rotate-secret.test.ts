import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLedgerAccounts } from '#server/money/ledger/public.ts'
import { requireKeysOfDatabase, sealedColumns } from '#server/operations/installation/public.ts'
import { findOrReserveInvitee, registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { sendSmsCode, verifySmsCode } from '#server/people/sms/public.ts'
import { consumeRecoveryCode, isUnusedRecoveryCode, replaceRecoveryCodes } from '#server/people/staff/recovery-codes.ts'
import { findTakenCreditCodes, takeOverVerification } from '#server/people/verification/public.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { startProgram } from '#server/platform/testing/child-program.ts'
import { createCreditCode } from '#server/platform/testing/identity-documents.ts'
import { openMall, PASSWORD, PAY_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const [oldSecret, newSecret, sealKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const mall = await openMall({ secret: oldSecret })
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 2 })
afterAll(() => owner.end())

const named = [{ id: 'k1', key: sealKey }]
/** The keys of a server in each step of the exchange. */
const servers = {
  before: () => createKeys(oldSecret, named),
  first: () => createKeys(oldSecret, named, newSecret),
  second: () => createKeys(newSecret, named, oldSecret),
  after: () => createKeys(newSecret, named),
} as const

/** Starts a server as far as its keys matter: checked against the database, with calls. */
async function start(keys: Keys) {
  await requireKeysOfDatabase(mall.db, mall.moment(), { keys })
  const app = await buildApp({
    db: mall.db,
    keys,
    services: mall.services,
    log: createErrorLog(),
    limits: unlimitedServerLimits,
    trustProxy: [],
    secure: false,
    strict: true,
    clock: () => mall.clock.now,
    requireTotp: false,
  })
  const logsIn = async (mobile: string): Promise<TestUser> => {
    const { token } = await createTestUser(app.http, undefined).api.security.loginByMobile({ mobile, pwd: PASSWORD })
    return createTestUser(app.http, token)
  }
  const registers = (mobile: string) =>
    mall.runInTransaction((tx) =>
      registerUserWithEnterprise(tx, mall.moment(), {
        keys,
        user: { mobile, passwordHash: mall.passwordHash },
        openAccounts: createLedgerAccounts,
      }),
    )
  return { keys, logsIn, registers }
}

const hex = (bytes: Buffer) => bytes.toString('hex')
const exchange = (secret: Buffer, other?: Buffer, sealKeys = `k1:${hex(sealKey)}`) =>
  startProgram('tools/rotate-secret.ts', {
    DATABASE_URL: mall.appUrl,
    DATABASE_OWNER_URL: mall.ownerUrl,
    MALL_SECRET: hex(secret),
    MALL_SECRET_OTHER: other ? hex(other) : '',
    SEAL_KEYS: sealKeys,
  })
const count = async (sql: string, values: unknown[] = []) =>
  Number((await owner.query<{ n: string }>(`select count(*) as n ${sql}`, values)).rows[0]?.n)

const lin = await mall.buyer('林')
const creditCode = createCreditCode('91440300MA5FX0007')
let staffId = ''
let recoveryCodes: string[] = []

/** A mall that has run for a while with the old secret, which has also sealed everything. */
beforeAll(async () => {
  await mall.staff('admin')
  staffId = (await owner.query<{ id: string }>('select id from staff')).rows[0]?.id ?? ''
  recoveryCodes = await mall.runInTransaction((tx) => replaceRecoveryCodes(tx, mall.moment(), { keys: mall.keys, staffId }))
  const wu = await mall.runInTransaction((tx) =>
    registerUserWithEnterprise(tx, mall.moment(), {
      keys: mall.keys,
      user: { mobile: '13900000001', passwordHash: mall.passwordHash },
      openAccounts: createLedgerAccounts,
    }),
  )
  const verified = { name: '吴矿', creditCode, agentName: '吴', step: 'enterprise', reason: '迁入', staffId, ...wu } as const
  await mall.runInTransaction((tx) => takeOverVerification(tx, mall.moment(), { keys: mall.keys, verified }))
  for (let from = 0; from < 3_000; from += 500) {
    const people = Array.from({ length: 500 }, (_, at) => ({ id: randomUUID(), mobile: `137${String(from + at).padStart(8, '0')}` }))
    const users = people.map(({ id, mobile }) => ({
      id,
      mobile_sealed: mall.keys.seal(mall.moment(), `app_user|mobile_sealed|${id}`, mobile),
      mobile_masked: '',
      status: 1,
      created_at: mall.clock.now,
    }))
    const claims = people.map(({ id, mobile }) => ({
      mobile_hmac: mall.keys.hmac('mobile', mobile),
      user_id: id,
      claimed_at: mall.clock.now,
    }))
    await mall.runInTransaction(async (tx) => {
      await tx.insertInto('app_user').values(users).execute()
      await tx.insertInto('mobile_claim').values(claims).execute()
    })
  }
})

const WRONG = /^MALL_SECRET 与数据库不符/

test('the secret is exchanged while servers with either are open: nothing is lost, and at its end the old one is worth nothing', async () => {
  await start(servers.before())
  const first = await start(servers.first())
  await expect(start(servers.second())).rejects.toThrow(WRONG)
  await expect(start(servers.after())).rejects.toThrow(WRONG)

  // The first half is killed on its way, and started again.
  const people = await count('from app_user')
  const broken = exchange(oldSecret, newSecret)
  let over = false
  void broken.ended.then(() => (over = true))
  while (!over && (await count('from mobile_claim')) < people + 400) await new Promise((resolve) => setTimeout(resolve, 5))
  broken.send('SIGKILL')
  await broken.ended
  expect(await count('from mobile_claim')).toBeLessThan(2 * people)
  await expect(start(servers.second())).rejects.toThrow(WRONG)
  expect(await exchange(oldSecret, newSecret).ended).toMatchObject({ code: 0, said: expect.stringContaining('准备好了') })
  expect(await count('from mobile_claim')).toBe(2 * people)

  // A server that knows only one of the secrets would not find what the others write.
  await expect(start(servers.before())).rejects.toThrow(/^正在更换 MALL_SECRET/)
  const second = await start(servers.second())
  const both = [first, second] as const

  // Who registers at one is known at the other, and nobody twice.
  await first.registers('13900000002')
  await second.registers('13900000003')
  for (const server of both) for (const mobile of ['13900000001', '13900000002', '13900000003', lin.mobile]) await server.logsIn(mobile)
  for (let at = 10; at < 20; at++) {
    const ends = await Promise.allSettled(both.map((server) => server.registers(`139000000${at}`)))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
  const invited = await Promise.all(
    both.map(({ keys }) => mall.runInTransaction((tx) => findOrReserveInvitee(tx, mall.moment(), { keys, mobile: '13900000004' }))),
  )
  expect(invited[0]).toEqual(invited[1])
  for (const { keys } of both) expect(await findTakenCreditCodes(mall.db, keys, [creditCode])).toEqual(new Set([creditCode]))

  // A code that one has sent is right at the other, and the limit of a number is one.
  const { askers, from } = createSmsRequester()
  const scope = { mobile: lin.mobile, purpose: 'reset', askers } as const
  await mall.runInTransaction((tx) => sendSmsCode(tx, mall.moment(), { ...scope, keys: first.keys, from }))
  await expect(mall.runInTransaction((tx) => sendSmsCode(tx, mall.moment(), { ...scope, keys: second.keys, from }))).rejects.toThrow()
  const sent = await mall.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'sms.send')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  const { facts } = JSON.parse(second.keys.open('outbox|sms', Buffer.from((sent.payload as { sealed: string }).sealed, 'base64'))) as {
    facts: { code: string }
  }
  expect(await mall.runInTransaction((tx) => verifySmsCode(tx, mall.moment(), { ...scope, keys: second.keys, code: facts.code }))).toBe(
    'right',
  )

  // A payment password changes at its next right entry, and only then.
  const digest = async () =>
    (await owner.query<{ digest: Buffer }>('select digest from payment_password where user_id = $1', [lin.userId])).rows[0]?.digest
  const was = await digest()
  const atSecond = await second.logsIn(lin.mobile)
  await expect(atSecond.api.userSecurity.validatePayPwd({ payPwd: '739201' })).rejects.toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
  expect(await digest()).toEqual(was)
  await atSecond.api.userSecurity.validatePayPwd({ payPwd: PAY_PASSWORD })
  expect(await digest()).not.toEqual(was)
  await (await first.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: PAY_PASSWORD })
  await atSecond.api.userSecurity.validatePayPwd({ payPwd: PAY_PASSWORD })

  // The second half waits until no server has the old secret any more.
  expect(await exchange(newSecret, oldSecret).ended).toMatchObject({
    code: 2,
    complaints: expect.stringContaining('先去掉 MALL_SECRET_OTHER'),
  })
  const after = await start(servers.after())
  await after.registers('13900000005')
  await second.logsIn('13900000005')
  expect(await exchange(newSecret).ended).toMatchObject({ code: 0, said: expect.stringContaining('更换完成') })

  for (const old of [servers.before(), servers.first()]) await expect(start(old)).rejects.toThrow(WRONG)
  const last = await start(servers.after())
  for (const server of [after, last]) {
    for (const mobile of ['13900000001', '13900000002', '13900000003', '13900000005']) await server.logsIn(mobile)
    await (await server.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: PAY_PASSWORD })
    expect(await findTakenCreditCodes(mall.db, server.keys, [creditCode])).toEqual(new Set([creditCode]))
    expect(await isUnusedRecoveryCode(mall.db, { keys: server.keys, staffId }, recoveryCodes[0] ?? '')).toBe(true)
  }
  expect(
    await mall.runInTransaction((tx) => consumeRecoveryCode(tx, mall.moment(), { keys: last.keys, staffId }, recoveryCodes[0] ?? '')),
  ).toBe(true)
  const again = await mall.runInTransaction((tx) => findOrReserveInvitee(tx, mall.moment(), { keys: last.keys, mobile: '13900000004' }))
  expect(again).toEqual(invited[0])

  // Nothing is found by the old secret, and nothing is sealed with it. Numbers of orders go on from the same permutation.
  expect(await count('from mobile_claim')).toBe(await count('from app_user'))
  const old = servers.before()
  expect(await count('from mobile_claim where mobile_hmac = $1', [old.hmac('mobile', lin.mobile)])).toBe(0)
  expect(await count('from credit_code_claim where code_hmac = $1', [old.hmac('creditCode', creditCode)])).toBe(0)
  expect(await count('from verification_submission where code_hmac = $1', [last.keys.hmac('creditCode', creditCode)])).toBe(1)
  for (const { table, column } of sealedColumns)
    expect({ table, plain: await count(`from ${table} where substring(${column} from 1 for 1) = '\\x01'`) }).toEqual({ table, plain: 0 })
  expect(last.keys.orderNumber).toEqual(mall.keys.orderNumber)
  expect(last.keys.remarkCode).toEqual(mall.keys.remarkCode)
  expect(servers.after().orderNumber).not.toEqual(mall.keys.orderNumber)
  expect(await exchange(newSecret).ended).toMatchObject({ code: 1, said: expect.stringContaining('没有要更换的') })
})

test('without SEAL_KEYS, or with twice the same secret, nothing begins', async () => {
  expect(await exchange(newSecret, oldSecret, '').ended).toMatchObject({ code: 2, complaints: expect.stringContaining('SEAL_KEYS') })
  expect(await exchange(newSecret, newSecret).ended).toMatchObject({ code: 2, complaints: expect.stringContaining('相同') })
})
