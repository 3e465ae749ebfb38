import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { requireKeysMatchDatabaseAndAddFormer, sealedColumns } from '#server/operations/installation/public.ts'
import { lockMobileAndFindOrReserveInviteeId, registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { createSmsCodeAndSendAfterCommit, verifySmsCode } from '#server/people/sms/public.ts'
import { consumeRecoveryCode, isUnusedRecoveryCode, replaceRecoveryCodes } from '#server/people/staff/recovery-codes.ts'
import { findTakenCreditCodes, takeOverVerification } from '#server/people/verification/public.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { startChildProgram } from '#server/platform/testing/child-program.ts'
import { createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

const [oldSecret, newSecret, badSecret, sealKey] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)]
const mall = await openMall({ secret: oldSecret })
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 2 })
afterAll(() => owner.end())

const named = [{ id: 'k1', key: sealKey }]
/** The keys of a server in each step of the exchange for `next`. */
const createServers = (next: Buffer) => ({
  before: () => createKeys(oldSecret, named),
  first: () => createKeys(oldSecret, named, next),
  second: () => createKeys(next, named, oldSecret),
  after: () => createKeys(next, named),
})
const servers = createServers(newSecret)

/** Starts a server as far as its keys matter: checked against the database, with calls. */
async function start(keys: Keys) {
  await requireKeysMatchDatabaseAndAddFormer(mall.db, mall.moment(), { keys })
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
    const { token } = await createTestUser(app.http, undefined).api.security.loginByMobile({ mobile, pwd: TEST_USER_PASSWORD })
    return createTestUser(app.http, token)
  }
  const registers = (mobile: string) =>
    mall.runInTransaction((tx) =>
      registerUserWithEnterprise(tx, mall.moment(), {
        keys,
        user: { mobile, passwordHash: mall.passwordHash },
        openAccounts: createLedgerAccountsOfEnterprise,
      }),
    )
  return { keys, logsIn, registers }
}

const hex = (bytes: Buffer) => bytes.toString('hex')
const runTool = (secret: Buffer, { other, sealKeys }: { other?: Buffer | undefined; sealKeys: string }, args: string[]) =>
  startChildProgram(
    'tools/rotate-secret.ts',
    {
      DATABASE_URL: mall.appUrl,
      DATABASE_OWNER_URL: mall.ownerUrl,
      MALL_SECRET: hex(secret),
      MALL_SECRET_OTHER: other ? hex(other) : '',
      SEAL_KEYS: sealKeys,
    },
    {},
    args,
  )
const exchange = (secret: Buffer, other?: Buffer, sealKeys = `k1:${hex(sealKey)}`) => runTool(secret, { other, sealKeys }, [])
const giveUp = (secret: Buffer, other?: Buffer) => runTool(secret, { other, sealKeys: `k1:${hex(sealKey)}` }, ['--give-up'])
const count = async (sql: string, values: unknown[] = []) =>
  Number((await owner.query<{ n: string }>(`select count(*) as n ${sql}`, values)).rows[0]?.n)

const lin = await mall.buyer('林')
const creditCode = createUnifiedSocialCreditCode('91440300MA5FX0007')
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
      openAccounts: createLedgerAccountsOfEnterprise,
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

const digestOfLin = async () =>
  (await owner.query<{ digest: Buffer }>('select digest from payment_password where user_id = $1', [lin.userId])).rows[0]?.digest

/** A company that proves its credit code at a server. */
const verifiesAt = (server: { keys: Keys }, { mobile, code }: { mobile: string; code: string }) =>
  mall.runInTransaction(async (tx) => {
    const seat = await registerUserWithEnterprise(tx, mall.moment(), {
      keys: server.keys,
      user: { mobile, passwordHash: mall.passwordHash },
      openAccounts: createLedgerAccountsOfEnterprise,
    })
    const verified = { name: '郑矿', creditCode: code, agentName: '郑', step: 'enterprise', reason: '迁入', staffId, ...seat } as const
    await takeOverVerification(tx, mall.moment(), { keys: server.keys, verified })
  })

