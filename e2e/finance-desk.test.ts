import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { FIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createOverdueCompany, getTodayInShanghai, type OverdueCompany, runCollectionsAfterDays } from './overdue-company.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
let company: OverdueCompany
beforeAll(async () => {
  mall = await openTestMall()
  company = await createOverdueCompany(mall, { name: '贵州黔路桥梁建设有限公司', mobile: '13900000001', amount: fen(900_000) })
})
afterAll(() => mall?.close())

const atDesk = async (email: string, path: string) => openPage(mall, { app: 'console', path, token: await logInStaffByApi(mall, email) })
/** A row of the table that names the company. */
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ has: page.getByRole('link', { name }) })

test.each(selectJourneyScreenSizes('mall'))(
  'two people write off a month, the claim remains, and a later receipt recovers it, on a %s',
  async (size) => {
    // The second size has a company of its own: the first one has paid.
    const { name, mobile, enterpriseId, month } =
      size === selectJourneyScreenSizes('mall')[0]
        ? company
        : await createOverdueCompany(mall, { name: '江西赣钨钻具有限公司', mobile: '13900000002', amount: fen(900_000) })
    const accountant = await atDesk(FIN, `/statement?enterpriseId=${enterpriseId}&month=${month}`)
    await accountant.page.getByRole('button', { name: '申请核销' }).click()
    const form = accountant.page.getByRole('dialog', { name: `申请核销 ${month} 账单` })
    expect(await form.getByLabel('金额', { exact: true }).inputValue()).toBe('9000.00')
    await form.getByLabel('原因').fill('法院终结本次执行')
    await form.getByRole('button', { name: '提交申请' }).click()
    await form.waitFor({ state: 'hidden' })
    // Who has asked does not decide.
    await accountant.go('/finance_requests')
    const asked = rowOf(accountant.page, name)
    expect(await asked.getByRole('button', { name: /^同\s*意$/ }).isDisabled()).toBe(true)

    const second = await atDesk(OPS, '/finance_requests')
    await rowOf(second.page, name)
      .getByRole('button', { name: /^同\s*意$/ })
      .click()
    await second.page
      .getByRole('dialog', { name: '同意坏账核销 ¥9,000.00？' })
      .getByRole('button', { name: /^同\s*意$/ })
      .click()
    await rowOf(second.page, name).getByText('已同意', { exact: true }).waitFor()

    const buyer = await openPage(mall, { size, path: '/credit_account', token: await logInBuyerByApi(mall, mobile) })
    const received = buyer.page.getByRole('region', { name: '已核销待追偿' })
    await received.getByText('¥9,000.00').first().waitFor()
    await received.getByRole('link', { name: '核销与偿还明细' }).click()
    await buyer.page.getByText('待追偿', { exact: true }).first().waitFor()

    // The money comes by bank, and goes to the claim first.
    const [fin, ops] = [
      createTypedApiClients(mall, await logInStaffByApi(mall, FIN)),
      createTypedApiClients(mall, await logInStaffByApi(mall, OPS)),
    ]
    const amount = fen(900_000)
    const { lineId } = await fin.consoleBank.record({ reference: `CMB-${mobile}`, day: getTodayInShanghai(), amount, payerName: name })
    await ops.consoleBank.assign({ lineId, rest: amount, parts: [{ to: 'repay', enterpriseId, amount }] })
    await accountant.go('/bad_debts')
    await rowOf(accountant.page, name).getByText('已收回', { exact: true }).waitFor()
    const { settle, faults } = createScreenInspector(buyer)
    await buyer.page.reload()
    await buyer.page.getByText('已还清', { exact: true }).waitFor()
    await settle()
    expect(await faults('what was written off and paid', { axe: selectByTestTier({ landing: false, release: true }) })).toEqual([])
    for (const { context, problems } of [accountant, second, buyer]) {
      expect(problems).toEqual([])
      await context.close()
    }
  },
)

test.runIf(selectByTestTier({ landing: false, release: true }))(
  'after a broken promise two people put a company on the order stop, and its buyer sees it first',
  async () => {
    const broke = await createOverdueCompany(mall, { name: '山西太行煤业有限公司', mobile: '13900000003', amount: fen(700_000) })
    await runCollectionsAfterDays(mall, 0)
    const accountant = await atDesk(FIN, '/collections')
    await rowOf(accountant.page, broke.name).getByRole('link', { name: '跟进' }).click()
    await accountant.page.getByRole('button', { name: '登记承诺' }).click()
    const promise = accountant.page.getByRole('dialog', { name: '登记承诺' })
    const address = accountant.page.url()
    await promise.getByLabel('承诺金额').fill('5000')
    await promise.getByRole('textbox', { name: '承诺日期' }).fill(getTodayInShanghai())
    await promise.getByRole('button', { name: /^登\s*记$/ }).click()
    await accountant.page.getByText('已登记').first().waitFor()
    await accountant.page.goto(address)
    await accountant.page.getByText('待兑现', { exact: true }).waitFor()
    await runCollectionsAfterDays(mall, 2)
    await accountant.page.reload()
    await accountant.page.getByText('未兑现', { exact: true }).waitFor()
    await accountant.page.getByRole('button', { name: /^停\s*单$/ }).click()
    const stop = accountant.page.getByRole('dialog', { name: '申请停单' })
    await stop.getByText('停止全部下单').click()
    await stop.getByLabel('原因').fill('承诺未兑现')
    await stop.getByLabel('联系人和电话').fill('王会计 0755-8888')
    await stop.getByRole('button', { name: '提交申请' }).click()
    await stop.waitFor({ state: 'hidden' })

    const second = await atDesk(OPS, '/order_stops')
    await rowOf(second.page, broke.name)
      .getByRole('button', { name: /^同\s*意$/ })
      .click()
    await second.page
      .getByRole('dialog', { name: /^同意对 .+停止全部下单？$/ })
      .getByRole('button', { name: /^同\s*意$/ })
      .click()
    await rowOf(second.page, broke.name).getByText('已生效', { exact: true }).waitFor()

    const token = await logInBuyerByApi(mall, broke.mobile)
    const { dataList } = await createTypedApiClients(mall, token).goods.list({ keyword: '截齿', pageSize: 1 })
    const { skus } = await createTypedApiClients(mall, token).goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
    const buyer = await openPage(mall, { size: 'phone', path: `/order_info?skuId=${skus[0]?.skuId}&goodsNum=10`, token })
    const received = buyer.page.getByRole('region', { name: '暂停下单' })
    await received.getByText('贵公司已被暂停下单：承诺未兑现。请联系 王会计 0755-8888').waitFor()
    expect(await buyer.page.getByRole('button', { name: '提交订单' }).isDisabled()).toBe(true)
    for (const { context, problems } of [accountant, second, buyer]) {
      expect(problems).toEqual([])
      await context.close()
    }
  },
)
