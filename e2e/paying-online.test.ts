import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, fen, formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { MAIN } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, orderOneSkuOnScreen, readLabelledAmount } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let token: string
let api: ContractClients
beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  token = await logInBuyerByApi(mall, MAIN)
  api = createTypedApiClients(mall, token)
})
afterAll(() => mall?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const wallet = async () => (await api.wallet.overview({})).balance
const QR = '微信支付二维码'

/** Confirms or cancels on the sandbox's page, which stands for the telephone. */
async function scans({ page, context }: OpenedPage, amount: Fen): Promise<void> {
  await page.getByRole('img', { name: QR }).waitFor()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: '打开沙箱支付页' }).click()
  const telephone = await opened
  await telephone.getByText(formatMoney(amount, { grouped: false })).waitFor()
  await telephone.getByRole('button', { name: '确认付款' }).click()
  await telephone.getByRole('status').getByText('已付款').waitFor()
  await telephone.close()
}

const orderNoIn = (page: Page): string => new URLSearchParams(page.url().split('?')[1]).get('orderNo') ?? ''

test('在线支付 by QR code: ordered, scanned, and the page reports the payment by itself', async () => {
  const buyer = await openPage(mall, { token })
  const { page } = buyer
  const before = await wallet()
  const total = await orderOneSkuOnScreen(api, buyer, { code: 'KT-U84-22', goodsNum: 20, method: '在线支付' })
  await heading(page, '在线支付').waitFor()
  await page.getByText(formatMoney(total)).first().waitFor()
  await page.getByRole('button', { name: '去支付' }).click()
  await scans(buyer, total)
  await heading(page, '支付成功').waitFor()
  expect(await readLabelledAmount(page.getByRole('main'), '实付金额')).toBe(total)
  await page.getByText('在线支付（微信支付）').waitFor()
  // A person who comes back to the page of a finished payment sees its result.
  await page.reload()
  await heading(page, '支付成功').waitFor()
  await page.getByRole('link', { name: '查看订单' }).click()
  await heading(page, '订单待发货').waitFor()
  expect(await api.order.detail({ orderNo: orderNoIn(page) })).toMatchObject({ state: 'WAIT_SEND', method: 'online', payable: total })
  expect([await wallet(), await findInvariantBreaches(mall.ownerUrl)]).toEqual([before, {}])
  expect(buyer.problems).toEqual([])
})

test('online payment on a phone: cancelled, restarted at the bank, refused, paid, returned', async () => {
  const buyer = await openPage(mall, { size: 'phone', token })
  const { page, go } = buyer
  const total = await orderOneSkuOnScreen(api, buyer, { code: 'KT-U82-20', goodsNum: 20, method: '在线支付' })
  await heading(page, '在线支付').waitFor()
  const [unpaid] = (await api.order.list({ state: 'WAIT_PAY' })).dataList
  await go(`/my_order_detail?orderNo=${unpaid?.orderNo}`)
  await heading(page, '订单待支付').waitFor()
  await page.getByText(/^现在支付，预计 \d\d-\d\d（周.）送达$/).waitFor()
  const lines = page.getByRole('region', { name: '商品清单' })
  await lines
    .getByText(/^预计 \d\d-\d\d（周.）送达$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: '线上支付' }).click()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('img', { name: QR }).waitFor()
  await page.getByRole('button', { name: '取消支付' }).click()
  await page.getByRole('status').getByText('支付未完成').waitFor()
  await page.getByText('已取消支付。').waitFor()

  await page.getByRole('link', { name: '重新支付' }).click()
  await page.getByText('银行卡/企业网银').click()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('link', { name: '前往付款' }).click()
  await page.getByText(formatMoney(total, { grouped: false })).waitFor()
  // A payment that was cancelled at the bank can still be paid. The way back leads to the same payment.
  await page.getByRole('button', { name: '放弃付款' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await page.getByRole('link', { name: '返回商户' }).click()
  await heading(page, '支付成功').waitFor()
  await page.getByText('在线支付（银行卡/企业网银）').waitFor()
  expect(await readLabelledAmount(page.getByRole('main'), '实付金额')).toBe(total)
  expect((await api.order.detail({ orderNo: unpaid?.orderNo ?? '' })).state).toBe('WAIT_SEND')

  // A phone has space for one button, which offers all files of a list.
  await go('/my_order')
  await page.getByRole('button', { name: '导出' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出明细 CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^订单商品.*\.csv$/)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})

test('the wallet is topped up online: 充值中 until the provider confirms, then 已完成 and in the balance', async () => {
  const [before, amount] = [await wallet(), fen(500_000)]
  const { dataList } = await api.goods.list({ keyword: 'KT-U84-22', pageSize: 1 })
  // More than the wallet has.
  const order = `/order_info?skuId=${dataList[0]?.skuId}&goodsNum=4000`
  const buyer = await openPage(mall, { path: order, token })
  const { page, go } = buyer
  await page.getByRole('link', { name: '去充值' }).click()
  await page.getByText('有订单待提交：充值到账后，可继续用钱包支付').waitFor()
  await page.getByRole('button', { name: '¥5,000', exact: true }).click()
  await expect.poll(() => readLabelledAmount(page.getByRole('main'), '到账后余额')).toBe(sum([before, amount]))
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('img', { name: QR }).waitFor()
  const paying = page.url().split('#')[1] ?? ''
  await go('/cash_account_charge_log')
  const newest = page.getByRole('main').getByRole('listitem').filter({ hasText: '账户充值-微信支付' }).first()
  await newest.getByText('充值中').waitFor()
  await newest.getByRole('link', { name: /^继续支付/ }).click()
  await expect.poll(() => page.url().split('#')[1]).toBe(paying)
  await scans(buyer, amount)
  await heading(page, '充值成功').waitFor()
  await page.getByRole('button', { name: '继续提交订单' }).click()
  await heading(page, '确认订单').waitFor()
  expect(page.url().split('#')[1]).toBe(order)
  await go('/cash_account_charge_log')
  await newest.getByText('已完成').waitFor()
  expect(await newest.getByRole('link').count()).toBe(0)
  expect(subtractFen(await wallet(), before)).toBe(amount)

  await go('/cash_account_user_log')
  // The list of top-ups can be exported too.
  await expect.poll(() => page.title()).toBe('使用明细 - 岩锋工品')
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  expect((await kept).suggestedFilename()).toBe('现金钱包使用明细.csv')
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})
