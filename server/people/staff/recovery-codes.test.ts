import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess, staffRoleNames } from '#contract/platform/core/permissions.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { insertStaff } from './public.ts'
import { createStaffSession } from './staff-sessions.ts'

const mall = await openMall({ requireTotp: true })
const { passwordHash } = mall
const MINUTE = 60_000
const STEP = 30_000
const LOGIN = '/console-api/api/staff/log-in'
const RENEW = '/console-api/api/staff/recovery-codes/renew'

let hired = 0
async function hires() {
  const email = `rc${++hired}@staff.test`
  const roles = [...staffRoleNames]
  const id = await mall.runInTransaction((tx) => insertStaff(tx, mall.moment(), { email, name: `员工${hired}`, roles, passwordHash }))
  return { email, id }
}
const shown = (secret: string): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const tries = (given: object) => mall.guest().post(LOGIN, given)

/** Somebody who has bound a telephone by logging in, with the codes that he was shown. */
async function settles() {
  const { email, id } = await hires()
  const { secret } = await mall.guest().api.staff.bindTotp({ email, pwd: TEST_USER_PASSWORD })
  const { token, recoveryCodes } = await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })
  mall.clock.forward(STEP)
  const codes = recoveryCodes ?? expect.fail('no codes were shown')
  return Object.assign(createTestUser(mall.app.http, token), { email, id, secret, codes })
}
const [first, next, third] = [0, 1, 2]
const logsIn = ({ email }: { email: string }, recoveryCode: string | undefined) => tries({ email, pwd: TEST_USER_PASSWORD, recoveryCode })

describe('outside the demo', () => {
  const staffCalls = Object.values<EndpointGroup>(contract)
    .flatMap((api): Endpoint[] => Object.values(api))
    .filter(({ needs }) => isStaffAccess(needs))

  test('no staff call answers without a bound second factor, even in a session left from a demo', async () => {
    const { id, email } = await hires()
    const origin = { requestId: 'left', ip: '127.0.0.1', userAgent: 'x' }
    const left = createTestUser(
      mall.app.http,
      await mall.runInTransaction((tx) => createStaffSession(tx, mall.moment(), { staffId: id, origin })),
    )
    await mall.guest().api.staff.bindTotp({ email, pwd: TEST_USER_PASSWORD })
    const bound = await settles()
    expect(staffCalls.length).toBeGreaterThan(150)
    for (const { path } of staffCalls) {
      const given = { thisFieldIsNotOurs: 1 }
      expect({ path, ...(await mall.guest().post(path, given)) }).toMatchObject({ path, code: 510, data: null })
      expect({ path, ...(await left.post(path, given)) }, 'begun, not confirmed').toMatchObject({ path, code: 510, data: null })
      expect({ path, code: (await bound.post(path, given)).code }, 'bound').toEqual({ path, code: 400 })
    }
    expect(await tries({ email, pwd: TEST_USER_PASSWORD })).toMatchObject({ code: 422, data: null })
  })

  test('resetting a second factor ends its sessions and voids its recovery codes', async () => {
    const [boss, second, lin] = [await settles(), await settles(), await settles()]
    const { changeId } = await boss.api.consoleStaff.resetTotp({ staffId: lin.id })
    const proof = { pwd: TEST_USER_PASSWORD, code: shown(second.secret) }
    await second.api.consoleSensitiveChange.approve({ id: changeId ?? expect.fail('nothing waits'), ...proof })
    expect(await lin.post('/console-api/api/staff/me')).toMatchObject({ code: 510 })
    expect(await logsIn(lin, lin.codes[first]), 'nor does a code of the old telephone open anything').toMatchObject({
      reason: 'TOTP_NOT_BOUND',
      data: null,
    })
    const { secret } = await mall.guest().api.staff.bindTotp({ email: lin.email, pwd: TEST_USER_PASSWORD })
    expect(await logsIn(lin, lin.codes[first])).toMatchObject({ reason: 'TOTP_NOT_BOUND', data: null })
    const { recoveryCodes } = await mall.guest().api.staff.logIn({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(secret) })
    expect(recoveryCodes).toHaveLength(10)
    expect(await logsIn(lin, lin.codes[first])).toMatchObject({ reason: 'RECOVERY_CODE_WRONG' })
    expect(await logsIn(lin, recoveryCodes?.[first])).toMatchObject({ code: 200 })
  })
})

