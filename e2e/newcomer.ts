import { vi } from 'vitest'
import { maskMobile } from '#contract/people/identity/masking.ts'
import type { SmsProvider } from '#server/platform/testing/sms-provider.ts'
import { DEMO_PASSWORD } from '#tools/demo/people.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { createTypedApiClients, readCaptchaLetters } from './people.ts'
import type { OpenedPage, TestMall } from './test-mall.ts'

/** The login screen of an application, and who can read the sent SMS: a staff member who can read stored SMS, or the provider. */
type Door = { mall: TestMall } & ({ staff: string } | { provider: SmsProvider })

/** Returns a function that reads the code of the next SMS to a mobile number; undefined: it has not come yet. */
async function expectCode(door: Door, mobile: string): Promise<() => Promise<string | undefined>> {
  if ('provider' in door) {
    const count = door.provider.codesOf(mobile).length
    return async () => door.provider.codesOf(mobile)[count]
  }
  const texts = async () =>
    (await createTypedApiClients(door.mall, door.staff).consoleText.list({})).filter((text) => text.mobile === maskMobile(mobile))
  const known = new Set((await texts()).map(({ id }) => id))
  // An invitation to the same mobile number may still be pending. Only an SMS with a code is valid.
  return async () => /\d{6}/.exec((await texts()).find(({ id, text }) => !known.has(id) && /\d{6}/.test(text))?.text ?? '')?.[0]
}

/** Solves the captcha, sends the code, and enters the one that then comes for the mobile number. */
export async function requestAndEnterSmsCode(door: Door, visited: OpenedPage, mobile: string): Promise<void> {
  const { page } = visited
  const codeSent = await expectCode(door, mobile)
  await page.getByRole('textbox', { name: '图形验证码' }).fill(await readCaptchaLetters(door.mall, visited))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await vi.waitUntil(codeSent, { timeout: JOURNEY_TIMEOUT_MS, interval: 200 }))
}

/** Registers on the open screen, as a person does. */
export async function registerOnScreen(door: Door, visited: OpenedPage, mobile: string): Promise<void> {
  const { page } = visited
  await page.getByLabel('手机号').fill(mobile)
  await requestAndEnterSmsCode(door, visited, mobile)
  await page.getByLabel('设置密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('checkbox', { name: '我已阅读并同意用户协议和隐私协议' }).click()
  await page.getByRole('main').getByRole('button', { name: '注册' }).click()
}
