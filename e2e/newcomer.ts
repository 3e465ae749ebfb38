import { vi } from 'vitest'
import { maskMobile } from '#contract/people/identity/masking.ts'
import { DEMO_PASSWORD } from '#tools/demo/people.ts'
import { PATIENCE_MS } from './patience.ts'
import { createApi, readCaptchaLetters } from './people.ts'
import type { OpenedPage, TestMall } from './test-mall.ts'

/** The login screen of an application, and the token of a staff member who can read stored SMS. */
interface Door {
  mall: TestMall
  staff: string
}

/** Solves the captcha, sends the code, and enters the one that 短信（演示） then shows for the mobile number. */
export async function enterSmsCode({ mall, staff }: Door, visited: OpenedPage, mobile: string): Promise<void> {
  const { page } = visited
  const texts = async () => (await createApi(mall, staff).consoleText.list({})).filter((text) => text.mobile === maskMobile(mobile))
  const known = new Set((await texts()).map(({ id }) => id))
  await page.getByRole('textbox', { name: '图形验证码' }).fill(await readCaptchaLetters(mall, visited))
  await page.getByRole('button', { name: '获取验证码' }).click()
  // An invitation to the same mobile number may still be pending. Only an SMS with a code is valid.
  const codeSent = async () => /\d{6}/.exec((await texts()).find(({ id, text }) => !known.has(id) && /\d{6}/.test(text))?.text ?? '')?.[0]
  await page.getByLabel('短信验证码').fill(await vi.waitUntil(codeSent, { timeout: PATIENCE_MS, interval: 200 }))
}

/** Registers on the open screen, as a person does. */
export async function registerOnScreen(door: Door, visited: OpenedPage, mobile: string): Promise<void> {
  const { page } = visited
  await page.getByLabel('手机号').fill(mobile)
  await enterSmsCode(door, visited, mobile)
  await page.getByLabel('设置密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('checkbox', { name: '我已阅读并同意用户协议和隐私协议' }).click()
  await page.getByRole('main').getByRole('button', { name: '注册' }).click()
}
