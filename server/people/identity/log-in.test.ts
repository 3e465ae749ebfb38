import { describe, expect, test } from 'vitest'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { saveCaptcha } from './captchas.ts'
import { hashPassword } from './passwords.ts'

const mall = await openMall()
const LOGIN = '/user-api/api/security/login-by-mobile'
const LOGIN_WITH_CODE = `${LOGIN}-with-image-code`
const MINUTE = 60_000
const WRONG = 'Wrong123456'

let strangers = 0
const unknown = () => `139${String(++strangers).padStart(8, '0')}`

async function code(): Promise<{ imageKey: string; imageCode: string }> {
  const key = mall.moment().bytes(16).toString('base64url')
  await mall.runInTransaction((tx) =>
    saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose: 'login', captcha: { key, text: 'ACEF', png: Buffer.alloc(0) } }),
  )
  return { imageKey: key, imageCode: 'ACEF' }
}
const tries = async (mobile: string, pwd: string, given: object = {}) => mall.guest().post(LOGIN, { mobile, pwd, ...given })

describe('a failed login reveals nothing', () => {
  // B1
  test('a wrong password, an unknown mobile and a disabled person get the same answer', async () => {
    const [lin, off] = [await mall.buyer('林'), await mall.buyer('停')]
    await mall.runInTransaction((tx) => tx.updateTable('app_user').set({ status: 0 }).where('id', '=', off.userId).execute())

    const answers = [
      await tries(lin.mobile, WRONG),
      await tries(unknown(), TEST_USER_PASSWORD),
      await tries(off.mobile, TEST_USER_PASSWORD),
    ]

    for (const answer of answers) {
      expect(answer).toEqual({ status: 200, code: 422, msg: '手机号或密码错误', success: false, data: null, reason: 'LOGIN_FAILED' })
    }
  })

  // B1: the faster quarter of each, and their ratio, so that a busy machine slows both alike.
  test('an unknown mobile takes as long as a wrong password', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => mall.buyer(`人${at}`)))
    // Elsewhere a test's people have a password that costs nothing to look at.
    const password_hash = await hashPassword(mall.keys, TEST_USER_PASSWORD)
    await mall.runInTransaction((tx) => tx.updateTable('app_user').set({ password_hash }).execute())
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const { mobile } of people) {
      for (const [who, number] of [
        ['known', mobile],
        ['unknown', unknown()],
      ] as const) {
        const begun = performance.now()
        await tries(number, WRONG)
        took[who].push(performance.now() - begun)
      }
    }
    const quartile = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0
    const ratio = quartile(took.known) / quartile(took.unknown)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  // B6
  test('a longer password that begins with the right one is wrong: nothing is truncated', async () => {
    const lin = await mall.buyer('林')
    for (const pwd of [`${TEST_USER_PASSWORD}x`, ` ${TEST_USER_PASSWORD}`, `${TEST_USER_PASSWORD} `, TEST_USER_PASSWORD.toLowerCase()]) {
      expect(await tries(lin.mobile, pwd, await code())).toMatchObject({ code: 422 })
    }
  })

  // B6, B7, B8: refused before anybody is looked for or counted.
  test.each<[object, string]>([
    [{ mobile: '', pwd: TEST_USER_PASSWORD }, '请输入手机号'],
    [{ pwd: TEST_USER_PASSWORD }, '请输入手机号'],
    [{ mobile: '12345678901', pwd: TEST_USER_PASSWORD }, '请输入正确的手机号'],
    [{ mobile: '+8613800000001', pwd: TEST_USER_PASSWORD }, '请输入正确的手机号'],
    [{ mobile: '１３８０００００００１', pwd: TEST_USER_PASSWORD }, '请输入正确的手机号'],
    [{ mobile: ['13800000001'], pwd: TEST_USER_PASSWORD }, '请输入手机号'],
    [{ mobile: { $gt: '' }, pwd: true }, '请输入手机号'],
    [{ mobile: '13800000001', pwd: true }, '请输入密码'],
    [{ mobile: '13800000001' }, '请输入密码'],
    [{ mobile: '13800000001', pwd: '12345' }, '密码长度为6-20位'],
    [{ mobile: '13800000001', pwd: 'x'.repeat(21) }, '密码长度为6-20位'],
    [{ mobile: '13800000001', pwd: TEST_USER_PASSWORD, enterpriseId: 1 }, '请求包含不支持的字段'],
  ])('case %#: %o', async (given, msg) => {
    const before = mall.statements.length
    expect(await mall.guest().post(LOGIN, given)).toMatchObject({ status: 200, code: 400, reason: 'INVALID_INPUT', msg })
    expect(mall.statements.length).toBe(before)
  })

  test('the call with a captcha reports missing fields with the words of the specification', async () => {
    const given = { mobile: '13800000001', pwd: TEST_USER_PASSWORD }
    expect(await mall.guest().post(LOGIN_WITH_CODE, given)).toMatchObject({ code: 400, msg: '请输入图形验证码' })
    expect(await mall.guest().post(LOGIN_WITH_CODE, { ...given, imageKey: 'A'.repeat(22), imageCode: 'ABC' })).toMatchObject({
      code: 400,
      msg: '图形验证码长度为4位',
    })
  })
})

