import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/core/config.ts'
import { createAnsweredCaptcha } from '#server/platform/testing/answered-captcha.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

/** The budgets that a mall has for which nobody has set others. */
const usual = readConfig({}).limits
/** Of registrations four an hour, so that the stories cost less than with the usual ten. */
const REGISTRATIONS = 4
const mall = await openMall({ limits: { textsPerDay: usual.textsPerDay, registrations: REGISTRATIONS } })
const SEND = '/system-api/api/sms/send'
const REGISTER = '/user-api/api/security/register-by-mobile-image-code'
const RESET = '/user-api/api/security/reset-pwd/by-mobile'
const LOGIN = '/user-api/api/security/login-by-mobile-with-image-code'
const NEW_PASSWORD = 'Granite2047'
const MINUTE = 60_000
const often = { status: 200, code: 429, reason: 'SMS_TOO_OFTEN' }

// What is counted by day is counted anew in every story.
beforeEach(() => mall.clock.forward(ONE_DAY_MS))

let strangers = 0
const newMobile = () => `134${String(++strangers).padStart(8, '0')}`
type Mall = typeof mall
const from = (address: string, at: Mall = mall) => at.guest({ address })

/** Asks for a code with a picture that is answered right. */
const asks = async (by: TestUser, given: { purpose: string; mobile?: string }, at: Mall = mall) =>
  by.post(SEND, { ...given, ...(await createAnsweredCaptcha(at, 'sms')) })
const codeOn = async (mobile: string, at: Mall = mall): Promise<string> =>
  (await at.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code')
const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

/** A browser that somebody has logged in on, logged off again. */
async function knownBrowser(mobile: string, address = '203.0.113.50'): Promise<TestUser> {
  const browser = from(address)
  expect(await browser.post(LOGIN, { mobile, pwd: TEST_USER_PASSWORD, ...(await createAnsweredCaptcha(mall, 'login')) })).toMatchObject({
    code: 200,
  })
  return browser
}

/** How many of so many texts, for a telephone each, leave when they are asked for from one address. */
async function leave(address: string | ((at: number) => string), count: number, at: Mall = mall): Promise<number> {
  let sent = 0
  for (let n = 0; n < count; n++) {
    const by = from(typeof address === 'string' ? address : address(n), at)
    const { code, reason } = await asks(by, { purpose: 'register', mobile: newMobile() }, at)
    if (code === 200) sent++
    else expect(reason).toBe('SMS_TOO_OFTEN')
  }
  return sent
}

// C3
describe('a caller who solves every captcha cannot send a flood of SMS', () => {
  test('twenty an hour and sixty a day are sent for one address', async () => {
    const sent: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      sent.push(await leave('198.51.100.20', 22))
      mall.clock.forward(ONE_HOUR_MS)
    }
    expect(sent).toEqual([20, 20, 20, 0])
    expect(await leave('198.51.100.21', 1)).toBe(1)
    mall.clock.forward(ONE_DAY_MS)
    expect(await leave('198.51.100.20', 1)).toBe(1)
  })

  test('an IPv6 network of one customer counts as one address', async () => {
    expect(await leave((at) => `2001:db8:7:7::${at.toString(16)}`, 22)).toBe(20)
    expect(await leave('2001:db8:7:8::1', 1)).toBe(1)
  })

  test('a browser that changes its address is stopped at twenty a day', async () => {
    const cookies = (await knownBrowser((await mall.buyer('林')).mobile)).cookies
    let sent = 0
    for (let at = 0; at < 23; at++) {
      const by = from(`198.51.101.${at}`)
      by.cookies = cookies
      if ((await asks(by, { purpose: 'register', mobile: newMobile() })).code === 200) sent++
    }
    expect(sent).toBe(20)
  })

  test('from a mall-wide count on each address is limited to half, and to half again with each doubling', async () => {
    const busy = await openMall({ limits: { mallTexts: 40 } })
    const sent: number[] = []
    for (let at = 0; at < 9; at++) sent.push(await leave(`192.0.2.${at}`, 22, busy))
    // Forty without a bound but their own; ten an address up to eighty, then five.
    expect(sent).toEqual([20, 20, 10, 10, 10, 10, 5, 5, 5])
    busy.clock.forward(ONE_HOUR_MS)
    expect(await leave('192.0.2.100', 22, busy)).toBe(20)
  })

  test('SMS to strangers stop at the daily limit of the mall; known users still get their codes', async () => {
    const poor = await openMall({ limits: { mallTextsPerDay: 6 } })
    const lin = await poor.buyer('林')
    expect(await leave((at) => `192.0.2.${at}`, 9, poor)).toBe(6)
    expect(await asks(lin, { purpose: 'changeMobile' }, poor)).toMatchObject({ code: 200 })
    poor.clock.forward(ONE_DAY_MS)
    expect(await leave('192.0.2.200', 1, poor)).toBe(1)
  })
})

