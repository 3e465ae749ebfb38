import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type SmsCodePurpose, smsCodePurposes } from '#contract/people/identity/purposes.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { createFolderStore } from '#server/people/files/public.ts'
import { type CaptchaPurpose, saveCaptcha } from '#server/people/identity/captchas.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const SEND = '/system-api/api/sms/send'
const VALIDATE = '/user-api/api/user/validate-mobile-captcha'
const MINUTE = 60_000
const purposes = Object.keys(smsCodePurposes) as SmsCodePurpose[]
const ofOthers = purposes.filter((purpose) => !smsCodePurposes[purpose].own)
const ofOwn = purposes.filter((purpose) => smsCodePurposes[purpose].own)

// So many texts an hour leave for one address: every story has an hour to itself.
beforeEach(() => mall.clock.forward(ONE_HOUR_MS))

let strangers = 0
const newMobile = () => `136${String(++strangers).padStart(8, '0')}`

async function picture(purpose: CaptchaPurpose = 'sms') {
  const key = mall.moment().bytes(16).toString('base64url')
  const captcha = { key, text: 'ACEF', png: Buffer.alloc(0) }
  await mall.runInTransaction((tx) => saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose, captcha }))
  return { imageKey: key, imageCode: 'ACEF' }
}

interface Request {
  purpose?: SmsCodePurpose
  mobile?: string
}
const asks = async (request: Request, by: TestUser = mall.guest()) =>
  by.post(SEND, { purpose: 'register', ...request, ...(await picture()) })
const codeOn = async (mobile: string): Promise<string> => (await mall.texts(mobile)).at(-1)?.facts.code ?? ''
const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')
const tries = (given: Request & { code: string }, by: TestUser = mall.guest()) => by.post(VALIDATE, { purpose: 'register', ...given })
const sentTo = async (mobile: string) => (await mall.texts(mobile)).length

