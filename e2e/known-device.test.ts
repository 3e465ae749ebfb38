import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { DEMO_PASSWORD, MAIN, UNVERIFIED } from '#tools/demo/people.ts'
import { logIn, readCaptchaLetters } from './people.ts'
import { type OpenedPage, openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** A locked mobile number stays locked for a quarter of an hour, so each width uses another one. */
const MOBILES = { desk: MAIN, phone: UNVERIFIED } as const

/** Attackers without a cookie try passwords until the mobile number is locked for them. */
async function strangersLock(mobile: string): Promise<void> {
  const stranger = await openPage(mall, { path: '/login' })
  // The first picture is no answer to a login.
  await readCaptchaLetters(mall, stranger)
  for (let at = 0; at < 6; at++) {
    const reload = stranger.page.waitForResponse((answer) => answer.url().endsWith(contract.system.captcha.path))
    await logIn(mall, stranger, mobile, 'Wrong123456')
    await reload
    await stranger.context.clearCookies()
  }
  await stranger.context.close()
}

const isIn = async ({ token }: OpenedPage) => (await token()) !== ''

test.each(selectJourneyScreenSizes('mall'))(
  'a user can log in on a known device although strangers have locked the mobile number, on a %s',
  async (size) => {
    const mobile = MOBILES[size]
    const own = await openPage(mall, { size, path: '/login' })
    await logIn(mall, own, mobile)
    await expect.poll(() => isIn(own)).toBe(true)
    const [cookie] = await own.context.cookies()
    expect(cookie).toMatchObject({ name: 'device', path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(await own.page.evaluate('document.cookie'), 'no script sees it').not.toContain('device')
    await own.page.evaluate('localStorage.clear()')
    await own.page.reload()

    await strangersLock(mobile)
    const elsewhere = await openPage(mall, { size, path: '/login' })
    await logIn(mall, elsewhere, mobile)
    await elsewhere.page.getByText('密码错误次数过多，请 15 分钟后再试').first().waitFor()
    expect(await isIn(elsewhere)).toBe(false)

    await own.go('/login')
    await own.page.getByRole('img', { name: '图形验证码' }).waitFor()
    expect(await readCaptchaLetters(mall, own)).toHaveLength(4)
    await logIn(mall, own, mobile)
    await expect.poll(() => isIn(own)).toBe(true)
    const answer = await fetch(`${mall.base}${API_BASE}${contract.security.loginByMobile.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile, pwd: DEMO_PASSWORD }),
    })
    expect(await answer.json(), 'and strangers stay outside').not.toMatchObject({ code: 200 })
    expect([...own.problems, ...elsewhere.problems]).toEqual([])
  },
)
