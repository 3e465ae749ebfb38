import { describe, expect, test } from 'vitest'
import type { captchaPurposes } from '#contract/people/identity/purposes.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { generateCaptchaText } from './captcha-picture/captcha-picture.ts'
import { saveCaptcha } from './captchas.ts'

const mall = await openMall()
const lin = await mall.buyer('林')
const SYSTEM = '/system-api/api/captcha'
const LOGIN = '/user-api/api/security/login-by-mobile-with-image-code'
const MINUTE = 60_000

type Purpose = (typeof captchaPurposes)[number]

/** A picture whose answer the test knows, kept as the mall keeps every picture. */
async function picture(purpose: Purpose = 'login'): Promise<{ imageKey: string; imageCode: string }> {
  const key = mall.moment().bytes(16).toString('base64url')
  await mall.runInTransaction((tx) =>
    saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose, captcha: { key, text: 'ACEF', png: Buffer.alloc(0) } }),
  )
  return { imageKey: key, imageCode: 'ACEF' }
}
const logIn = (given: object) => mall.guest().post(LOGIN, { mobile: lin.mobile, pwd: TEST_USER_PASSWORD, ...given })
const kept = async () => (await mall.db.selectFrom('captcha').select('key').execute()).length

describe('a captcha is used once', () => {
  // A1
  test('a right answer allows one login; a second login with it is refused as wrong', async () => {
    const shown = await picture()

    expect(await logIn(shown)).toMatchObject({ code: 200 })

    expect(await logIn(shown)).toMatchObject({ status: 200, code: 400, reason: 'CAPTCHA_WRONG', msg: '图形验证码错误' })
  })

  // A1
  test('a wrong answer consumes it: the right answer then comes too late', async () => {
    const shown = await picture()

    expect(await logIn({ ...shown, imageCode: 'XXXX' })).toMatchObject({ code: 400, reason: 'CAPTCHA_WRONG' })

    expect(await logIn(shown)).toMatchObject({ code: 400, reason: 'CAPTCHA_WRONG' })
    expect(await mall.db.selectFrom('captcha').selectAll().where('key', '=', shown.imageKey).execute()).toEqual([])
  })

  // A2
  test('of two that race with one key, exactly one is accepted in every round', async () => {
    for (let round = 0; round < 25; round++) {
      const shown = await picture()
      const answers = await Promise.all([logIn(shown), logIn(shown)])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    }
  })

  test('upper and lower case are the same answer', async () => {
    const shown = await picture()
    expect(await logIn({ ...shown, imageCode: 'acef' })).toMatchObject({ code: 200 })
  })

  // A3: two minutes, not the three of the first draft.
  test('it expires after two minutes, and not a moment earlier', async () => {
    const [early, late] = [await picture(), await picture()]

    mall.clock.forward(2 * MINUTE - 1)
    expect(await logIn(early)).toMatchObject({ code: 200 })

    mall.clock.forward(1)
    expect(await logIn(late)).toMatchObject({ status: 200, code: 410, reason: 'CAPTCHA_EXPIRED' })
  })

  // A5
  test.each(['register', 'reset', 'mobile', 'sms'] as const)('a captcha for %s is not accepted for login', async (purpose) => {
    const shown = await picture(purpose)
    expect(await logIn(shown)).toMatchObject({ code: 400, reason: 'CAPTCHA_WRONG' })
    expect(await logIn(shown)).toMatchObject({ code: 400, reason: 'CAPTCHA_WRONG' })
  })

  // A9
  test.each(['../../x', 'x'.repeat(200_000), { $ne: 1 }, ['a'], null, 7, ''])(
    'case %#: an invalid key is refused before it is looked up',
    async (imageKey) => {
      const before = mall.statements.length
      expect(await logIn({ imageKey, imageCode: 'ACEF' })).toMatchObject({
        code: 400,
        reason: 'INVALID_INPUT',
        detail: { field: 'imageKey' },
      })
      expect(mall.statements.length).toBe(before)
    },
  )
})