describe('strangers who request SMS for a mobile or guess its codes do not block its owner', () => {
  /** Has strangers use up what the telephone may get within an hour. */
  async function usedUp(mobile: string): Promise<void> {
    for (let at = 0; at < 5; at++) {
      expect(await asks(from(`192.0.2.${at}`), { purpose: 'reset', mobile })).toMatchObject({ code: 200 })
      mall.clock.forward(MINUTE)
    }
    expect(await asks(from('192.0.2.9'), { purpose: 'reset', mobile })).toMatchObject(often)
  }

  test('a known device still gets a code to reset the password', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    await usedUp(lin.mobile)
    expect(await asks(own, { purpose: 'reset', mobile: lin.mobile })).toMatchObject({ code: 200 })
    const given = { mobile: lin.mobile, code: await codeOn(lin.mobile), pwd: NEW_PASSWORD }
    expect(await own.post(RESET, given)).toMatchObject({ code: 200 })
  })

  test('a logged-in person still gets a code; his own SMS are limited in the same way', async () => {
    const lin = await mall.buyer('林')
    await usedUp(lin.mobile)
    for (let at = 0; at < 5; at++) {
      expect(await asks(lin, { purpose: 'payPwd' })).toMatchObject({ code: 200 })
      mall.clock.forward(MINUTE)
    }
    expect(await asks(lin, { purpose: 'payPwd' })).toMatchObject(often)
  })

  // C4
  test('five wrong tries of strangers do not invalidate a code that the owner requested', async () => {
    const lin = await mall.buyer('林')
    for (const [owner, stranger] of [
      [await knownBrowser(lin.mobile), from('203.0.113.50')],
      [from('203.0.113.51'), from('192.0.2.30')],
    ] as const) {
      mall.clock.forward(ONE_HOUR_MS)
      expect(await asks(owner, { purpose: 'reset', mobile: lin.mobile })).toMatchObject({ code: 200 })
      const code = await codeOn(lin.mobile)
      const wrong = { mobile: lin.mobile, code: other(code), pwd: NEW_PASSWORD }
      for (let at = 0; at < 6; at++) expect(await stranger.post(RESET, wrong)).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
      expect(await owner.post(RESET, { ...wrong, code })).toMatchObject({ code: 200 })
    }
  })

  test('a code requested by strangers does not replace his, and only its own requester can use it', async () => {
    const lin = await mall.buyer('林')
    const own = await knownBrowser(lin.mobile)
    expect(await asks(own, { purpose: 'reset', mobile: lin.mobile })).toMatchObject({ code: 200 })
    const code = await codeOn(lin.mobile)
    mall.clock.forward(MINUTE)
    const stranger = from('192.0.2.40')
    expect(await asks(stranger, { purpose: 'reset', mobile: lin.mobile })).toMatchObject({ code: 200 })
    const theirs = await codeOn(lin.mobile)
    const wrong = { mobile: lin.mobile, code: other(theirs), pwd: NEW_PASSWORD }
    for (let at = 0; at < 5; at++) expect(await stranger.post(RESET, wrong)).toMatchObject({ reason: 'SMS_CODE_WRONG' })
    expect(await stranger.post(RESET, { ...wrong, code: theirs })).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    expect(await own.post(RESET, { ...wrong, code })).toMatchObject({ code: 200 })
  })

  test('a browser stays one requester when its address changes between request and entry', async () => {
    const [asking, typing] = [from('203.0.113.60'), from('203.0.113.61')]
    await asking.api.system.captcha({})
    const mobile = newMobile()
    expect(await asks(asking, { purpose: 'register', mobile })).toMatchObject({ code: 200 })
    typing.cookies = asking.cookies
    const given = { mobile, code: await codeOn(mobile), pwd: NEW_PASSWORD, agree: true }
    expect(await from('203.0.113.62').post(REGISTER, given)).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    expect(await typing.post(REGISTER, given)).toMatchObject({ code: 200 })
  })

  test('a reset by SMS code unlocks, and strangers cannot lock him out again before he has logged in', async () => {
    const lin = await mall.buyer('林')
    const wrongly = async () =>
      from('192.0.2.60').post(LOGIN, { mobile: lin.mobile, pwd: 'Wrong123456', ...(await createAnsweredCaptcha(mall, 'login')) })
    for (let at = 0; at < 5; at++) await wrongly()
    const own = from('203.0.113.70')
    expect(await asks(own, { purpose: 'reset', mobile: lin.mobile })).toMatchObject({ code: 200 })
    const given = { mobile: lin.mobile, code: await codeOn(lin.mobile), pwd: NEW_PASSWORD }
    expect(await own.post(RESET, given)).toMatchObject({ code: 200 })
    for (let at = 0; at < 5; at++) expect(await wrongly()).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await wrongly()).toMatchObject({ reason: 'LOGIN_LOCKED' })
    const login = { mobile: lin.mobile, pwd: NEW_PASSWORD, ...(await createAnsweredCaptcha(mall, 'login')) }
    expect(await own.post(LOGIN, login)).toMatchObject({ code: 200 })
  })
})

