import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, fen, formatMoney, fromYuan, subtractFen, sum } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, readLabelledAmount, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let api: ContractClients
let buyer: OpenedPage
beforeAll(async () => {
  mall = await openTestMall()
  const token = await logInBuyerByApi(mall, MAIN)
  api = createTypedApiClients(mall, token)
  buyer = await openPage(mall, { token, path: '/my_bill?view=month' })
})
afterAll(() => mall?.close())

const inWords = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Presses the button of a download, and reads the file. */
async function fileOf(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

async function typeDigits(page: Page, dialog: string, button: string): Promise<void> {
  const window = page.getByRole('dialog', { name: dialog })
  await typePaymentPassword(window)
  await window.getByRole('button', { name: button }).click()
}

/** The drawn amount on the gauge of the credit account. */
const drawn = (page: Page, amount: Fen) =>
  page.getByRole('img', { name: new RegExp(`^已赊销 ${formatMoney(amount).replaceAll(/[.¥]/g, '\\$&')}，`) })

test('a month is opened, one of its lines is disputed and the dispute withdrawn, and both its documents are downloaded', async () => {
  const { page } = buyer
  const [last] = (await api.statement.list({})).dataList
  const month = last?.month ?? expect.fail('no month is over')
  await page.getByRole('link', { name: inWords(month) }).click()
  await heading(page, `${inWords(month)}账单`).waitFor()
  // One line is in dispute already, so the month cannot be confirmed yet.
  expect(await page.getByRole('button', { name: '确认账单' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '提出异议' }).click()
  const dialog = page.getByRole('dialog', { name: '提出异议' })
  await dialog.getByRole('button', { name: '提交异议' }).click()
  await waitForFormRefusal(dialog.getByText('请填写异议原因'))
  await dialog.getByLabel('异议原因').fill('型号与合同不符')
  // All units of the parcel, as they are counted in the yard.
  await dialog.getByRole('radio', { name: '按数量' }).click()
  const units = dialog.getByRole('group', { name: '有异议的数量' }).getByRole('textbox').first()
  const sent =
    (await dialog
      .getByText(/^共 [\d,]+ /)
      .first()
      .textContent()) ?? ''
  const count = /\d+/.exec(sent.replaceAll(',', ''))?.[0] ?? ''
  await units.fill(count)
  await dialog.getByText(/异议金额 ¥/).waitFor()
  await dialog.getByRole('button', { name: '提交异议' }).click()
  await page.getByText('原因：型号与合同不符').waitFor()
  await page.getByText(new RegExp(`^数量：.+ ${count} `)).waitFor()
  const lines = page.getByRole('region', { name: /^赊销明细/ })
  await expect.poll(() => lines.getByText('异议处理中', { exact: true }).count()).toBe(2)
  // Nothing of the month is due any more. Its label names the disputes, and its amounts add up to its total.
  const head = page.getByRole('region', { name: `${inWords(month)}账单` })
  await head.getByText('异议处理中', { exact: true }).waitFor()
  const parts = ['已还本金', '已冲减', '异议中未还', '待还本金']
  expect(sum(await Promise.all(parts.map((name) => readLabelledAmount(head, name))))).toBe(await readLabelledAmount(head, '账单金额'))

  // Until it is decided, the buyer withdraws it, and what was repaid of it is no longer in dispute.
  const before = await api.statement.detail({ month })
  await lines
    .getByRole('listitem')
    .filter({ hasText: '原因：型号与合同不符' })
    .getByRole('button', { name: /^撤回异议/ })
    .click()
  await page.getByRole('alertdialog', { name: '撤回异议' }).getByRole('button', { name: '撤回异议' }).click()
  await lines.getByText('异议已撤回', { exact: true }).waitFor()
  expect(await lines.getByText('异议处理中', { exact: true }).count()).toBe(1)
  expect(before.disputedRepaid).toBeGreaterThan((await api.statement.detail({ month })).disputedRepaid)

  const statement = await api.statement.detail({ month })
  const pdf = await fileOf(page, '下载 PDF 对账单')
  expect(pdf.name).toBe(`对账单-${month}-深圳市鹏岩矿业有限公司.pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = parsePdfTextByPage(pdf.bytes).join('')
  // Both parties by name and number, the total, and the hash that is on the screen.
  expect(text).toContain('信用代码91440300MA5FAKE01')
  expect(text).toContain(formatMoney(statement.total))
  expect(text).toContain(statement.hash)
  await page.getByText('如何核验本账单').click()
  await page.getByText(statement.hash).waitFor()
  const sheet = await fileOf(page, '下载 Excel 账单')
  expect(sheet.name).toBe(`对账单-${month}-深圳市鹏岩矿业有限公司.xlsx`)
  expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('after its disputes are decided a month can be confirmed and no longer disputed', async () => {
  const { page } = buyer
  const staff = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const { dataList } = await staff.consoleStatement.disputes({})
  expect(dataList).toHaveLength(1)
  for (const { enterpriseId, month, id } of dataList)
    await staff.consoleStatement.decideDispute({ enterpriseId, month, id, forBuyer: false, opinion: '送货单已核对' })
  await page.reload()
  await page.getByText('处理意见：送货单已核对').first().waitFor()
  await page.getByRole('button', { name: '确认账单' }).click()
  await page.getByRole('alertdialog', { name: '确认账单' }).getByRole('button', { name: '确认账单' }).click()
  await page.getByRole('button', { name: '确认账单' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: '提出异议' }).count()).toBe(0)
})

test('a partial repayment from the wallet: the preview shows the allocation, and the gauge goes down', async () => {
  const { page, go } = buyer
  const [before, wallet] = [await api.account.account({}), (await api.wallet.overview({})).balance]
  const owing = before?.creditWaitReturnAmount ?? expect.fail('no credit account')
  await go('/credit_account')
  await drawn(page, owing).waitFor()
  const dues = page.getByRole('region', { name: '还款', exact: true })
  const total = await readLabelledAmount(dues, '待还总额')
  expect(total).toBe((await api.statement.owed({})).total)

  await dues.getByRole('link', { name: '去还款' }).click()
  const dialog = page.getByRole('dialog', { name: '还款' })
  const field = dialog.getByLabel('还款金额（元）')
  await field.fill('99999999')
  await dialog.getByText(`不能超过待还总额 ${formatMoney(total)}`).waitFor()
  await field.fill('1000')
  const now = inWords(toShanghaiMonth(new Date()))
  await dialog.getByLabel(`先还${now}`).click()
  const plan = dialog.getByRole('region', { name: '还款试算' })
  await expect.poll(() => readLabelledAmount(plan, `${now}账单`)).toBe(100_000)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await typeDigits(page, '还款', '确认还款')
  await page.getByText(`还款成功：${now}账单 ¥1,000.00`).waitFor()

  await go('/credit_account')
  await drawn(page, subtractFen(owing, fen(100_000))).waitFor()
  expect((await api.wallet.overview({})).balance).toBe(subtractFen(wallet, fen(100_000)))
  await expect.poll(() => readLabelledAmount(dues, '待还总额')).toBe(subtractFen(total, fen(100_000)))
})

test('the main account turns on autopay for what is due', async () => {
  const { page } = buyer
  const card = page.getByRole('region', { name: '自动还款' })
  await card.getByText('未开通').waitFor()
  await card.getByRole('button', { name: '开通自动还款' }).click()
  await typeDigits(page, '开通自动还款', '确认开通')
  await card.getByText('已开通').waitFor()
  expect((await api.statement.owed({})).autoRepay).toBe(true)
})

test('an acceptance bill is submitted with its picture and waits in the list', async () => {
  const { page, go } = buyer
  await go('/credit_account_repayment_log?tab=acceptance&repay=now')
  const dialog = page.getByRole('dialog', { name: '还款' })
  await dialog.getByText('承兑汇票', { exact: true }).click()
  await dialog.getByLabel('还款金额（元）').fill('2000')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByRole('button', { name: '提交票据' }).click()
  await waitForFormRefusal(dialog.getByText('请上传票据图片'))
  await dialog.getByLabel('票据号').fill('1309584000012')
  await dialog.getByLabel('承兑人').fill('招商银行深圳分行')
  await dialog.getByRole('textbox', { name: '到期日' }).fill(addDays(toShanghaiDay(new Date()), 90))
  const picture = { name: 'bill.png', mimeType: 'image/png', buffer: await drawSampleDocument('cashFlow') }
  await dialog.locator('input[type=file]').setInputFiles(picture)
  await dialog.getByRole('img', { name: '已上传的票据图片' }).waitFor()
  await dialog.getByRole('button', { name: '提交票据' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('1309584000012 · 招商银行深圳分行').waitFor()
  await page.getByText('待审核').waitFor()
  expect((await api.statement.acceptances({})).dataList).toMatchObject([{ billNo: '1309584000012', amount: 200_000, state: 'WAIT' }])
})

test('a repayment by bank transfer leads to the collecting account', async () => {
  const { page, go } = buyer
  await go('/credit_account_repayment_log?repay=now')
  const dialog = page.getByRole('dialog', { name: '还款' })
  await dialog.getByLabel('还款金额（元）').fill('3000')
  await dialog.getByText('转账还款', { exact: true }).click()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await page.waitForURL(/#\/my_order_transfer_info\?paymentId=/)
  await page.getByRole('main').getByText('¥3,000.00').first().waitFor()
})

test('the repayment is listed in the bills with its sign, and all invariants hold', async () => {
  const { page, go, problems } = buyer
  await go('/my_bill')
  await chooseOption(page.getByLabel('交易类型'), '还款')
  await page.getByRole('button', { name: /^查看详情：钱包还款.* -¥1,000\.00$/ }).click()
  const dialog = page.getByRole('dialog', { name: '账单详情' })
  await dialog.getByText('-¥1,000.00').waitFor()
  await dialog.getByText('钱包支付').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const list = await fileOf(page, '导出 CSV')
  const rows = list.bytes.toString('utf8').trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength((await api.bill.list({ type: 'repay' })).total)
  expect(sum(rows.map((row) => fromYuan(Number(row.split(',')[5]))))).toBeGreaterThan(100_000)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(problems).toEqual([])
})