// Before the one that succeeds: after this one the mall is as if nothing had been.
test('an abandoned secret rotation loses no data written with the new secret; the next one is refused', async () => {
  const bad = createServers(badSecret)
  expect(await exchange(oldSecret, badSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('准备好了') })
  const second = await start(bad.second())
  await second.registers('13900000031')
  const alone = await start(bad.after())
  await alone.registers('13900000032')
  const code = createUnifiedSocialCreditCode('91440300MA5FX0031')
  await verifiesAt(alone, { mobile: '13900000033', code })
  const was = await digestOfLin()
  await (await alone.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await digestOfLin()).not.toEqual(was)

  // Servers with the next secret alone do not find what those with the old one would write.
  expect(await giveUp(badSecret).ended).toMatchObject({ code: 2, complaints: expect.stringContaining('先把旧的设为 MALL_SECRET_OTHER') })
  expect(await giveUp(badSecret, oldSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('可以退回了') })
  // Both secrets are still right, and find everybody.
  const first = await start(bad.first())
  await start(bad.second())
  const people = ['13900000001', '13900000031', '13900000032', '13900000033', lin.mobile]
  for (const mobile of people) await first.logsIn(mobile)
  await expect(first.registers('13900000032')).rejects.toThrow()

  expect(await giveUp(oldSecret, badSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('已经放弃') })
  for (const keys of [bad.second(), bad.after()]) await expect(start(keys)).rejects.toThrow(WRONG)
  const back = await start(bad.before())
  await first.registers('13900000034')
  await back.registers('13900000035')
  for (const server of [first, back]) for (const mobile of [...people, '13900000034', '13900000035']) await server.logsIn(mobile)
  if (selectByTestTier({ landing: false, release: true })) {
    // The last part is killed on its way, and started again.
    const claims = await count('from mobile_claim')
    const broken = giveUp(oldSecret)
    let over = false
    void broken.ended.then(() => (over = true))
    while (!over && (await count('from mobile_claim')) > claims - 400) await new Promise((resolve) => setTimeout(resolve, 5))
    broken.send('SIGKILL')
    await broken.ended
  }
  expect(await giveUp(oldSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('放弃完成') })

  const last = await start(bad.before())
  for (const mobile of [...people, '13900000034', '13900000035']) await last.logsIn(mobile)
  // The payment password that the given-up secret has digested is right, and is digested by the old one again.
  await expect((await last.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: '739201' })).rejects.toThrow()
  await (await last.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await digestOfLin()).toEqual(was)
  expect(await count('from mobile_claim')).toBe(await count('from app_user'))
  const gone = bad.after()
  expect(await count('from mobile_claim where mobile_hmac = $1', [gone.hmac('mobile', '13900000032')])).toBe(0)
  expect(await count('from credit_code_claim where code_hmac = $1', [gone.hmac('creditCode', code)])).toBe(0)
  expect(await findTakenCreditCodes(mall.db, last.keys, [code, creditCode])).toEqual(new Set([code, creditCode]))
  expect(await count('from verification_submission where code_hmac = $1', [last.keys.hmac('creditCode', code)])).toBe(1)
  expect(last.keys.orderNumber).toEqual(mall.keys.orderNumber)
})

type Server = Awaited<ReturnType<typeof start>>