describe('recovery codes', () => {
  test('are ten, shown once when the second factor is bound, and never again', async () => {
    const lin = await settles()
    expect(new Set(lin.codes).size).toBe(10)
    for (const code of lin.codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
    expect(await lin.api.staff.me({})).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })
    const again = await mall.guest().api.staff.logIn({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })
    expect(again.recoveryCodes).toBeNull()
  })

  test('are also shown when the second factor is bound within a session', async () => {
    const demo = await openMall()
    const email = 'inside@staff.test'
    await demo.runInTransaction((tx) =>
      insertStaff(tx, demo.moment(), { email, name: '在内', roles: ['support'], passwordHash: demo.passwordHash }),
    )
    const { token, staff, recoveryCodes } = await demo.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })
    expect([staff.recoveryCodesLeft, recoveryCodes]).toEqual([0, null])
    const { secret } = await demo.guest().api.staff.bindTotp({ email, pwd: TEST_USER_PASSWORD })
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: demo.clock.now.getTime() })
    const lin = createTestUser(demo.app.http, token)
    expect((await lin.api.staff.confirmTotp({ code })).recoveryCodes).toHaveLength(10)
    expect((await lin.api.staff.me({})).recoveryCodesLeft).toBe(10)
  })

  test('each replace one code of the second factor in any spelling; the number left is reported', async () => {
    const lin = await settles()
    const [one = '', two = ''] = lin.codes
    expect(await logsIn(lin, one)).toMatchObject({ code: 200, data: { recoveryCodes: null, staff: { recoveryCodesLeft: 9 } } })
    expect(await logsIn(lin, one)).toMatchObject({ code: 422, msg: '恢复码错误或已使用', reason: 'RECOVERY_CODE_WRONG', data: null })
    expect(await logsIn(lin, ` ${two.toLowerCase().replace('-', ' ')} `)).toMatchObject({ code: 200 })
    expect((await lin.api.staff.me({})).recoveryCodesLeft).toBe(8)
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(lin.secret) }), 'and the telephone goes on').toMatchObject({
      code: 200,
    })
  })

  test('used by four logins at once are accepted once', async () => {
    const lin = await settles()
    const answers = await Promise.all(Array.from({ length: 4 }, () => logsIn(lin, lin.codes[third])))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await lin.api.staff.me({})).recoveryCodesLeft).toBe(9)
  })

  test('do not replace the password, and work for nobody else', async () => {
    const [lin, chen] = [await settles(), await settles()]
    const wrong = await tries({ email: lin.email, pwd: 'Wrong123456', recoveryCode: lin.codes[first] })
    expect(wrong).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect(await logsIn(lin, chen.codes[first])).toMatchObject({ reason: 'RECOVERY_CODE_WRONG' })
    expect(await logsIn(lin, lin.codes[first]), 'and are not spent by that').toMatchObject({ code: 200 })
    expect(await logsIn(chen, chen.codes[first])).toMatchObject({ code: 200 })
  })

  test('share one limit of tries with passwords and codes', async () => {
    const lin = await settles()
    expect(await tries({ email: lin.email, pwd: 'Wrong123456' })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: other(shown(lin.secret)) })).toMatchObject({
      reason: 'TOTP_WRONG',
    })
    for (let at = 0; at < 3; at++) expect(await logsIn(lin, 'AAAAA-AAAAA')).toMatchObject({ reason: 'RECOVERY_CODE_WRONG' })
    expect(await logsIn(lin, lin.codes[first])).toMatchObject({ code: 423, reason: 'LOGIN_LOCKED', data: null })
    mall.clock.forward(16 * MINUTE)
    expect(await logsIn(lin, lin.codes[first])).toMatchObject({ code: 200 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => logsIn(lin, 'BBBBB-BBBBB')))
    expect(answers.filter(({ reason }) => reason === 'RECOVERY_CODE_WRONG').length).toBeLessThanOrEqual(5)
    mall.clock.forward(16 * MINUTE)
  })

  test.each(['', '12345', 'AAAAA-AAAA', 'AAAAA-AAAA0', 'AAAAA-AAAAA-AAAAA', 7, null, ['AAAAA-AAAAA'], 'x'.repeat(5_000)])(
    'case %#: a value that is no recovery code is refused before any account is looked up',
    async (recoveryCode) => {
      const before = mall.statements.length
      expect(await tries({ email: 'nobody@staff.test', pwd: TEST_USER_PASSWORD, recoveryCode })).toMatchObject({
        code: 400,
        reason: 'INVALID_INPUT',
        detail: { field: 'recoveryCode' },
      })
      expect(mall.statements.length).toBe(before)
    },
  )

  test('are renewed with password and second factor, and the old ones become invalid at once', async () => {
    const lin = await settles()
    await logsIn(lin, lin.codes[first])
    const { recoveryCodes } = await lin.api.staff.renewRecoveryCodes({ pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })
    expect(recoveryCodes).toHaveLength(10)
    expect((await lin.api.staff.me({})).recoveryCodesLeft).toBe(10)
    expect(await logsIn(lin, lin.codes[next])).toMatchObject({ reason: 'RECOVERY_CODE_WRONG' })
    expect(await logsIn(lin, recoveryCodes[next])).toMatchObject({ code: 200 })
  })

  test('are not renewed with only one proof or a used code; wrong tries count as login tries', async () => {
    const lin = await settles()
    const code = shown(lin.secret)
    expect(await lin.post(RENEW, { pwd: 'Wrong123456', code })).toMatchObject({ reason: 'OLD_PASSWORD_WRONG', detail: { field: 'pwd' } })
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD, code: other(code) })).toMatchObject({
      reason: 'TOTP_WRONG',
      detail: { field: 'code' },
    })
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD })).toMatchObject({ code: 400, detail: { field: 'code' } })
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD, code: lin.codes[first] })).toMatchObject({ code: 400 })
    expect((await lin.api.staff.me({})).recoveryCodesLeft).toBe(10)
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD, code })).toMatchObject({ code: 200 })
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD, code }), 'a code opens once').toMatchObject({ reason: 'TOTP_WRONG' })
    for (let at = 0; at < 4; at++) await lin.post(RENEW, { pwd: 'Wrong123456', code })
    expect(await lin.post(RENEW, { pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })).toMatchObject({ code: 423, reason: 'LOGIN_LOCKED' })
    mall.clock.forward(16 * MINUTE)
  })

  test('are logged when used and renewed, and stored nowhere in clear', async () => {
    const lin = await settles()
    await logsIn(lin, lin.codes[first])
    await logsIn(lin, 'CCCCC-CCCCC')
    await lin.api.staff.renewRecoveryCodes({ pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })
    const noted = await mall.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'reason', 'facts'])
      .where('actor_id', '=', lin.id)
      .execute()
    expect(noted).toContainEqual({ action: 'staff login', outcome: 'ok', reason: null, facts: { recoveryCode: true, left: 9 } })
    expect(noted).toContainEqual(expect.objectContaining({ action: 'staff login', outcome: 'refused', reason: 'RECOVERY_CODE_WRONG' }))
    expect(noted).toContainEqual(expect.objectContaining({ action: RENEW, outcome: 'ok' }))
    const tables = ['staff', 'staff_recovery_code', 'audit_log', 'staff_session', 'outbox']
    const { rows } = await mall.pool.query<{ text: string }>(
      tables.map((table) => `select t::text as text from ${table} t`).join(' union all '),
    )
    const everything = rows.map(({ text }) => text).join('\n')
    for (const code of [...lin.codes, 'CCCCC-CCCCC'])
      for (const form of [code, code.replace('-', ''), Buffer.from(code.replace('-', '')).toString('hex')])
        expect(everything).not.toContain(form)
  })
})