describe('anybody can request a captcha', () => {
  const drawn = async (given: object) => {
    const { data } = await mall.guest().post(SYSTEM, given)
    const { imgBase64, key } = data as { imgBase64: string; key: string }
    const png = Buffer.from(imgBase64.replace(/^data:image\/png;base64,/, ''), 'base64')
    return { key, png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  }

  test('it is a PNG in the size of the login page, with a key of 128 bits', async () => {
    const { png, width, height, key } = await drawn({ longValue: 256, fontSize: 48, widthValue: 96 })
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect([width, height]).toEqual([256, 96])
    expect(Buffer.from(key, 'base64url')).toHaveLength(16)
  })

  // A4
  test.each([
    [{ longValue: 100_000, fontSize: 1e9, widthValue: -1 }, 256, 36],
    [{ longValue: -1e300, fontSize: -5, widthValue: 1e300 }, 96, 96],
    [{ longValue: 0.5, widthValue: 96.4 }, 96, 96],
    [{}, 256, 96],
  ])('sizes are clamped: %o becomes %s by %s', async (asked, width, height) => {
    const picture = await drawn(asked)
    expect([picture.width, picture.height]).toEqual([width, height])
    expect(picture.png.length).toBeLessThan(20_000)
  })

  // A4
  test.each([{ longValue: '256' }, { fontSize: [48] }, { widthValue: null }, { longValue: { $gt: 1 } }, { purpose: 'pay' }, { size: 9 }])(
    '%o is refused, and no captcha is drawn',
    async (asked) => {
      const before = await kept()
      expect(await mall.guest().post(SYSTEM, asked)).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
      expect(await kept()).toBe(before)
    },
  )

  // A8: whoever has the whole answer and the whole table still has to read the picture.
  test('its answer is neither sent nor readable in storage, and exactly one answer is accepted', async () => {
    const { key } = await drawn({})
    const row = await mall.db.selectFrom('captcha').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
    const letters = [...'ACEFHJKLMNPRTUVWXY34679']
    const words = letters.flatMap((a) => letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => a + b + c + d))))

    const right = words.filter((word) => mall.keys.hmac('captcha', `${key}:${word}`).equals(row.answer_hmac))

    expect(right).toHaveLength(1)
    expect(JSON.stringify({ ...row, answer_hmac: row.answer_hmac.toString('latin1') })).not.toContain(right[0])
    expect(await logIn({ imageKey: key, imageCode: right[0] })).toMatchObject({ code: 200 })
  })

  // A7
  test('its letters are random: uniformly distributed, and not predictable from earlier captchas', () => {
    const moment = createMoment(mall.clock.now)
    const drawn = Array.from({ length: 4_000 }, () => generateCaptchaText(moment))
    const counts = new Map<string, number>()
    for (const letter of drawn.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    const expected = 16_000 / 23
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(counts.size).toBe(23)
    // 22 degrees of freedom: beyond 60 one in a hundred thousand fair draws.
    expect(chi).toBeLessThan(60)
    expect(new Set(drawn).size).toBeGreaterThan(3_900)
  })
})

// A6
test('the thirty-first captcha within a minute is refused, and nothing is drawn or stored for it', async () => {
  const strict = await openMall({ limits: { captchaPerMinute: 30 } })
  const codes = []
  for (let at = 0; at < 33; at++) codes.push(await strict.guest().post(SYSTEM, {}, { 'x-forwarded-for': `10.0.0.${at}` }))

  expect(codes.map(({ code }) => code)).toEqual([...Array(30).fill(200), 429, 429, 429])
  expect(codes[30]).toMatchObject({ status: 429, reason: 'TOO_MANY', msg: '操作过于频繁，请稍后再试' })
  expect((await strict.db.selectFrom('captcha').select('key').execute()).length).toBe(30)
})
