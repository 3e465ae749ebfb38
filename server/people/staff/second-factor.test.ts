import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { hashPassword } from '#server/people/identity/public.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { insertStaff } from './public.ts'

const mall = await openMall({ requireTotp: true })
const passwordHash = await hashPassword(mall.keys, TEST_USER_PASSWORD)
const MINUTE = 60_000
const STEP = 30_000

let hired = 0
async function hires(...roles: StaffRole[]): Promise<{ email: string; id: string }> {
  const email = `p${++hired}@staff.test`
  const id = await mall.runInTransaction((tx) => insertStaff(tx, mall.moment(), { email, name: `员工${hired}`, roles, passwordHash }))
  return { email, id }
}

/** What a person's telephone shows now, or so many steps from now. */
const shown = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() + steps * STEP })
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const tries = (given: object) => mall.guest().post('/console-api/api/staff/log-in', given)
const binds = (email: string, pwd = TEST_USER_PASSWORD) => mall.guest().api.staff.bindTotp({ email, pwd })

/** Somebody who has bound a telephone and is inside. */
async function settles(...roles: StaffRole[]) {
  const { email, id } = await hires(...roles)
  const { secret } = await binds(email)
  const { token } = await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })
  mall.clock.forward(STEP)
  return Object.assign(createTestUser(mall.app.http, token), { email, id, secret })
}

describe('outside the demo no staff member can log in with a password alone', () => {
  test('the first login binds a second factor, and every later one needs its code', async () => {
    const { email } = await hires('support')
    expect(await tries({ email, pwd: TEST_USER_PASSWORD })).toMatchObject({ code: 422, reason: 'TOTP_NOT_BOUND', data: null })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: '123456' })).toMatchObject({ reason: 'TOTP_NOT_BOUND' })

    const { url, secret } = await binds(email)
    expect(decodeURIComponent(url)).toContain(`otpauth://totp/Yanfeng Console:${email}?`)
    expect(new URL(url).searchParams.get('secret')).toBe(secret)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: other(shown(secret)) })).toMatchObject({ reason: 'TOTP_WRONG' })
    const first = await mall.guest().api.staff.logIn({ email: email.toUpperCase(), pwd: TEST_USER_PASSWORD, code: shown(secret) })
    expect(first.staff).toMatchObject({ email, secondFactor: true })
    expect((await createTestUser(mall.app.http, first.token).api.staff.me({})).secondFactor).toBe(true)

    mall.clock.forward(STEP)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'TOTP_NEEDED', data: null })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('a new staff member first sets his password, and a weak one is refused before the second factor', async () => {
    const boss = await settles('admin')
    const { initialPwd } = await boss.api.consoleStaff.add({ email: 'both@staff.test', name: '新人', roles: ['support'] })
    const given = { email: 'both@staff.test', pwd: initialPwd }
    expect(await tries(given)).toMatchObject({ reason: 'NEW_PASSWORD_NEEDED' })
    expect(await tries({ ...given, newPwd: 'password1' })).toMatchObject({ reason: 'PASSWORD_TOO_COMMON', detail: { field: 'newPwd' } })
    expect(await tries({ ...given, newPwd: 'Own-Way-2026' })).toMatchObject({ reason: 'TOTP_NOT_BOUND' })
    const { secret } = await binds(given.email, initialPwd)
    expect(await tries({ ...given, newPwd: 'Own-Way-2026', code: other(shown(secret)) })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ ...given, code: shown(secret) })).toMatchObject({ reason: 'NEW_PASSWORD_NEEDED' })
    expect(await tries({ ...given, newPwd: 'Own-Way-2026', code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('a clock that is off by half a minute is accepted, one that is off by more is not', async () => {
    const { email, secret } = await settles('support')
    mall.clock.forward(10 * STEP)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret, 2) })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret, -2) })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret, -1) })).toMatchObject({ code: 200 })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret, 1) })).toMatchObject({ code: 200 })
  })

  test('a used code and all earlier ones are refused', async () => {
    const { email, secret } = await settles('support')
    const code = shown(secret)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code })).toMatchObject({ code: 200 })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code })).toMatchObject({ reason: 'TOTP_WRONG', data: null })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret, -1) })).toMatchObject({ reason: 'TOTP_WRONG' })
    mall.clock.forward(STEP)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('of four logins at once with the same code one succeeds', async () => {
    const { email, secret, id } = await settles('support')
    const code = shown(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => tries({ email, pwd: TEST_USER_PASSWORD, code })))
    expect(answers.filter(({ code: status }) => status === 200)).toHaveLength(1)
    const { sessions } = await mall.db
      .selectFrom('staff_session')
      .select(mall.db.fn.countAll<number>().as('sessions'))
      .where('staff_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sessions).toBe(2)
  })

  test('a code of another person or of eight digits is refused', async () => {
    const [lin, chen] = [await settles('support'), await settles('support')]
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(chen.secret) })).toMatchObject({ reason: 'TOTP_WRONG' })
    for (const code of ['12345678', '12345', 'abcdef', '', '１２３４５６', ['123456']])
      expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code })).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
  })
})

