import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { createShippedOrder, createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMallWithProviders } from './test-mall.ts'

let mall: TestMallWithProviders
beforeAll(async () => {
  mall = await openTestMall({ mailing: true })
})
afterAll(() => mall?.close())

interface Mail {
  to: string
  subject: string
  text: string
}

/** The code in the latest mail to an address, once it has arrived. */
async function readMailedCode(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${mall.mailboxBase}/mails`)).json()) as Mail[]
      code = /验证码 (\d{6})/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
      return code
    })
    .toBeDefined()
  return code ?? expect.fail('no code')
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
/** A box shows the choice that the server has kept. */
async function checkAndWaitUntilSaved(page: Page, name: string): Promise<void> {
  await box(page, name).click()
  await expect.poll(() => box(page, name).isChecked()).toBe(true)
}

test.each(selectJourneyScreenSizes('mall'))(
  'a buyer confirms his address, chooses mails by kind and sets quiet hours (%s)',
  async (size) => {
    const email = `lin-${size}@example.com`
    const token = await logInBuyerByApi(mall, MAIN)
    const opened = await openPage(mall, { size, path: '/setting', token })
    const { page, problems } = opened
    await box(page, '还款到期与逾期：短信').waitFor()
    expect(await box(page, '还款到期与逾期：邮件').isDisabled()).toBe(true)
    await page.getByRole('button', { name: '设置接收邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '接收邮箱' })
    await dialog.getByLabel('邮箱').fill('nobody')
    await dialog.getByRole('button', { name: '发送验证码' }).click()
    await dialog.getByRole('alert').getByText('请输入正确的邮箱').waitFor()
    await dialog.getByLabel('邮箱').fill(email)
    await dialog.getByRole('button', { name: '发送验证码' }).click()
    await dialog.getByText(`验证码已发到 ${email}`).waitFor()
    expect(await createScreenInspector(opened).faults('code of a mail')).toEqual([])
    await dialog.getByLabel('邮箱验证码').fill(await readMailedCode(email))
    await dialog.getByRole('button', { name: '确认' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('l***@example.com').waitFor()
    await checkAndWaitUntilSaved(page, '还款到期与逾期：邮件')

    await page.getByRole('button', { name: '设置免打扰时段' }).click()
    const quiet = page.getByRole('dialog', { name: '免打扰时段' })
    await chooseOption(quiet.getByLabel('结束（可到次日）'), '22:00')
    await quiet.getByRole('button', { name: '保存' }).click()
    await quiet.getByRole('alert').getByText('开始和结束不能相同').waitFor()
    await chooseOption(quiet.getByLabel('结束（可到次日）'), '7:00')
    await quiet.getByRole('button', { name: '保存' }).click()
    await quiet.waitFor({ state: 'hidden' })
    await page.getByText('22:00–次日 7:00').waitFor()
    expect(await createScreenInspector(opened).faults('settings with channels')).toEqual([])
    const { alert, contact } = createTypedApiClients(mall, token)
    expect((await alert.mine({})).filter(({ byMail }) => byMail).map(({ alertKind }) => alertKind)).toEqual(['due'])
    expect(await contact.mine({})).toEqual({
      mailOn: true,
      mail: 'l***@example.com',
      quiet: { fromHour: 22, untilHour: 7 },
      wechatOn: true,
      wechat: null,
    })
    await contact.removeMail({})
    expect(problems).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('console'))('a member of staff switches on the digest and gets it by mail (%s)', async (size) => {
  const email = `ops-${size}@example.com`
  const token = await logInStaffByApi(mall, OPS)
  const opened = await openPage(mall, { app: 'console', size, path: '/me', token })
  const { page, problems } = opened
  await checkAndWaitUntilSaved(page, '接收每日摘要')
  await page.getByRole('button', { name: '设置通知邮箱' }).click()
  const drawer = page.getByRole('dialog', { name: '通知邮箱' })
  await drawer.getByLabel('邮箱', { exact: true }).fill(email)
  await drawer.getByRole('button', { name: '发送验证码' }).click()
  await drawer.getByLabel('邮箱验证码').fill(await readMailedCode(email))
  await drawer.getByRole('button', { name: '确认邮箱' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await checkAndWaitUntilSaved(page, '每日摘要：邮件')
  await checkAndWaitUntilSaved(page, '免打扰')
  await page.getByLabel('免打扰开始').waitFor()
  expect(await createScreenInspector(opened).faults('account with channels')).toEqual([])
  const { consoleContact } = createTypedApiClients(mall, token)
  expect(await consoleContact.mine({})).toMatchObject({
    contact: { mail: 'o***@example.com', quiet: { fromHour: 22, untilHour: 8 } },
    choices: expect.arrayContaining([{ kind: 'digest', wanted: true, byMail: true }]),
  })
  await consoleContact.removeMail({})
  await consoleContact.saveQuietHours({ quiet: null })
  await consoleContact.choose({ kind: 'digest', wanted: false, byMail: false })
  expect(problems).toEqual([])
})

const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/zh_CN'

test('a buyer binds his WeChat inside it, follows the account, gets a shipment there and unbinds it', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const { contact, alert } = createTypedApiClients(mall, token)
  // Those of the journey before would hold the message back at night.
  await contact.saveQuietHours({ quiet: null })
  const desk = await openPage(mall, { size: 'desk', path: '/setting', token })
  await desk.page.getByRole('button', { name: '绑定微信' }).click()
  await desk.page.getByRole('dialog', { name: '微信' }).getByRole('img', { name: '设置页二维码' }).waitFor()
  expect(await createScreenInspector(desk).faults('how WeChat is bound')).toEqual([])

  const opened = await openPage(mall, { size: 'phone', path: '/setting', token, userAgent: WECHAT })
  const { page, problems } = opened
  await box(page, '订单发货：微信').waitFor()
  expect(await box(page, '订单发货：微信').isDisabled()).toBe(true)
  await page.getByRole('button', { name: '绑定微信' }).click()
  const dialog = page.getByRole('dialog', { name: '微信' })
  await dialog.getByRole('button', { name: '绑定当前微信' }).click()
  // WeChat has led away and back, and neither its code nor the state stays in the address.
  await dialog.getByRole('status').getByText('还没有关注公众号').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await createScreenInspector(opened).faults('a bound WeChat')).toEqual([])
  await dialog.getByRole('button', { name: '我已关注' }).click()
  await page.getByText('微信还没有收到您的关注').waitFor()
  const mailbox = await openPage(mall, { size: 'desk' })
  await mailbox.page.goto(mall.mailboxBase)
  await mailbox.page.getByRole('button', { name: '关注' }).click()
  await mailbox.page.getByRole('button', { name: '取消关注' }).waitFor()
  await dialog.getByRole('button', { name: '我已关注' }).click()
  await dialog.getByText('勾选的提醒会由公众号发到那里').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await checkAndWaitUntilSaved(page, '订单发货：微信')
  expect((await alert.mine({})).filter(({ byWechat }) => byWechat).map(({ alertKind }) => alertKind)).toEqual(['order'])

  await createShippedOrder(mall, 'U84')
  const messages = async () => (await (await fetch(`${mall.mailboxBase}/wechat-messages`)).json()) as { values: object; url: string }[]
  await expect.poll(messages).toMatchObject([{ values: { thing2: '订单发货' }, url: `${mall.base}/message_notice` }])
  await mailbox.page.reload()
  await mailbox.page.getByText('订单发货').waitFor()

  await page.getByRole('button', { name: '查看绑定的微信' }).click()
  await dialog.getByRole('button', { name: '解除绑定' }).click()
  await page.getByText('未绑定').waitFor()
  expect((await contact.mine({})).wechat).toBe(null)
  expect([...problems, ...desk.problems]).toEqual([])
})
