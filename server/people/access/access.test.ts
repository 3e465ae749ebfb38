import { beforeEach, describe, expect, test } from 'vitest'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { saveCaptcha } from '#server/people/identity/captchas.ts'
import {
  type Buyer,
  ONE_DAY_MS,
  ONE_HOUR_MS,
  openMall,
  TEST_USER_PASSWORD,
  TEST_USER_PAYMENT_PASSWORD,
} from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const SECURITY = '/user-api/api/security'
const USER = '/user-api/api/user'
const DETAIL = `${USER}/detail`
const NEW_PASSWORD = 'Granite2047'
const NEW_PIN = '294617'

type Purpose = 'register' | 'reset' | 'bindMobile' | 'changeMobile' | 'payPwd'

// So many texts an hour leave for one address: every story has an hour to itself.
beforeEach(() => mall.clock.forward(ONE_HOUR_MS))

let strangers = 0
const newMobile = () => `137${String(++strangers).padStart(8, '0')}`

async function picture() {
  const key = mall.moment().bytes(16).toString('base64url')
  const captcha = { key, text: 'ACEF', png: Buffer.alloc(0) }
  await mall.runInTransaction((tx) => saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose: 'sms', captcha }))
  return { imageKey: key, imageCode: 'ACEF' }
}

const asks = async (purpose: Purpose, { mobile, by = mall.guest() }: { mobile?: string; by?: TestUser }) =>
  by.post('/system-api/api/sms/send', { purpose, ...(mobile === undefined ? {} : { mobile }), ...(await picture()) })

/** What stands in the latest text on a telephone. */
const readsOff = async (mobile: string): Promise<string> => (await mall.texts(mobile)).at(-1)?.facts.code ?? ''

/** Asks for a code and reads it off the telephone; a minute passes first, or there would be none. */
async function code(purpose: Purpose, mobile: string, by: TestUser = mall.guest()): Promise<string> {
  mall.clock.forward(61_000)
  const own = purpose === 'payPwd' || purpose === 'changeMobile'
  expect(await asks(purpose, own ? { by } : { mobile, by })).toMatchObject({ code: 200, data: { resendAfterSeconds: 60 } })
  return readsOff(mobile)
}

const isIn = async (person: TestUser) => (await person.post(DETAIL)).code === 200
const logsIn = (mobile: string, pwd: string) => mall.guest().post(`${SECURITY}/login-by-mobile`, { mobile, pwd })
const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')
const people = async (mobile: string) =>
  (await mall.db.selectFrom('mobile_claim').selectAll().where('mobile_hmac', '=', mall.keys.hmac('mobile', mobile)).execute()).length