describe('tries are limited', () => {
  test('five wrong codes lock the account, and a right password in between does not reset the count', async () => {
    const { email, secret } = await settles('admin')
    for (let wrong = 1; wrong <= 5; wrong++) {
      expect(await tries({ email, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'TOTP_NEEDED' })
      expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: other(shown(secret)) })).toMatchObject({ reason: 'TOTP_WRONG' })
    }
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({
      code: 423,
      reason: 'LOGIN_LOCKED',
      data: null,
    })
    expect(await tries({ email, pwd: 'Wrong123456' })).toMatchObject({ reason: 'LOGIN_LOCKED' })
    expect(await mall.guest().post('/console-api/api/staff/log-in/bind-totp', { email, pwd: TEST_USER_PASSWORD })).toMatchObject({
      reason: 'LOGIN_LOCKED',
    })
    mall.clock.forward(16 * MINUTE)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('of twenty wrong codes at once at most five are checked', async () => {
    const { email, secret } = await settles('support')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tries({ email, pwd: TEST_USER_PASSWORD, code: other(shown(secret)) })),
    )
    expect(answers.filter(({ reason }) => reason === 'TOTP_WRONG').length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ code }) => code === 200)).toEqual([])
  })

  test('wrong passwords, wrong codes and password changes share one count', async () => {
    const lin = await settles('support')
    const { email, secret } = lin
    for (const pwd of ['Wrong1', 'Wrong2']) expect(await tries({ email, pwd })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: other(shown(secret)) })).toMatchObject({ reason: 'TOTP_WRONG' })
    const change = { oldPwd: 'Wrong3', newPwd: 'Another-Way-1' }
    expect(await lin.post('/console-api/api/staff/change-pwd', change)).toMatchObject({ reason: 'OLD_PASSWORD_WRONG' })
    expect(await lin.post('/console-api/api/staff/change-pwd', change)).toMatchObject({ reason: 'OLD_PASSWORD_WRONG' })
    expect(await lin.post('/console-api/api/staff/change-pwd', { ...change, oldPwd: TEST_USER_PASSWORD })).toMatchObject({
      reason: 'LOGIN_LOCKED',
    })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ reason: 'LOGIN_LOCKED' })
  })

  test('an unknown address, a wrong password and a disabled account get the same answer in both login calls', async () => {
    const { email, id } = await hires('support')
    await mall.runInTransaction((tx) => tx.updateTable('staff').set({ status: 0 }).where('id', '=', id).execute())
    const { email: known } = await hires('support')
    for (const path of ['/console-api/api/staff/log-in', '/console-api/api/staff/log-in/bind-totp']) {
      for (const given of [
        { email: 'nobody@staff.test', pwd: TEST_USER_PASSWORD },
        { email: known, pwd: 'Wrong1' },
        { email, pwd: TEST_USER_PASSWORD },
      ]) {
        expect(await mall.guest().post(path, given)).toEqual({
          status: 200,
          code: 422,
          msg: '邮箱或密码错误',
          success: false,
          data: null,
          reason: 'STAFF_LOGIN_FAILED',
        })
      }
    }
  })
})

describe('a second factor is bound once and reset only by an administrator', () => {
  test('each start of binding has its own secret: an earlier one is useless', async () => {
    const { email } = await hires('support')
    const [seen, mine] = [await binds(email), await binds(email)]
    expect(mine.secret).not.toBe(seen.secret)
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(seen.secret) })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(mine.secret) })).toMatchObject({ code: 200 })
  })

  test('the password of an account with a second factor is not enough to bind another one', async () => {
    const { email, secret } = await settles('support')
    expect(await mall.guest().post('/console-api/api/staff/log-in/bind-totp', { email, pwd: TEST_USER_PASSWORD })).toMatchObject({
      code: 409,
      reason: 'TOTP_BOUND',
      data: null,
    })
    expect(await tries({ email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('after an administrator resets it, all devices are logged out and the next login binds a new one', async () => {
    const [boss, lin] = [await settles('admin'), await settles('support')]
    const address = { mail_sealed: Buffer.from('sealed'), mail_masked: 'l***@example.com', updated_at: mall.clock.now }
    await mall.db
      .insertInto('contact_setting')
      .values(Object.assign({ id: lin.id, staff_id: lin.id }, address))
      .execute()
    const { changeId } = await boss.api.consoleStaff.resetTotp({ staffId: lin.id })
    const chief = await settles('admin')
    await chief.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD, code: shown(chief.secret) })
    // Whoever had the account may have confirmed a mail address of his own.
    expect(await mall.db.selectFrom('contact_setting').select('mail_masked').execute()).toEqual([{ mail_masked: null }])
    expect(await lin.post('/console-api/api/staff/me')).toMatchObject({ code: 510 })
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })).toMatchObject({ reason: 'TOTP_NOT_BOUND' })
    const { secret } = await binds(lin.email)
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(lin.secret) })).toMatchObject({ reason: 'TOTP_WRONG' })
    expect(await tries({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown(secret) })).toMatchObject({ code: 200 })
  })

  test('nobody can reset his own', async () => {
    const boss = await settles('admin')
    expect(await boss.post('/console-api/api/staff-account/reset-totp', { staffId: boss.id })).toMatchObject({ reason: 'OWN_ACCOUNT' })
  })

  test('no secret, code or password is stored in clear in the database', async () => {
    const { email, secret } = await settles('support')
    await tries({ email, pwd: 'Canary-9876', code: '918273' })
    const { rows } = await mall.pool.query<{ text: string }>(
      "select s::text as text from staff s union all select a::text from audit_log a union all select encode(totp_sealed, 'escape') from staff where totp_sealed is not null",
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { text } of rows)
      for (const canary of [secret, Buffer.from(secret).toString('hex'), 'Canary', TEST_USER_PASSWORD, '918273'])
        expect(text).not.toContain(canary)
  })
})