// The steps of one exchange, in their order: each begins where the one before it has ended.
describe('while the secret is exchanged', () => {
  /** Servers of the first step and of the second, which run side by side. */
  let first: Server
  let second: Server
  /** Somebody whom both invite gets one id. */
  let invitee: Awaited<ReturnType<typeof lockMobileAndFindOrReserveInviteeId>> | undefined

  const invites = ({ keys }: Server) =>
    mall.runInTransaction((tx) => lockMobileAndFindOrReserveInviteeId(tx, mall.moment(), { keys, mobile: '13900000004' }))

  test('the first half computes every blind index anew from the sealed values, also after it was killed on its way', async () => {
    await start(servers.before())
    first = await start(servers.first())
    await expect(start(servers.second())).rejects.toThrow(WRONG)
    await expect(start(servers.after())).rejects.toThrow(WRONG)

    const people = await count('from app_user')
    const broken = exchange(oldSecret, newSecret)
    let over = false
    void broken.ended.then(() => (over = true))
    while (!over && (await count('from mobile_claim')) < people + 400) await new Promise((resolve) => setTimeout(resolve, 5))
    broken.send('SIGKILL')
    await broken.ended
    expect(await count('from mobile_claim')).toBeLessThan(2 * people)
    await expect(start(servers.second())).rejects.toThrow(WRONG)
    expect(await exchange(oldSecret, newSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('准备好了') })
    expect(await count('from mobile_claim')).toBe(2 * people)
    for (const keys of [servers.before(), servers.after()])
      for (const mobile of ['13900000001', lin.mobile])
        expect(await count('from mobile_claim where mobile_hmac = $1', [keys.hmac('mobile', mobile)])).toBe(1)

    // A server that knows only one of the secrets would not find what the others write.
    await expect(start(servers.before())).rejects.toThrow(/^正在更换 MALL_SECRET/)
    second = await start(servers.second())
  })

  test('servers of both steps know the same people and companies, and take the codes that the other has sent', async () => {
    const both = [first, second] as const
    // Who registers at one is known at the other, and nobody twice.
    await first.registers('13900000002')
    await second.registers('13900000003')
    for (const server of both) for (const mobile of ['13900000001', '13900000002', '13900000003', lin.mobile]) await server.logsIn(mobile)
    for (let at = 10; at < 20; at++) {
      const ends = await Promise.allSettled(both.map((server) => server.registers(`139000000${at}`)))
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
    const invited = await Promise.all(both.map(invites))
    expect(invited[0]).toEqual(invited[1])
    invitee = invited[0]
    for (const { keys } of both) expect(await findTakenCreditCodes(mall.db, keys, [creditCode])).toEqual(new Set([creditCode]))

    // A code that one has sent is right at the other, and the limit of a number is one.
    const { askers, from } = createSmsRequester()
    const scope = { mobile: lin.mobile, purpose: 'reset', askers } as const
    await mall.runInTransaction((tx) => createSmsCodeAndSendAfterCommit(tx, mall.moment(), { ...scope, keys: first.keys, from }))
    await expect(
      mall.runInTransaction((tx) => createSmsCodeAndSendAfterCommit(tx, mall.moment(), { ...scope, keys: second.keys, from })),
    ).rejects.toThrow()
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
  })

  test('a payment password is digested anew at its next right entry, and only then', async () => {
    const was = await digestOfLin()
    const atSecond = await second.logsIn(lin.mobile)
    await expect(atSecond.api.userSecurity.validatePayPwd({ payPwd: '739201' })).rejects.toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
    expect(await digestOfLin()).toEqual(was)
    await atSecond.api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect(await digestOfLin()).not.toEqual(was)
    await (await first.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
    await atSecond.api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  })

  test('once the old secret is gone it is useless, nobody is lost, and order numbers and remark codes go on from the same keys', async () => {
    // The second half waits until no server has the old secret any more.
    expect(await exchange(newSecret, oldSecret).ended).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('先去掉 MALL_SECRET_OTHER'),
    })
    const after = await start(servers.after())
    await after.registers('13900000005')
    await second.logsIn('13900000005')
    expect(await exchange(newSecret).ended).toMatchObject({ code: 0, output: expect.stringContaining('更换完成') })

    for (const old of [servers.before(), servers.first()]) await expect(start(old)).rejects.toThrow(WRONG)
    const last = await start(servers.after())
    for (const server of [after, last]) {
      for (const mobile of ['13900000001', '13900000002', '13900000003', '13900000005']) await server.logsIn(mobile)
      await (await server.logsIn(lin.mobile)).api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
      expect(await findTakenCreditCodes(mall.db, server.keys, [creditCode])).toEqual(new Set([creditCode]))
      expect(await isUnusedRecoveryCode(mall.db, { keys: server.keys, staffId }, recoveryCodes[0] ?? '')).toBe(true)
    }
    expect(
      await mall.runInTransaction((tx) => consumeRecoveryCode(tx, mall.moment(), { keys: last.keys, staffId }, recoveryCodes[0] ?? '')),
    ).toBe(true)
    expect(await invites(last)).toEqual(invitee)

    // Nothing is found by the old secret, and nothing is sealed with it.
    expect(await count('from mobile_claim')).toBe(await count('from app_user'))
    const old = servers.before()
    expect(await count('from mobile_claim where mobile_hmac = $1', [old.hmac('mobile', lin.mobile)])).toBe(0)
    expect(await count('from credit_code_claim where code_hmac = $1', [old.hmac('creditCode', creditCode)])).toBe(0)
    expect(await count('from verification_submission where code_hmac = $1', [last.keys.hmac('creditCode', creditCode)])).toBe(1)
    for (const { table, column } of sealedColumns)
      expect({ table, plain: await count(`from ${table} where substring(${column} from 1 for 1) = '\\x01'`) }).toEqual({ table, plain: 0 })
    // A server of the new secret alone makes other keys of numbers: those of the old one are read from the database.
    expect(last.keys.orderNumber).toEqual(mall.keys.orderNumber)
    expect(last.keys.remarkCode).toEqual(mall.keys.remarkCode)
    expect(servers.after().orderNumber).not.toEqual(mall.keys.orderNumber)
    expect(await exchange(newSecret).ended).toMatchObject({ code: 1, output: expect.stringContaining('没有要更换的') })
  })
})

test('a rotation without SEAL_KEYS, or with the same secret twice, is refused', async () => {
  expect(await exchange(newSecret, oldSecret, '').ended).toMatchObject({ code: 2, complaints: expect.stringContaining('SEAL_KEYS') })
  expect(await exchange(newSecret, newSecret).ended).toMatchObject({ code: 2, complaints: expect.stringContaining('相同') })
})