describe('an SMS code is sent', () => {
  test('to the given number, with six digits, its purpose and its validity', async () => {
    const mobile = newMobile()
    expect(await asks({ mobile })).toEqual({
      status: 200,
      code: 200,
      msg: 'success',
      success: true,
      data: { resendAfterSeconds: 60 },
    })
    const [text] = await mall.texts(mobile)
    expect(text).toMatchObject({ template: 'code', facts: { purpose: '注册' } })
    expect(text?.facts.code).toMatch(/^\d{6}$/)
  })

  test('and appears in clear in no answer, table or audit log', async () => {
    const mobile = newMobile()
    const answer = JSON.stringify(await asks({ mobile }))
    const code = await codeOn(mobile)
    const { rows } = await mall.pool.query<{ text: string }>(
      `select s::text as text from sms_code s union all select s::text from sms_sent s union all select o::text from outbox o
       union all select a::text from audit_log a`,
    )
    const everything = [answer, ...rows.map(({ text }) => text)].join('\n')
    for (const secret of [`"${code}"`, mobile, Buffer.from(mobile).toString('hex'), Buffer.from(code).toString('hex')])
      expect(everything).not.toContain(secret)
  })

  test('only after a captcha for this purpose is solved, each captcha once', async () => {
    const mobile = newMobile()
    const given = { purpose: 'register', mobile }
    const login = await picture('login')
    expect(await mall.guest().post(SEND, { ...given, ...login })).toMatchObject({ code: 400, reason: 'CAPTCHA_WRONG' })
    const shown = await picture()
    expect(await mall.guest().post(SEND, { ...given, ...shown, imageCode: 'XXXX' })).toMatchObject({ reason: 'CAPTCHA_WRONG' })
    expect(await mall.guest().post(SEND, { ...given, ...shown })).toMatchObject({ reason: 'CAPTCHA_WRONG' })
    const late = await picture()
    mall.clock.forward(2 * MINUTE)
    expect(await mall.guest().post(SEND, { ...given, ...late })).toMatchObject({ code: 410, reason: 'CAPTCHA_EXPIRED' })
    expect(await mall.guest().post(SEND, given)).toMatchObject({ code: 400, detail: { field: 'imageCode' } })
    expect(await sentTo(mobile)).toBe(0)
  })

  // A2
  test('once, if two requests race with one captcha', async () => {
    const mobiles = [newMobile(), newMobile()]
    const shown = await picture()
    const answers = await Promise.all(mobiles.map((mobile) => mall.guest().post(SEND, { purpose: 'register', mobile, ...shown })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    expect((await sentTo(mobiles[0] ?? '')) + (await sentTo(mobiles[1] ?? ''))).toBe(1)
  })

  test.each(ofOwn)('for %s to the number of the logged-in person, whatever number he sends; a guest has none', async (purpose) => {
    const lin = await mall.buyer('林')
    const strange = newMobile()
    expect(await asks({ purpose, mobile: strange }, lin)).toMatchObject({ code: 200 })
    expect([await sentTo(lin.mobile), await sentTo(strange)]).toEqual([1, 0])
    expect(await asks({ purpose, mobile: lin.mobile })).toMatchObject({ code: 510 })
  })

  test.each(ofOthers)('for %s to the number in the request, which is required', async (purpose) => {
    expect(await asks({ purpose })).toMatchObject({ code: 400, msg: '请输入手机号', detail: { field: 'mobile' } })
    expect(await asks({ purpose, mobile: '1381234567' })).toMatchObject({ msg: '请输入正确的手机号' })
    expect(await asks({ purpose, mobile: newMobile() })).toMatchObject({ code: 200 })
  })
})

// C3
describe('no telephone is flooded with SMS', () => {
  const often = { status: 200, code: 429, reason: 'SMS_TOO_OFTEN', msg: '验证码发送过于频繁，请稍后再试' }

  test('one SMS a minute, for all purposes together', async () => {
    const mobile = newMobile()
    expect(await asks({ mobile })).toMatchObject({ code: 200 })
    mall.clock.forward(MINUTE - 1)
    expect(await asks({ mobile, purpose: 'reset' })).toMatchObject(often)
    mall.clock.forward(1)
    expect(await asks({ mobile, purpose: 'reset' })).toMatchObject({ code: 200 })
    expect(await sentTo(mobile)).toBe(2)
  })

  test('five an hour and ten a day', async () => {
    const mobile = newMobile()
    const sends = async (count: number) => {
      for (let at = 0; at < count; at++) {
        mall.clock.forward(MINUTE)
        expect(await asks({ mobile })).toMatchObject({ code: 200 })
      }
    }
    await sends(5)
    mall.clock.forward(MINUTE)
    expect(await asks({ mobile })).toMatchObject(often)
    mall.clock.forward(ONE_HOUR_MS)
    await sends(5)
    mall.clock.forward(2 * ONE_HOUR_MS)
    expect(await asks({ mobile })).toMatchObject(often)
    mall.clock.forward(ONE_DAY_MS - 3 * ONE_HOUR_MS)
    expect(await asks({ mobile })).toMatchObject({ code: 200 })
    expect(await sentTo(mobile)).toBe(11)
  })

  test('twenty requests at once send one SMS', async () => {
    const mobile = newMobile()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => asks({ mobile, purpose: ofOthers[at % ofOthers.length] ?? 'register' })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'SMS_TOO_OFTEN')).toHaveLength(19)
    expect(await sentTo(mobile)).toBe(1)
  })

  test('of requests for thirty telephones at once from one address, twenty succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => asks({ mobile: newMobile() })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
  })

  test('a refused request leaves the previous code valid', async () => {
    const mobile = newMobile()
    await asks({ mobile })
    expect(await asks({ mobile })).toMatchObject(often)
    expect(await tries({ mobile, code: await codeOn(mobile) })).toMatchObject({ code: 200 })
  })

  test('one address can send to at most twenty telephones an hour', async () => {
    for (let at = 0; at < 20; at++) expect(await asks({ mobile: newMobile() })).toMatchObject({ code: 200 })
    expect(await asks({ mobile: newMobile() })).toMatchObject(often)
    mall.clock.forward(ONE_HOUR_MS)
    expect(await asks({ mobile: newMobile() })).toMatchObject({ code: 200 })
  })
})

describe('an SMS code is valid', () => {
  test('for five minutes, and afterwards for nothing', async () => {
    const [early, late] = [newMobile(), newMobile()]
    await asks({ mobile: early })
    await asks({ mobile: late })
    mall.clock.forward(5 * MINUTE - 1)
    expect(await tries({ mobile: early, code: await codeOn(early) })).toMatchObject({ code: 200 })
    mall.clock.forward(1)
    expect(await tries({ mobile: late, code: await codeOn(late) })).toMatchObject({
      code: 410,
      reason: 'SMS_CODE_EXPIRED',
      msg: '验证码已失效，请重新获取',
      detail: { field: 'code' },
    })
  })

  test('once: validating it consumes it for its purpose', async () => {
    const mobile = newMobile()
    await asks({ mobile })
    const code = await codeOn(mobile)
    expect(await tries({ mobile, code })).toMatchObject({ code: 200 })
    const given = { mobile, code, pwd: 'Granite2047', agree: true }
    expect(await mall.guest().post('/user-api/api/security/register-by-mobile-image-code', given)).toMatchObject({
      reason: 'SMS_CODE_EXPIRED',
    })
  })

  test('until the next one is sent', async () => {
    const mobile = newMobile()
    await asks({ mobile })
    const first = await codeOn(mobile)
    mall.clock.forward(MINUTE)
    await asks({ mobile })
    const second = await codeOn(mobile)
    if (first !== second) expect(await tries({ mobile, code: first })).toMatchObject({ reason: 'SMS_CODE_WRONG' })
    expect(await tries({ mobile, code: second })).toMatchObject({ code: 200 })
  })

  // C5
  test.each(purposes)('for %s only', async (purpose) => {
    const lin = await mall.buyer('林')
    const mobile = lin.mobile
    // A mobile that is registered gets no code to register it.
    const asked = purpose === 'register' ? newMobile() : mobile
    await asks({ purpose, mobile: asked }, lin)
    const code = await codeOn(asked)
    for (const another of purposes.filter((one) => one !== purpose))
      expect(await tries({ purpose: another, mobile: asked, code }, lin)).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    expect(await tries({ purpose, mobile: asked, code }, lin)).toMatchObject({ code: 200 })
  })

  // C5
  test('for one telephone only', async () => {
    const [his, hers] = [newMobile(), newMobile()]
    await asks({ mobile: his })
    await asks({ mobile: hers })
    const [code, another] = [await codeOn(his), await codeOn(hers)]
    if (code !== another) expect(await tries({ mobile: hers, code })).toMatchObject({ reason: 'SMS_CODE_WRONG' })
    expect(await tries({ mobile: his, code })).toMatchObject({ code: 200 })
  })
})

