import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { FIN, MAIN } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, orderOneSkuOnScreen } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let token: string
let api: ContractClients
let finance: ContractClients
beforeAll(async () => {
  mall = await openTestMall()
  token = await logInBuyerByApi(mall, MAIN)
  api = createTypedApiClients(mall, token)
  finance = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
})
afterAll(() => mall?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const status = (page: Page, label: string) => page.getByRole('region', { name: '汇款信息' }).getByText(label, { exact: true })

/** Chooses a picture of a bank slip, and waits until the server has it. */
async function attaches(page: Page, width: number): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: '回单.jpg', mimeType: 'image/jpeg', buffer: await createPhoto({ width }) })
  await page.getByRole('img', { name: '已上传的图片' }).waitFor()
}

/** Inspects a screen that no other test opens, at both widths, and records what is wrong with it. */
function looker(buyer: OpenedPage) {
  const { settle, faults } = createScreenInspector(buyer)
  const found: string[] = []
  const look = async (label: string) => {
    for (const width of [390, 1_440]) {
      await buyer.page.setViewportSize({ width, height: 900 })
      await settle()
      found.push(...(await faults(`${label} ${width}`)))
    }
  }
  return { look, found }
}

/** The voucher of a transfer in the reviewers' queue. */
async function queued(paymentId: string) {
  const { dataList } = await finance.consoleVoucher.list({ state: 'REVIEW' })
  return dataList.find((row) => row.paymentId === paymentId) ?? expect.fail('it does not wait for review')
}

test('转账支付: account shown, voucher sent, rejected with an opinion, sent again and approved', async () => {
  const buyer = await openPage(mall, { token })
  const { page, go } = buyer
  const { look, found } = looker(buyer)
  const total = await orderOneSkuOnScreen(api, buyer, { code: 'KT-U84-22', goodsNum: 20, method: '转账支付' })
  await heading(page, '转账信息').waitFor()
  await status(page, '待提交汇款凭证').waitFor()
  const [{ paymentId, remarkCode, account, orders } = expect.fail('no transfer')] = (await api.transfer.list({ pageSize: 1 })).dataList
  const received = page.getByRole('region', { name: '收款账户' })
  for (const text of [account.accountName, account.bankName, formatMoney(total), remarkCode])
    await received.getByText(text, { exact: true }).first().waitFor()

  await page.getByRole('link', { name: '上传付款凭证' }).click()
  await heading(page, '付款凭证').waitFor()
  await page.getByRole('button', { name: '提交付款凭证' }).click()
  await waitForFormRefusal(page.getByText('请上传汇款凭证图片', { exact: true }))
  await attaches(page, 640)
  await page.getByLabel('备注').fill('农行网银转出')
  await page.getByRole('button', { name: '提交付款凭证' }).click()
  await status(page, '待审核').waitFor()
  // The state changes before the URL does.
  await page.waitForURL(/#\/my_order_payment_evidence2\?/)
  await look('待审核')

  const { enterpriseId, id } = await queued(paymentId)
  await finance.consoleVoucher.reject({ enterpriseId, id, opinion: '图片模糊，看不清付款金额' })
  await go(`/my_order_payment_evidence_error?paymentId=${paymentId}`)
  await status(page, '审核驳回').waitFor()
  await status(page, '图片模糊，看不清付款金额').waitFor()
  await attaches(page, 800)
  await look('审核驳回')
  await page.getByRole('button', { name: '重新提交付款凭证' }).click()
  await status(page, '待审核').waitFor()

  const again = await queued(paymentId)
  const line = {
    reference: 'E2E2026112100017',
    day: toShanghaiDay(systemClock()),
    amount: total,
    payerName: again.enterpriseName ?? '',
    payerAccount: '',
    remark: remarkCode,
  }
  expect(await finance.consoleVoucher.approve({ enterpriseId, id: again.id, amount: total, line })).toEqual({ done: true })
  await page.reload()
  await status(page, '已到账').waitFor()
  await look('已到账')
  await page.getByRole('link', { name: '查看订单' }).click()
  await heading(page, '订单待发货').waitFor()
  expect((await api.order.detail({ orderNo: orders[0]?.orderNo ?? '' })).state).toBe('WAIT_SEND')
  expect([await findInvariantBreaches(mall.ownerUrl), found, buyer.problems]).toEqual([{}, [], []])
})

test('转账充值 on a phone: begun, account shown, cancelled', async () => {
  const buyer = await openPage(mall, { size: 'phone', path: '/cash_account_charge', token })
  const { page } = buyer
  await page.getByLabel(/充值金额/).fill('12,345.67')
  await page.getByText('银行转账').click()
  await page.getByRole('button', { name: '下一步：查看收款账户' }).click()
  await heading(page, '转账信息').waitFor()
  await page
    .getByRole('region', { name: '收款账户' })
    .getByText(formatMoney(fen(1_234_567)), { exact: true })
    .waitFor()
  await page.getByRole('button', { name: '取消充值' }).click()
  await status(page, '已关闭').waitFor()
  const [newest] = (await api.payment.topUps({ pageSize: 1 })).dataList
  expect(newest).toMatchObject({ title: '账户充值-转账支付', amount: 1_234_567, status: '已关闭', paymentId: null })
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})
