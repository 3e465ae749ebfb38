import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { createAnsweredCaptcha } from '#server/platform/testing/answered-captcha.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
/** An address may fail six times here, so that the stories cost less: thirty is what a mall has that nobody has set otherwise. */
const MAX = 6
const strict = await openMall({ limits: { loginFailures: MAX } })
const LOGIN = '/user-api/api/security/login-by-mobile-with-image-code'
const CHANGE = '/user-api/api/user/change-pwd'
const MINUTE = 60_000
const WRONG = 'Wrong123456'
const locked = {
  status: 200,
  code: 423,
  msg: '密码错误次数过多，请 15 分钟后再试',
  success: false,
  data: null,
  reason: 'LOGIN_LOCKED',
}

/** Tries to log in with a picture that is answered right, as every browser does. */
const tries = async (by: TestUser, mobile: string, pwd: string) =>
  by.post(LOGIN, { mobile, pwd, ...(await createAnsweredCaptcha(mall, 'login')) })
const stranger = (address = '203.0.113.9') => mall.guest({ address })

/** A browser that somebody has logged in on before; its token is put away. */
async function knownBrowser(mobile: string, address?: string): Promise<TestUser> {
  const browser = mall.guest(address === undefined ? {} : { address })
  expect(await tries(browser, mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  return browser
}

/** Strangers try wrong passwords until the mobile is locked for them. */
async function strangersLock(mobile: string): Promise<void> {
  for (let at = 0; at < 5; at++) await tries(stranger(), mobile, WRONG)
  expect(await tries(stranger(), mobile, TEST_USER_PASSWORD)).toEqual(locked)
}

describe('strangers cannot lock out the owner of an account', () => {
  // B5
  test('he can log in on a known device while strangers are locked', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    await strangersLock(lin.mobile)
    expect(await tries(own, lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    expect(await tries(stranger(), lin.mobile, TEST_USER_PASSWORD), 'and they stay locked').toEqual(locked)
  })

  test('he can change his password while he is logged in', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    own.token = lin.token
    await strangersLock(lin.mobile)
    expect(await own.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: 'Granite2047' })).toMatchObject({ code: 200 })
  })

  test('his own wrong tries on a known device lock only that device', async () => {
    const lin = await mall.buyer('林')
    const [desk, phone] = [await knownBrowser(lin.mobile), await knownBrowser(lin.mobile)]
    for (let at = 0; at < 5; at++) expect(await tries(desk, lin.mobile, WRONG)).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect([await tries(desk, lin.mobile, TEST_USER_PASSWORD), await tries(desk, lin.mobile, WRONG)]).toEqual([locked, locked])
    expect(await tries(phone, lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    expect(await tries(stranger(), lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    mall.clock.forward(15 * MINUTE)
    expect(await tries(desk, lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('of forty tries at once on a known device at most five reach the password check', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    const answers = await Promise.all(Array.from({ length: 40 }, () => tries(own, lin.mobile, WRONG)))
    expect(answers.filter(({ reason }) => reason === 'LOGIN_FAILED').length).toBeLessThanOrEqual(5)
  })

  test('several people share a device, and it is known for each of them', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const shared = await knownBrowser(lin.mobile)
    expect(await tries(shared, wang.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    for (const { mobile } of [lin, wang]) {
      await strangersLock(mobile)
      expect(await tries(shared, mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    }
  })

  test('a device forgets a person after half a year without a login', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    mall.clock.forward(180 * ONE_DAY_MS)
    await strangersLock(lin.mobile)
    expect(await tries(own, lin.mobile, TEST_USER_PASSWORD)).toEqual(locked)
  })

  test('the same holds for staff', async () => {
    await mall.staff('finance')
    const given = { email: 'finance@staff.test', pwd: TEST_USER_PASSWORD }
    const own = mall.guest()
    await own.api.staff.logIn(given)
    for (let at = 0; at < 5; at++) await stranger().post('/console-api/api/staff/log-in', { ...given, pwd: WRONG })
    expect(await stranger().post('/console-api/api/staff/log-in', given)).toMatchObject({ code: 423, reason: 'LOGIN_LOCKED' })
    expect(await own.post('/console-api/api/staff/log-in', given)).toMatchObject({ code: 200 })
  })
})

describe('the device cookie', () => {
  const cookieLine = async (http = mall.app.http) => {
    const { mobile } = await mall.buyer('林')
    const payload = { mobile, pwd: TEST_USER_PASSWORD }
    const { headers } = await http.inject({ method: 'POST', url: '/api/user-api/api/security/login-by-mobile', payload })
    return String(headers['set-cookie'])
  }

  test('is hidden from scripts and other sites, and is sent only over TLS where TLS is used', async () => {
    expect(await cookieLine()).toMatch(/^device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
    const { db, keys, services } = mall
    const options = {
      db,
      keys,
      services,
      log: createErrorLog(),
      trustProxy: [],
      strict: true,
      requireTotp: false,
      limits: unlimitedServerLimits,
    }
    const production = await buildApp({ ...options, secure: true, clock: () => mall.clock.now })
    expect(await cookieLine(production.http)).toMatch(/^device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/)
    await production.http.close()
  })

  test('contains no token, mobile or person, and grants nothing alone', async () => {
    const lin = await mall.buyer('林')
    const own = mall.guest()
    const { data } = await tries(own, lin.mobile, TEST_USER_PASSWORD)
    const { token } = data as { token: string }
    const cookie = own.cookies.get('device') ?? expect.fail('no cookie')
    const plain = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
    for (const secret of [token, token.slice(3), lin.mobile, lin.userId]) expect(cookie).not.toContain(secret)
    for (const part of plain) expect(Buffer.from(token.slice(3), 'base64url').toString('hex')).not.toContain(part)
    expect(await own.post('/user-api/api/user/detail')).toMatchObject({ code: 510 })
  })

  test('is bound to the account: changed, forged or for another account, it marks a stranger', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const hers = await knownBrowser(wang.mobile)
    const his = (await knownBrowser(lin.mobile)).cookies.get('device') ?? ''
    await strangersLock(lin.mobile)
    expect(await tries(hers, lin.mobile, TEST_USER_PASSWORD)).toEqual(locked)
    const [id = '', entry = ''] = his.split('.')
    const forged = [
      ...[`${id}x.${entry}`, `${id}.${entry}x`, `${hers.cookies.get('device')?.split('.')[0]}.${entry}`, id, entry, '.', ''],
      ...[`${id}.zzzz${entry.slice(4)}`, `${id}.${entry.slice(0, 9)}${entry[9] === 'A' ? 'B' : 'A'}${entry.slice(10)}`, 'x'.repeat(5_000)],
    ]
    for (const cookie of forged) {
      const thief = stranger()
      thief.cookies.set('device', cookie)
      expect({ cookie, ...(await tries(thief, lin.mobile, TEST_USER_PASSWORD)) }).toEqual({ cookie, ...locked })
    }
    const thief = stranger()
    thief.cookies.set('device', his)
    expect(await tries(thief, lin.mobile, WRONG), 'whole it is known wherever it is').toMatchObject({ reason: 'LOGIN_FAILED' })
  })
})

describe('one address cannot spray passwords over many mobiles', () => {
  const blocked = {
    status: 200,
    code: 429,
    msg: '当前网络登录失败次数过多，请稍后再试',
    success: false,
    data: null,
    reason: 'LOGIN_ADDRESS_LOCKED',
  }
  let seen = 0
  const unknown = () => `137${String(++seen).padStart(8, '0')}`
  const sprays = async (by: TestUser, mobile: string, pwd = TEST_USER_PASSWORD) =>
    by.post(LOGIN, { mobile, pwd, ...(await createAnsweredCaptcha(strict, 'login')) })
  const from = (address: string) => strict.guest({ address })
  const exhausts = async (address: string) => {
    for (let at = 0; at < MAX; at++) expect(await sprays(from(address), unknown())).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await sprays(from(address), unknown())).toEqual(blocked)
  }

  // B4
  test('of eighty-two tries within a minute, all with a right captcha, thirty reach the password check', async () => {
    const real = await openMall({ limits: { loginFailures: readConfig({}).limits.loginFailures } })
    const sprayed = async () =>
      real
        .guest({ address: '198.51.100.1' })
        .post(LOGIN, { mobile: unknown(), pwd: TEST_USER_PASSWORD, ...(await createAnsweredCaptcha(real, 'login')) })
    const answers = []
    for (let left = 82; left > 0; left -= 10) answers.push(...(await Promise.all(Array.from({ length: Math.min(left, 10) }, sprayed))))
    expect(answers.filter(({ reason }) => reason === 'LOGIN_FAILED')).toHaveLength(30)
    expect(answers.filter(({ reason }) => reason === 'LOGIN_ADDRESS_LOCKED')).toHaveLength(52)
  })

  test('its refusals reveal neither accounts nor right passwords, and other addresses are unaffected', async () => {
    const lin = await strict.buyer('林')
    await exhausts('198.51.100.2')
    const answers = [
      await sprays(from('198.51.100.2'), lin.mobile),
      await sprays(from('198.51.100.2'), lin.mobile, WRONG),
      await sprays(from('198.51.100.2'), unknown()),
    ]
    for (const answer of answers) expect(answer).toEqual(blocked)
    expect(await sprays(from('198.51.100.3'), lin.mobile)).toMatchObject({ code: 200 })
  })

  test('a known device can log in from that address, and does not unblock it for others', async () => {
    const lin = await strict.buyer('林')
    const own = from('198.51.100.4')
    expect(await sprays(own, lin.mobile)).toMatchObject({ code: 200 })
    await exhausts('198.51.100.4')
    expect(await sprays(own, lin.mobile)).toMatchObject({ code: 200 })
    expect(await sprays(from('198.51.100.4'), lin.mobile)).toEqual(blocked)
  })

  test('the address is unblocked ten minutes after the last try; right passwords are not counted', async () => {
    const lin = await strict.buyer('林')
    for (let at = 0; at < 2 * MAX; at++) expect(await sprays(from('198.51.100.5'), lin.mobile)).toMatchObject({ code: 200 })
    await exhausts('198.51.100.5')
    strict.clock.forward(10 * MINUTE - 1)
    expect(await sprays(from('198.51.100.5'), lin.mobile)).toEqual(blocked)
    strict.clock.forward(1)
    expect(await sprays(from('198.51.100.5'), lin.mobile)).toMatchObject({ code: 200 })
  })

  test('ten times as many a day are the maximum, however slow the tries', async () => {
    let reached = 0
    for (let at = 0; at < 18; at++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => sprays(from('198.51.100.6'), unknown())))
      reached += answers.filter(({ reason }) => reason === 'LOGIN_FAILED').length
      strict.clock.forward(10 * MINUTE)
    }
    expect(reached).toBe(10 * MAX)
    expect(await sprays(from('198.51.100.6'), unknown())).toEqual(blocked)
    strict.clock.forward(ONE_DAY_MS)
    expect(await sprays(from('198.51.100.6'), unknown())).toMatchObject({ reason: 'LOGIN_FAILED' })
  })

  test('IPv6 addresses are counted by /64, and IPv4-mapped IPv6 addresses as IPv4', async () => {
    for (let at = 0; at < MAX; at++) await sprays(from(`2001:db8:1:2:${at.toString(16)}::${at}`), unknown())
    expect(await sprays(from('2001:DB8:1:2:ffff:ffff:ffff:ffff'), unknown())).toEqual(blocked)
    expect(await sprays(from('2001:db8:1:3::1'), unknown())).toMatchObject({ reason: 'LOGIN_FAILED' })
    for (let at = 0; at < MAX; at++) await sprays(from(at % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'), unknown())
    expect([await sprays(from('198.51.100.7'), unknown()), await sprays(from('::ffff:c633:6407'), unknown())]).toEqual([blocked, blocked])
    expect(await sprays(from('::ffff:198.51.100.8'), unknown())).toMatchObject({ reason: 'LOGIN_FAILED' })
  })

  test('tries on staff accounts and on mobiles are counted together', async () => {
    for (let at = 0; at < MAX; at++)
      await from('198.51.100.9').post('/console-api/api/staff/log-in', { email: `x${at}@staff.test`, pwd: WRONG })
    expect(await sprays(from('198.51.100.9'), unknown())).toEqual(blocked)
    const door = await from('198.51.100.9').post('/console-api/api/staff/log-in/bind-totp', { email: 'y@staff.test', pwd: WRONG })
    expect(door).toEqual(blocked)
  })

  test('counts survive a restart and are shared by all servers', async () => {
    await exhausts('198.51.100.10')
    const { db, keys, services } = strict
    const options = { db, keys, services, log: createErrorLog(), trustProxy: [], strict: true, requireTotp: false, secure: false }
    const second = await buildApp({ ...options, limits: { ...unlimitedServerLimits, loginFailures: MAX }, clock: () => strict.clock.now })
    const there = createTestUser(second.http, undefined, { address: '198.51.100.10' })
    expect(await sprays(there, unknown())).toEqual(blocked)
    await second.http.close()
  })
})

describe('spraying from many addresses: with many failures in the mall the limit of each stranger shrinks', () => {
  test('to half, and to half again with each doubling, while known devices are not affected', async () => {
    const busy = await openMall({ limits: { loginFailures: 8, mallLoginFailures: 16 } })
    const lin = await busy.buyer('林')
    const own = busy.guest({ address: '192.0.2.1' })
    const given = async (pwd: string) => ({ mobile: lin.mobile, pwd, ...(await createAnsweredCaptcha(busy, 'login')) })
    expect(await own.post(LOGIN, await given(TEST_USER_PASSWORD))).toMatchObject({ code: 200 })
    let seen = 0
    /** How many wrong tries of a new address reach a password. */
    const reach = async (address: string) => {
      let reached = 0
      for (let at = 0; at < 10; at++) {
        const body = { mobile: `136${String(++seen).padStart(8, '0')}`, pwd: WRONG, ...(await createAnsweredCaptcha(busy, 'login')) }
        if ((await busy.guest({ address }).post(LOGIN, body)).reason === 'LOGIN_FAILED') reached++
      }
      return reached
    }
    const figures: number[] = []
    for (let at = 2; at < 12; at++) figures.push(await reach(`192.0.2.${at}`))
    // 8 + 8 are the sixteen; then four an address up to thirty-two, two up to sixty-four, one after that.
    expect(figures).toEqual([8, 8, 4, 4, 4, 4, 2, 2, 2, 2])
    expect(await own.post(LOGIN, await given(TEST_USER_PASSWORD))).toMatchObject({ code: 200 })
    busy.clock.forward(10 * MINUTE)
    expect(await reach('192.0.2.20')).toBe(8)
  })
})