// C4, C6
describe('an SMS code cannot be guessed', () => {
  const RESET = '/user-api/api/security/reset-pwd/by-mobile'

  test('five wrong tries invalidate it, over all calls together', async () => {
    const lin = await mall.buyer('林')
    const mobile = lin.mobile
    await asks({ purpose: 'reset', mobile })
    const code = await codeOn(mobile)
    const wrong = { mobile, code: other(code) }
    const reset = (given: { mobile: string; code: string }) => mall.guest().post(RESET, { ...given, pwd: 'Granite2047' })
    for (let at = 0; at < 3; at++) expect(await tries({ purpose: 'reset', ...wrong })).toMatchObject({ reason: 'SMS_CODE_WRONG' })
    for (let at = 0; at < 2; at++) expect(await reset(wrong)).toMatchObject({ code: 400, reason: 'SMS_CODE_WRONG' })
    expect(await reset({ mobile, code })).toMatchObject({ code: 410, reason: 'SMS_CODE_EXPIRED' })
    expect(await tries({ purpose: 'reset', mobile, code })).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    expect((await mall.logsIn(mobile, TEST_USER_PASSWORD)).token).toBeDefined()
  })

  test('nor by forty tries at once', async () => {
    const mobile = newMobile()
    await asks({ mobile })
    const code = await codeOn(mobile)
    const answers = await Promise.all(Array.from({ length: 40 }, () => tries({ mobile, code: other(code) })))
    expect(answers.filter(({ reason }) => reason === 'SMS_CODE_WRONG')).toHaveLength(5)
    expect(await tries({ mobile, code })).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
  })

  test('the right code sent ten times at once is accepted once', async () => {
    const mobile = newMobile()
    await asks({ mobile })
    const code = await codeOn(mobile)
    const answers = await Promise.all(Array.from({ length: 10 }, () => tries({ mobile, code })))
    expect(answers.filter(({ code: number }) => number === 200)).toHaveLength(1)
    const [ticket] = answers.flatMap(({ data }) => (data ? [(data as { ticket: string }).ticket] : []))
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{22}$/)
  })

  test('without a requested code every try is expired, and no SMS is sent', async () => {
    const [known, unknown] = [(await mall.buyer('林')).mobile, newMobile()]
    for (const mobile of [known, unknown]) {
      expect(await tries({ purpose: 'reset', mobile, code: '000000' })).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
      expect(await sentTo(mobile)).toBe(0)
    }
  })

  test.each(['12345', '1234567', '12345a', '１２３４５６', 123456, null, { $gt: '' }, ['123456']])(
    'case %#: %j is not a valid code',
    async (code) => {
      expect(await mall.guest().post(VALIDATE, { purpose: 'reset', mobile: newMobile(), code })).toMatchObject({
        code: 400,
        reason: 'INVALID_INPUT',
        detail: { field: 'code' },
      })
    },
  )
})

test('codes and counters are deleted when no limit counts them; valid codes are kept', async () => {
  const [old, fresh] = [newMobile(), newMobile()]
  await asks({ mobile: old })
  await tries({ mobile: old, code: await codeOn(old) })
  await asks({ mobile: (await mall.buyer('林')).mobile, purpose: 'reset' })
  mall.clock.forward(ONE_DAY_MS + 6 * MINUTE)
  await asks({ mobile: fresh })
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), createFolderStore(path.join(tmpdir(), 'no-such-folder')))
  for (const table of ['sms_code', 'sms_sent'] as const) {
    const rows = await mall.db.selectFrom(table).select('mobile_hmac').execute()
    expect(rows.map(({ mobile_hmac }) => mobile_hmac)).toEqual([mall.keys.hmac('mobile', fresh)])
  }
  expect(await mall.db.selectFrom('ticket').selectAll().execute()).toEqual([])
  expect(await tries({ mobile: fresh, code: await codeOn(fresh) })).toMatchObject({ code: 200 })
})