describe('login tries are limited', () => {
  // B2, B3
  test('both calls share one count from any address: a captcha after three, a lock after five', async () => {
    const { mobile } = await mall.buyer('林')
    const forged = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at}` })

    expect(await mall.guest().post(LOGIN, { mobile, pwd: WRONG }, forged(1))).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await mall.guest().post(LOGIN_WITH_CODE, { mobile, pwd: WRONG, ...(await code()) }, forged(2))).toMatchObject({
      reason: 'LOGIN_FAILED',
    })
    expect(await mall.guest().post(LOGIN, { mobile, pwd: WRONG }, forged(3))).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await mall.guest().post(LOGIN, { mobile, pwd: TEST_USER_PASSWORD }, forged(4))).toMatchObject({
      code: 400,
      reason: 'CAPTCHA_NEEDED',
      detail: { captcha: true },
    })
    expect(await tries(mobile, WRONG, await code())).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await tries(mobile, WRONG, await code())).toMatchObject({ reason: 'LOGIN_FAILED' })

    const locked = [await tries(mobile, TEST_USER_PASSWORD, await code()), await tries(mobile, WRONG, await code())]
    for (const answer of locked) {
      expect(answer).toEqual({
        status: 200,
        code: 423,
        msg: '密码错误次数过多，请 15 分钟后再试',
        success: false,
        data: null,
        reason: 'LOGIN_LOCKED',
      })
    }
  })

  test('the lock ends fifteen minutes after it began, and tries during the lock do not prolong it', async () => {
    const { mobile } = await mall.buyer('林')
    for (let at = 0; at < 5; at++) await tries(mobile, WRONG, await code())

    mall.clock.forward(15 * MINUTE - 1)
    expect(await tries(mobile, TEST_USER_PASSWORD, await code())).toMatchObject({ reason: 'LOGIN_LOCKED' })

    mall.clock.forward(1)
    expect(await tries(mobile, TEST_USER_PASSWORD, await code())).toMatchObject({ code: 200 })
    expect(await tries(mobile, WRONG)).toMatchObject({ reason: 'LOGIN_FAILED' })
  })

  test('wrong passwords spread over more than fifteen minutes lock nobody', async () => {
    const { mobile } = await mall.buyer('林')
    for (let at = 0; at < 12; at++) {
      expect(await tries(mobile, WRONG, await code())).toMatchObject({ reason: 'LOGIN_FAILED' })
      mall.clock.forward(4 * MINUTE)
    }
    expect(await tries(mobile, TEST_USER_PASSWORD, await code())).toMatchObject({ code: 200 })
  })

  test('a right password resets the count', async () => {
    const { mobile } = await mall.buyer('林')
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 4; at++) await tries(mobile, WRONG, await code())
      expect(await tries(mobile, TEST_USER_PASSWORD, await code())).toMatchObject({ code: 200 })
    }
    expect(await tries(mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  // T-11
  test('of forty tries at once at most five reach the password check', async () => {
    const { mobile } = await mall.buyer('林')
    const codes = await Promise.all(Array.from({ length: 40 }, code))
    const answers = await Promise.all(codes.map((given) => tries(mobile, WRONG, given)))
    const reached = answers.filter(({ reason }) => reason === 'LOGIN_FAILED')
    expect(reached.length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ reason }) => reason !== 'LOGIN_FAILED' && reason !== 'LOGIN_LOCKED')).toEqual([])
    expect(await tries(mobile, TEST_USER_PASSWORD, await code())).toMatchObject({ reason: 'LOGIN_LOCKED' })
  })

  test('an unknown mobile is counted and locked like any other', async () => {
    const mobile = unknown()
    for (let at = 0; at < 5; at++) await tries(mobile, WRONG, await code())
    expect(await tries(mobile, WRONG, await code())).toMatchObject({ reason: 'LOGIN_LOCKED' })
  })

  test('a lock affects one person only', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    for (let at = 0; at < 6; at++) await tries(lin.mobile, WRONG, await code())
    expect(await tries(wang.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  // B4
  test('one password tried over many mobiles is stopped by address', async () => {
    const strict = await openMall({ limits: { loginPerMinute: 10 } })
    const codes = []
    for (let at = 0; at < 12; at++) codes.push((await strict.guest().post(LOGIN, { mobile: unknown(), pwd: TEST_USER_PASSWORD })).code)
    expect(codes).toEqual([...Array(10).fill(422), 429, 429])
  })

  test('staff are limited in the same way, and unknown staff addresses behave like known ones', async () => {
    const STAFF_LOGIN = '/console-api/api/staff/log-in'
    await mall.staff('finance')
    const answers = []
    for (const email of ['finance@staff.test', 'FINANCE@staff.test', 'nobody@staff.test']) {
      answers.push(await mall.guest().post(STAFF_LOGIN, { email, pwd: WRONG }))
    }
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], code: 422, reason: 'STAFF_LOGIN_FAILED' })
    for (let at = 0; at < 3; at++) await mall.guest().post(STAFF_LOGIN, { email: 'finance@staff.test', pwd: WRONG })
    expect(await mall.guest().post(STAFF_LOGIN, { email: 'finance@staff.test', pwd: TEST_USER_PASSWORD })).toMatchObject({
      code: 423,
      reason: 'LOGIN_LOCKED',
    })
  })
})

test('mobile, password and token of a login cannot be read in the tables', async () => {
  const lin = await mall.buyer('林')
  await tries(lin.mobile, WRONG)
  const { rows } = await mall.pool.query<{ text: string }>(
    `select s::text as text from session s union all select u::text from app_user u union all select c::text from mobile_claim c
     union all select l::text from login_counter l union all select a::text from audit_log a union all select p::text from payment_password p`,
  )
  const everything = rows.map(({ text }) => text).join('\n')
  for (const secret of [
    lin.mobile,
    TEST_USER_PASSWORD,
    WRONG,
    lin.token ?? '',
    Buffer.from(lin.mobile).toString('hex'),
    Buffer.from(lin.token ?? '').toString('hex'),
  ]) {
    expect(everything).not.toContain(secret)
  }
})
