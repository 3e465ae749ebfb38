import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { MAIN, OPS, UNVERIFIED } from '#tools/demo/people.ts'
import { formatFullMonth } from '#ui/format.ts'
import { chooseOption } from './choose-option.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const amountsIn = (text: string): Fen[] =>
  [...text.matchAll(/¥([\d,]+\.\d\d)/g)].flatMap(([, digits = '']) => parseYuan(digits.replaceAll(',', '')) ?? [])

/** The amount that is due next, in a part of a screen. It is the only amount there. */
const dueIn = async (part: Locator): Promise<Fen | undefined> => amountsIn((await part.first().textContent()) ?? '')[0]

test.each(selectJourneyScreenSizes('mall'))('home, user center and credit account show the same next due, on a %s', async (size) => {
  const token = await logInBuyerByApi(mall, MAIN)
  const next = (await createTypedApiClients(mall, token).statement.headroom({}))?.nextDue ?? expect.fail('the demo owes nothing')
  const { page, go, context, problems } = await openPage(mall, { size, token })
  const home = await dueIn(page.getByRole('complementary', { name: '企业账户' }).locator('p', { hasText: '待还' }))
  await go('/user_center')
  const centre = await dueIn(page.getByRole('region', { name: '赊销账户' }).locator('p', { hasText: '待还' }))
  await go('/credit_account')
  const credit = await dueIn(page.getByRole('region', { name: '还款', exact: true }).locator('p', { hasText: '最近还款日' }))
  expect({ home, centre, credit }).toEqual({ home: next.amount, centre: next.amount, credit: next.amount })
  await context.close()
  expect(problems).toEqual([])
})

test.each(selectJourneyScreenSizes('mall'))(
  'a company without credit sees that on every credit page, with the next steps, on a %s',
  async (size) => {
    const token = await logInBuyerByApi(mall, UNVERIFIED)
    const { page, go, context, problems } = await openPage(mall, { size, token })
    for (const path of [
      '/credit_account',
      '/credit_account2',
      '/credit_account_log',
      '/credit_account_log_detail',
      '/credit_account_repayment_log',
    ]) {
      await go(path)
      const main = page.getByRole('main')
      await main.getByText('抱歉，您暂未开通赊销账户!', { exact: true }).waitFor()
      expect([path, await main.getByRole('link', { name: '申请额度' }).getAttribute('href')]).toEqual([path, '/#/account_authentication'])
      await main.getByText(/^当前账号：/).waitFor()
      await main.getByRole('button', { name: '切换账号' }).last().waitFor()
      expect(await main.getByText(/没有待还的账单|还没有赊销记录/).count()).toBe(0)
    }
    await context.close()
    expect(problems).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('mall'))(
  'the wallet has its month selector on all three tabs, even without records, on a %s',
  async (size) => {
    const empty = await openPage(mall, { size, token: await logInBuyerByApi(mall, UNVERIFIED) })
    for (const path of ['/cash_account', '/cash_account_user_log', '/cash_account_charge_log']) {
      await empty.go(path)
      await empty.page.getByRole('combobox', { name: '月份' }).waitFor()
    }
    await empty.context.close()
    const token = await logInBuyerByApi(mall, MAIN)
    const { entries } = createTypedApiClients(mall, token).wallet
    const [latest] = (await entries({ pageSize: 1 })).dataList
    const month = toShanghaiMonth(latest?.at ?? expect.fail('the demo has money in its wallet'))
    const { page, go, context } = await openPage(mall, { size, token })
    await go('/cash_account')
    const card = page.getByRole('region', { name: '最近明细' })
    await chooseOption(card.getByRole('combobox', { name: '月份' }), formatFullMonth(month))
    const ofMonth = page.getByRole('region', { name: `${formatFullMonth(month)}明细` })
    const { total } = await entries({ month, pageSize: 1 })
    await expect.poll(() => ofMonth.getByRole('listitem').count()).toBe(Math.min(5, total))
    await ofMonth.getByRole('link', { name: '全部明细' }).click()
    await page.waitForURL(`**/#/cash_account_user_log?month=${month}`)
    await page.getByText(`共 ${total} 笔`).waitFor()
    await context.close()
    expect([...empty.problems]).toEqual([])
  },
)

test('a new credit account without debt shows neither an amount nor a warning', async () => {
  const token = await logInBuyerByApi(mall, UNVERIFIED)
  const staff = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const [user] = (await staff.consoleUser.list({ keyword: UNVERIFIED })).dataList
  const enterpriseId = user?.seats[0]?.enterpriseId ?? expect.fail('nobody')
  const { limitsVersion: rowVersion } = await staff.consoleEnterprise.detail({ enterpriseId })
  await staff.consoleCredit.setBaseLimit({ enterpriseId, rowVersion, baseLimit: parseYuan('50000') ?? expect.fail(), reason: '新开户' })
  const { page, go, context } = await openPage(mall, { token })
  for (const path of ['/', '/user_center', '/credit_account']) {
    await go(path)
    const notice = page.getByText('暂无待还的赊销').first()
    await notice.waitFor()
    expect(await notice.evaluate((node) => node.closest('[class*=copper], [class*=danger]'))).toBeNull()
    const alarms = page.locator('.bg-copper-tint, .bg-danger-tint, .text-copper, .text-danger', { hasText: '¥0.00' })
    expect(await alarms.count()).toBe(0)
  }
  await context.close()
})