describe('a caller who solves every captcha and SMS code cannot create masses of accounts', () => {
  const ADDRESS = '198.51.100.99'
  const tooOften = {
    status: 200,
    code: 429,
    msg: '当前网络注册过于频繁，请稍后再试',
    success: false,
    data: null,
    reason: 'REGISTER_TOO_OFTEN',
  }

  /** A right code that somebody else had sent for an address, so that only registering is counted here. */
  async function proven(address: string, at: Mall) {
    const mobile = newMobile()
    const elsewhere = from(`192.0.${strangers % 200}.${Math.floor(strangers / 200)}`, at)
    expect(await asks(elsewhere, { purpose: 'register', mobile }, at)).toMatchObject({ code: 200 })
    const whose = at.keys.hmac('mobile', mobile)
    await at.runInTransaction((tx) =>
      tx
        .updateTable('sms_code')
        .set({ asker: `address ${address}` })
        .where('mobile_hmac', '=', whose)
        .execute(),
    )
    return { mobile, code: await codeOn(mobile, at), pwd: NEW_PASSWORD, agree: true }
  }

  /** How many of so many registrations from one address are made. */
  async function makes(count: number, { at = mall, by, address = ADDRESS }: { at?: Mall; by?: TestUser; address?: string } = {}) {
    let made = 0
    for (let n = 0; n < count; n++) {
      const answer = await (by ?? from(address, at)).post(REGISTER, await proven(address, at))
      if (answer.code === 200) made++
      else expect(answer).toEqual(tooOften)
    }
    return made
  }

  test('an address is limited to the set number of registrations an hour and three times that a day, by default ten', async () => {
    expect(usual).toMatchObject({ registrations: 10, textsPerDay: 60, loginFailures: 30 })
    const made: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      made.push(await makes(REGISTRATIONS + 1))
      mall.clock.forward(ONE_HOUR_MS)
    }
    expect(made).toEqual([REGISTRATIONS, REGISTRATIONS, REGISTRATIONS, 0])
    mall.clock.forward(ONE_DAY_MS)
    expect(await makes(1)).toBe(1)
  })

  test('a refused registration leaves its code valid', async () => {
    expect(await makes(REGISTRATIONS)).toBe(REGISTRATIONS)
    mall.clock.forward(ONE_HOUR_MS - MINUTE)
    const given = await proven(ADDRESS, mall)
    expect(await from(ADDRESS).post(REGISTER, given)).toEqual(tooOften)
    mall.clock.forward(MINUTE)
    expect(await from(ADDRESS).post(REGISTER, given)).toMatchObject({ code: 200 })
  })

  test('of seven registrations at once four succeed', async () => {
    const ready: object[] = []
    for (let at = 0; at < 7; at++) ready.push(await proven(ADDRESS, mall))
    const answers = await Promise.all(ready.map((given) => from(ADDRESS).post(REGISTER, given)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(REGISTRATIONS)
    expect(answers.filter(({ reason }) => reason === 'REGISTER_TOO_OFTEN')).toHaveLength(3)
  })

  test('a browser can register half of that a day, at any address', async () => {
    const browser = from(ADDRESS)
    await browser.api.system.captcha({})
    expect(await makes(3, { by: browser })).toBe(2)
    const elsewhere = from('198.51.100.98')
    elsewhere.cookies = browser.cookies
    expect(await makes(1, { by: elsewhere, address: '198.51.100.98' })).toBe(0)
  })

  test('from a mall-wide count on each address may register half, and half again with each doubling', async () => {
    const at = await openMall({ limits: { registrations: 4, mallRegistrations: 4 } })
    const made: number[] = []
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']) made.push(await makes(5, { at, address }))
    expect(made).toEqual([4, 2, 2, 1])
  })
})