describe('registering', () => {
  const REGISTER = `${SECURITY}/register-by-mobile-image-code`
  const given = (mobile: string, sms: string) => ({ mobile, pwd: NEW_PASSWORD, code: sms, agree: true })

  test('creates a person with an unnamed enterprise of his own, logs him in and records his consents', async () => {
    const mobile = newMobile()
    const { data } = await mall.guest().post(REGISTER, given(mobile, await code('register', mobile)))
    const { token, ...detail } = data as { token: string; userId: string; enterpriseId: string }

    expect(detail).toMatchObject({ accountType: 1, authLevel: 0, authStatus: null, enterpriseName: null, permCode: null, payPwdSet: false })
    expect(await isIn(createTestUser(mall.app.http, token))).toBe(true)
    const consents = await mall.db
      .selectFrom('consent')
      .selectAll()
      .where('enterprise_id', '=', detail.enterpriseId)
      .where('user_id', '=', detail.userId)
      .execute()
    const written = consents.map(({ kind, text_version, text_hash, ip }) => [kind, text_version, text_hash.toString('hex'), ip])
    const shown = (await Promise.all(([2, 6] as const).map((id) => readPublishedAgreement(mall.db, id)))).map(({ version, hash }) => [
      ...['registration', version, hash.toString('hex'), '127.0.0.1'],
    ])
    expect(written.sort()).toEqual(shown.sort())
    const { password_hash } = await mall.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', detail.userId)
      .executeTakeFirstOrThrow()
    expect(password_hash, 'costs whoever has stolen it 19 MiB and two passes a guess').toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await logsIn(mobile, NEW_PASSWORD)).toMatchObject({ code: 200 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // C1
  test('twice at once creates one person', async () => {
    for (let round = 0; round < 8; round++) {
      const mobile = newMobile()
      const asked = given(mobile, await code('register', mobile))
      const answers = await Promise.all(Array.from({ length: 4 }, () => mall.guest().post(REGISTER, asked)))
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
      expect(answers.filter(({ reason }) => reason === 'SMS_CODE_EXPIRED')).toHaveLength(3)
      expect(await people(mobile)).toBe(1)
    }
  })

  // C1
  test('with a registered mobile gets the usual answer, sends no code and notifies only that telephone', async () => {
    const lin = await mall.buyer('林')
    const stranger = newMobile()
    expect(await asks('register', { mobile: lin.mobile })).toEqual(await asks('register', { mobile: stranger }))
    const [text] = await mall.texts(lin.mobile)
    expect(text).toMatchObject({ template: 'known' })
    expect(text?.facts.code).toBeUndefined()

    const wrong = other(await readsOff(stranger))
    expect(await mall.guest().post(REGISTER, given(lin.mobile, wrong))).toEqual(await mall.guest().post(REGISTER, given(stranger, wrong)))
    expect(await logsIn(lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('with a mobile that somebody else has bound meanwhile is refused once the code is verified', async () => {
    const mobile = newMobile()
    const registering = await code('register', mobile)
    const lin = await mall.buyer('林')
    await movesTo(lin, mobile)
    expect(await mall.guest().post(REGISTER, given(mobile, registering))).toMatchObject({ code: 409, reason: 'MOBILE_TAKEN' })
    expect(await people(mobile)).toBe(1)
  })

  // C2
  test.each([
    { authLevel: 3 },
    { memberLevel: 4 },
    { creditBaseAmount: 9e9 },
    { accountType: 1 },
    { enterpriseId: 7 },
    { permCode: null },
    { status: 1 },
    { userId: 'x' },
  ])('with %o is refused, and the code is not consumed', async (more) => {
    const mobile = newMobile()
    const sms = await code('register', mobile)
    const answer = await mall.guest().post(REGISTER, { ...given(mobile, sms), ...more })
    expect(answer).toMatchObject({ code: 400, msg: '请求包含不支持的字段' })
    expect(await people(mobile)).toBe(0)
    expect(await mall.guest().post(REGISTER, given(mobile, sms))).toMatchObject({ code: 200 })
  })

  test.each([
    [{ agree: false }, 'agree', '请阅读并同意用户协议和隐私协议'],
    [{ agree: undefined }, 'agree', '请阅读并同意用户协议和隐私协议'],
    [{ code: '12345' }, 'code', '验证码为6位数字'],
    [{ pwd: '12345' }, 'pwd', '密码长度为6-20位'],
    [{ pwd: 'x'.repeat(21) }, 'pwd', '密码长度为6-20位'],
    [{ mobile: '12812345678' }, 'mobile', '请输入正确的手机号'],
  ])('case %#: %o is refused with the field and the reason', async (wrong, field, msg) => {
    const answer = await mall.guest().post(REGISTER, { ...given('13712345678', '123456'), ...wrong })
    expect(answer).toMatchObject({ code: 400, reason: 'INVALID_INPUT', msg, detail: { field } })
  })

  // C11
  test('with a common password is refused with the reason, and the code is not consumed', async () => {
    const mobile = newMobile()
    const sms = await code('register', mobile)
    for (const pwd of ['password', 'qwerty', '123456', '87654321', '111111', mobile, mobile.slice(-6), mobile.slice(-8), 'YanFeng2026']) {
      expect({ pwd, ...(await mall.guest().post(REGISTER, { ...given(mobile, sms), pwd })) }).toMatchObject({
        pwd,
        code: 400,
        reason: 'PASSWORD_TOO_COMMON',
        detail: { field: 'pwd' },
      })
    }
    expect(await mall.guest().post(REGISTER, given(mobile, sms))).toMatchObject({ code: 200 })
  })
})

describe('a forgotten password', () => {
  const RESET = `${SECURITY}/reset-pwd/by-mobile`

  // C10
  test('is reset with an SMS code: all devices are logged out, the lock ends, the payment password stays', async () => {
    const lin = await mall.buyer('林')
    const devices = [lin, await mall.logsIn(lin.mobile), await mall.logsIn(lin.mobile)]
    const sms = await code('reset', lin.mobile)
    for (let at = 0; at < 3; at++) await logsIn(lin.mobile, 'Wrong123456')
    expect(await logsIn(lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ reason: 'CAPTCHA_NEEDED' })

    expect(await mall.guest().post(RESET, { mobile: lin.mobile, code: sms, pwd: NEW_PASSWORD })).toMatchObject({ code: 200, data: null })

    for (const device of devices) expect(await device.post(DETAIL)).toMatchObject({ code: 510 })
    expect(await logsIn(lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ reason: 'LOGIN_FAILED' })
    const { data } = await logsIn(lin.mobile, NEW_PASSWORD)
    const again = createTestUser(mall.app.http, (data as { token: string }).token)
    await again.api.userSecurity.validatePayPwd({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  })

  test('of an unknown mobile gets the usual answer', async () => {
    const [lin, nobody] = [(await mall.buyer('林')).mobile, newMobile()]
    expect(await asks('reset', { mobile: lin })).toEqual(await asks('reset', { mobile: nobody }))
    const answers = []
    for (const mobile of [lin, nobody]) {
      const right = await readsOff(mobile)
      const tries = [other(right), right, right].map((sms) => ({ mobile, code: sms, pwd: NEW_PASSWORD }))
      const one = []
      for (const given of tries) one.push(await mall.guest().post(RESET, given))
      answers.push(one)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.map(({ code: number }) => number)).toEqual([400, 200, 410])
    expect(await people(nobody)).toBe(0)
  })

  test('reset twice at once with one code is reset once', async () => {
    const lin = await mall.buyer('林')
    const sms = await code('reset', lin.mobile)
    const answers = await Promise.all(
      ['Basalt2047', 'Gneiss2047', 'Marble2047'].map((pwd) => mall.guest().post(RESET, { mobile: lin.mobile, code: sms, pwd })),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 410, 410])
  })

  // C11
  test('reset to a common password is refused, and the code stays valid for another one', async () => {
    const lin = await mall.buyer('林')
    const sms = await code('reset', lin.mobile)
    const reset = (pwd: string) => mall.guest().post(RESET, { mobile: lin.mobile, code: sms, pwd })
    expect(await reset(lin.mobile)).toMatchObject({ reason: 'PASSWORD_TOO_COMMON', detail: { field: 'pwd' } })
    expect(await reset(NEW_PASSWORD)).toMatchObject({ code: 200 })
  })
})

/** Binds another mobile, both steps. */
async function movesTo(person: Buyer, mobile: string): Promise<void> {
  const { ticket } = await person.api.security.changeMobileStep1({ code: await code('changeMobile', person.mobile, person) })
  await person.api.security.changeMobileStep2({ ticket, mobile, code: await code('bindMobile', mobile, person) })
}

describe('changing the mobile number', () => {
  const STEP2 = `${SECURITY}/change-mobile/step2`
  const firstStep = async (person: Buyer) =>
    (await person.api.security.changeMobileStep1({ code: await code('changeMobile', person.mobile, person) })).ticket

  test('replaces the old number for login and logs out all other devices', async () => {
    const lin = await mall.buyer('林')
    const elsewhere = await mall.logsIn(lin.mobile)
    const mobile = newMobile()
    await movesTo(lin, mobile)

    expect([await isIn(lin), await isIn(elsewhere)]).toEqual([true, false])
    expect((await lin.api.user.detail({})).mobile).toBe(`137****${mobile.slice(-4)}`)
    expect(await logsIn(lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ reason: 'LOGIN_FAILED' })
    expect(await logsIn(mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    expect([await people(lin.mobile), await people(mobile)]).toEqual([0, 1])
  })

  // C10
  test('blocks payments of all memberships for a day, even with the right payment password', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const seat = await mall.subAccount(wang, ['buyPay'])
    await movesTo(seat, newMobile())
    await movesTo(lin, newMobile())
    for (const person of [lin, seat]) {
      expect(await person.post(`${USER}/validate-pay-pwd`, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({
        code: 423,
        reason: 'PAY_FROZEN',
      })
    }
    mall.clock.forward(ONE_DAY_MS - ONE_HOUR_MS)
    expect(await lin.post(`${USER}/validate-pay-pwd`, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ reason: 'PAY_FROZEN' })
    mall.clock.forward(ONE_HOUR_MS)
    expect(await lin.post(`${USER}/validate-pay-pwd`, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ code: 200 })
    expect(await wang.post(`${USER}/validate-pay-pwd`, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ code: 200 })
  })

  // C7
  test('without the first step is refused, whatever ticket is sent', async () => {
    const lin = await mall.buyer('林')
    const mobile = newMobile()
    const sms = await code('bindMobile', mobile, lin)
    expect(await lin.post(STEP2, { mobile, code: sms })).toMatchObject({ code: 400, detail: { field: 'ticket' } })
    expect(await lin.post(STEP2, { ticket: 'A'.repeat(22), mobile, code: sms })).toMatchObject({ code: 409, reason: 'TICKET_NOT_FOUND' })
    expect(await people(lin.mobile)).toBe(1)
  })

  // C8
  test('gives one refusal for a ticket that is foreign, for another purpose, used or expired', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const second = async (person: Buyer, ticket: string) => {
      const mobile = newMobile()
      return person.post(STEP2, { ticket, mobile, code: await code('bindMobile', mobile, person) })
    }
    const stolen = await firstStep(lin)
    const answers = [await second(wang, stolen)]
    const { ticket } = await lin.api.userSecurity.validateMobileCaptcha({
      purpose: 'changeMobile',
      code: await code('changeMobile', lin.mobile, lin),
    })
    answers.push(await second(lin, ticket))
    expect(await second(lin, stolen)).toMatchObject({ code: 200 })
    answers.push(await second(lin, stolen))
    const late = await firstStep(wang)
    mall.clock.forward(10 * 60_000)
    answers.push(await second(wang, late))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ code: 409, reason: 'TICKET_NOT_FOUND' })
  })

  test('twice at once with the same ticket happens once', async () => {
    const lin = await mall.buyer('林')
    const ticket = await firstStep(lin)
    const targets = [newMobile(), newMobile()]
    const given: { ticket: string; mobile: string; code: string }[] = []
    for (const mobile of targets) given.push({ ticket, mobile, code: await code('bindMobile', mobile, lin) })
    const answers = await Promise.all(given.map((one) => lin.post(STEP2, one)))
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    expect((await people(targets[0] ?? '')) + (await people(targets[1] ?? ''))).toBe(1)
  })

  // C9
  test('to a number in use looks the same until the code is verified; the ticket then stays valid', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const ticket = await firstStep(lin)
    mall.clock.forward(61_000)
    const free = newMobile()
    expect(await asks('bindMobile', { mobile: wang.mobile, by: lin })).toEqual(await asks('bindMobile', { mobile: free, by: lin }))
    const [taken, untaken] = [await readsOff(wang.mobile), await readsOff(free)]
    const wrong = { ticket, mobile: wang.mobile, code: other(taken) }
    expect(await lin.post(STEP2, wrong)).toEqual(await lin.post(STEP2, { ...wrong, mobile: free, code: other(untaken) }))

    expect(await lin.post(STEP2, { ...wrong, code: taken })).toMatchObject({
      code: 409,
      reason: 'MOBILE_TAKEN',
      detail: { field: 'mobile' },
    })
    expect(await lin.post(STEP2, { ticket, mobile: free, code: untaken })).toMatchObject({ code: 200 })
    expect(await logsIn(wang.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('to the same number by two people at once succeeds for one', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const mobile = newMobile()
    const tickets = [await firstStep(lin), await firstStep(wang)]
    const sms = await code('bindMobile', mobile, lin)
    const answers = await Promise.all([lin, wang].map((person, at) => person.post(STEP2, { ticket: tickets[at], mobile, code: sms })))
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 410])
    expect(await people(mobile)).toBe(1)
  })
})

describe('the login password', () => {
  const CHANGE = `${USER}/change-pwd`

  test('is changed with the old one: this device stays logged in, the others are logged out', async () => {
    const lin = await mall.buyer('林')
    const elsewhere = await mall.logsIn(lin.mobile)
    expect(await lin.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: NEW_PASSWORD })).toMatchObject({ code: 200 })
    expect([await isIn(lin), await isIn(elsewhere)]).toEqual([true, false])
    expect(await logsIn(lin.mobile, NEW_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('guessed through a stolen session counts as login tries: the sixth is locked out even if right', async () => {
    const lin = await mall.buyer('林')
    for (let at = 0; at < 5; at++) {
      const answer = await lin.post(CHANGE, { oldPwd: 'Wrong123456', newPwd: NEW_PASSWORD })
      expect(answer).toMatchObject({ code: 422, reason: 'OLD_PASSWORD_WRONG', detail: { field: 'oldPwd' } })
    }
    expect(await lin.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: NEW_PASSWORD })).toMatchObject({
      code: 423,
      reason: 'LOGIN_LOCKED',
    })
    const given = { mobile: lin.mobile, pwd: TEST_USER_PASSWORD, ...(await loginPicture()) }
    expect(await mall.guest().post(`${SECURITY}/login-by-mobile`, given)).toMatchObject({ reason: 'LOGIN_LOCKED' })
  })

  test('that is too common is refused at the field of the new password, and nothing changes', async () => {
    const lin = await mall.buyer('林')
    const answer = await lin.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: lin.mobile.slice(-6) })
    expect(answer).toMatchObject({ reason: 'PASSWORD_TOO_COMMON', detail: { field: 'newPwd' } })
    expect(await logsIn(lin.mobile, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('changed on two devices at once is changed by one, and one session is left', async () => {
    const lin = await mall.buyer('林')
    const elsewhere = await mall.logsIn(lin.mobile)
    const answers = await Promise.all([
      lin.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: 'Basalt2047' }),
      elsewhere.post(CHANGE, { oldPwd: TEST_USER_PASSWORD, newPwd: 'Gneiss2047' }),
    ])
    // Whoever comes second is outside, or compares with a password that is the old one no more.
    const [first, second] = answers.map(({ code, reason }) => reason ?? code).sort()
    expect([first, ['NOT_LOGGED_IN', 'OLD_PASSWORD_WRONG'].includes(String(second))]).toEqual([200, true])
    expect([await isIn(lin), await isIn(elsewhere)].filter(Boolean)).toHaveLength(1)
  })
})

async function loginPicture() {
  const key = mall.moment().bytes(16).toString('base64url')
  const captcha = { key, text: 'ACEF', png: Buffer.alloc(0) }
  await mall.runInTransaction((tx) => saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose: 'login', captcha }))
  return { imageKey: key, imageCode: 'ACEF' }
}

describe('the payment password', () => {
  const CHANGE = `${USER}/change-pay-pwd`
  const VALIDATE = `${USER}/validate-pay-pwd`

  test('is set with login password and SMS code; the first works at once, a replacement after a day', async () => {
    const mobile = newMobile()
    const { token } = await mall.guest().api.security.registerByMobileImageCode({
      mobile,
      pwd: NEW_PASSWORD,
      agree: true,
      code: await code('register', mobile),
    })
    const zhou = createTestUser(mall.app.http, token)
    expect(await zhou.post(VALIDATE, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ code: 422, reason: 'PAY_PASSWORD_NOT_SET' })
    await zhou.api.userSecurity.changePayPwd({
      pwd: NEW_PASSWORD,
      code: await code('payPwd', mobile, zhou),
      payPwd: TEST_USER_PAYMENT_PASSWORD,
    })
    expect(await zhou.post(VALIDATE, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ code: 200 })
    expect((await zhou.api.user.detail({})).payPwdSet).toBe(true)

    await zhou.api.userSecurity.changePayPwd({ pwd: NEW_PASSWORD, code: await code('payPwd', mobile, zhou), payPwd: NEW_PIN })
    expect(await zhou.post(VALIDATE, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
    expect(await zhou.post(VALIDATE, { payPwd: NEW_PIN })).toMatchObject({ code: 423, reason: 'PAY_FROZEN' })
    mall.clock.forward(ONE_DAY_MS)
    expect(await zhou.post(VALIDATE, { payPwd: NEW_PIN })).toMatchObject({ code: 200 })
  })

  test('needs no second code within the hour after the registration, but only for the first one', async () => {
    const register = async () => {
      const mobile = newMobile()
      const form = { mobile, pwd: NEW_PASSWORD, agree: true as const, code: await code('register', mobile) }
      return createTestUser(mall.app.http, (await mall.guest().api.security.registerByMobileImageCode(form)).token)
    }
    const [zhou, late] = [await register(), await register()]
    const given = { pwd: NEW_PASSWORD, payPwd: TEST_USER_PAYMENT_PASSWORD }
    expect(await zhou.post(CHANGE, { ...given, pwd: 'Not-the-one-9' })).toMatchObject({ reason: 'OLD_PASSWORD_WRONG' })
    const answers = await Promise.all([zhou.post(CHANGE, given), zhou.post(CHANGE, { ...given, payPwd: NEW_PIN })])
    expect(answers.map(({ code: status }) => status).toSorted()).toEqual([200, 400])
    expect(await zhou.post(CHANGE, given)).toMatchObject({ code: 400, detail: { field: 'code' }, msg: '请输入验证码' })
    mall.clock.forward(3_600_000)
    expect(await late.post(CHANGE, given)).toMatchObject({ code: 400, detail: { field: 'code' } })
  })

  test('when changed logs out the other devices; each wrong credential has its own reason and field', async () => {
    const lin = await mall.buyer('林')
    const elsewhere = await mall.logsIn(lin.mobile)
    const sms = await code('payPwd', lin.mobile, lin)
    const given = { pwd: TEST_USER_PASSWORD, code: sms, payPwd: NEW_PIN }
    expect(await lin.post(CHANGE, { ...given, pwd: 'Wrong123456' })).toMatchObject({
      reason: 'OLD_PASSWORD_WRONG',
      detail: { field: 'pwd' },
    })
    expect(await lin.post(CHANGE, { ...given, code: other(sms) })).toMatchObject({ reason: 'SMS_CODE_WRONG', detail: { field: 'code' } })
    for (const payPwd of ['123456', '654321', '111111', '121212', '135135', lin.mobile.slice(-6)]) {
      expect({ payPwd, ...(await lin.post(CHANGE, { ...given, payPwd })) }).toMatchObject({
        payPwd,
        reason: 'PAY_PASSWORD_WEAK',
        detail: { field: 'payPwd' },
      })
    }
    expect([await isIn(lin), await isIn(elsewhere)]).toEqual([true, true])
    expect(await lin.post(CHANGE, given)).toMatchObject({ code: 200 })
    expect([await isIn(lin), await isIn(elsewhere)]).toEqual([true, false])
  })

  test('belongs to one membership: the same person has another one in another enterprise', async () => {
    const lin = await mall.buyer('林')
    const chen = await mall.subAccount(lin, ['buyPay'])
    await chen.api.userSecurity.changePayPwd({ pwd: TEST_USER_PASSWORD, code: await code('payPwd', chen.mobile, chen), payPwd: NEW_PIN })
    const own = (await chen.api.enterprise.list({})).find(({ current }) => !current)?.enterpriseId ?? ''
    const { token } = await chen.api.enterprise.change({ enterpriseId: own })
    expect(await createTestUser(mall.app.http, token).post(VALIDATE, { payPwd: NEW_PIN })).toMatchObject({ reason: 'PAY_PASSWORD_NOT_SET' })
  })

  test('shares one count of wrong tries between validation and payment', async () => {
    const lin = await mall.buyer('林')
    for (let at = 0; at < 4; at++) expect(await lin.post(VALIDATE, { payPwd: NEW_PIN })).toMatchObject({ detail: { left: 4 - at } })
    expect(await lin.post(VALIDATE, { payPwd: NEW_PIN })).toMatchObject({ code: 423, reason: 'PAY_PASSWORD_LOCKED' })
    const answer = await lin.post(
      '/order-api/api/order/pay-by-wallet',
      { tradeId: lin.userId, payPwd: TEST_USER_PAYMENT_PASSWORD },
      { 'idempotency-key': 'abcdefgh1' },
    )
    expect(answer).toMatchObject({ reason: 'PAY_PASSWORD_LOCKED' })
  })
})

describe('the devices that a person is logged in on', () => {
  test('are listed with this one marked; he can end one of them or all but this one', async () => {
    const lin = await mall.buyer('林')
    const [phone, desk] = [await mall.logsIn(lin.mobile), await mall.logsIn(lin.mobile)]
    const listed = await lin.api.security.devices({})
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    expect(listed).toHaveLength(3)
    expect(JSON.stringify(listed)).not.toContain(lin.token)

    const its = (await phone.api.security.devices({})).find(({ current }) => current)?.sessionId ?? ''
    await lin.api.security.endDevice({ sessionId: its })
    expect([await isIn(lin), await isIn(phone), await isIn(desk)]).toEqual([true, false, true])
    expect(await lin.post(`${SECURITY}/device/end`, { sessionId: its })).toMatchObject({ code: 404, reason: 'DEVICE_NOT_FOUND' })

    expect(await lin.api.security.endOtherDevices({})).toEqual({ count: 1 })
    expect([await isIn(lin), await isIn(desk)]).toEqual([true, false])
    expect(await lin.api.security.endOtherDevices({})).toEqual({ count: 0 })
  })

  test('of somebody else are not found', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const sessionId = (await wang.api.security.devices({}))[0]?.sessionId ?? ''
    const nobodys = await lin.post(`${SECURITY}/device/end`, { sessionId: lin.userId })
    expect(await lin.post(`${SECURITY}/device/end`, { sessionId })).toEqual(nobodys)
    expect(await isIn(wang)).toBe(true)
  })

  test('that all log out the others at once leave one session', async () => {
    const lin = await mall.buyer('林')
    const all = [lin, await mall.logsIn(lin.mobile), await mall.logsIn(lin.mobile), await mall.logsIn(lin.mobile)]
    await Promise.all(all.map((person) => person.post(`${SECURITY}/device/end-others`)))
    const left = await Promise.all(all.map(isIn))
    expect(left.filter(Boolean)).toHaveLength(1)
  })
})

test('no entered credential can be read in the tables or the audit log', async () => {
  const lin = await mall.buyer('林')
  const mobile = newMobile()
  const sms = await code('payPwd', lin.mobile, lin)
  await lin.api.userSecurity.changePayPwd({ pwd: TEST_USER_PASSWORD, code: sms, payPwd: NEW_PIN })
  await movesTo(lin, mobile)
  const tables = ['sms_code', 'sms_sent', 'ticket', 'audit_log', 'outbox', 'app_user', 'mobile_claim', 'payment_password', 'captcha']
  const { rows } = await mall.pool.query<{ text: string }>(
    tables.map((table) => `select t::text as text from ${table} t`).join(' union all '),
  )
  const everything = rows.map(({ text }) => text).join('\n')
  for (const secret of [lin.mobile, mobile, TEST_USER_PASSWORD, Buffer.from(mobile).toString('hex'), Buffer.from(NEW_PIN).toString('hex')])
    expect(everything).not.toContain(secret)
})
