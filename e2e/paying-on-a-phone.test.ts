import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { MAIN } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, orderOneSkuOnScreen, readLabelledAmount, typePaymentPassword } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let token: string
let api: ContractClients
beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  token = await logInBuyerByApi(mall, MAIN)
  api = createTypedApiClients(mall, token)
})
afterAll(() => mall?.close())

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WECHAT = `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/zh_CN`
const SAFARI = `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
/** As the provider's pages write an amount. */
const atProvider = (amount: Fen): string => formatMoney(amount, { grouped: false })

/** As if no company had accepted the agreement yet. */
async function withdrawCreditAgreements({ ownerUrl }: TestMall): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('delete from credit_agreement')
  await client.end()
}

/** 更换支付方式 stands in one place of the payment page, whatever it shows while another way can still be chosen. */
async function offersOtherMethodOnce(page: Page): Promise<void> {
  expect(await page.getByText('更换支付方式', { exact: true }).count()).toBe(1)
}

test('在线支付 in the browser of a phone: WeChat opens, comes back unpaid, and is opened again and paid', async () => {
  const buyer = await openPage(mall, { size: 'phone', token, userAgent: SAFARI })
  const { page, go } = buyer
  const total = await orderOneSkuOnScreen(api, buyer, { code: 'KT-U82-20', goodsNum: 20, method: '在线支付' })
  await heading(page, '在线支付').waitFor()
  await page.getByText('打开微信付款，付完回到本页').waitFor()
  await offersOtherMethodOnce(page)
  await page.getByRole('button', { name: '去支付' }).click()
  await status(page, '在手机微信中付款').waitFor()
  await offersOtherMethodOnce(page)
  expect(await page.getByRole('img', { name: '微信支付二维码' }).count()).toBe(0)

  await page.getByRole('link', { name: '打开微信付款' }).click()
  await page.getByText(atProvider(total)).waitFor()
  await page.getByRole('button', { name: '放弃付款' }).click()
  await status(page, '还没有收到付款').waitFor()
  await offersOtherMethodOnce(page)

  // Another way leads back to the same payment as long as nothing was changed.
  await page.getByRole('link', { name: '更换支付方式' }).click()
  await page.getByRole('button', { name: '去在线支付' }).click()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('link', { name: '打开微信付款' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await heading(page, '支付成功').waitFor()
  await page.getByText('在线支付（微信支付）').waitFor()
  expect(await readLabelledAmount(page.getByRole('main'), '实付金额')).toBe(total)

  await go('/cash_account_charge')
  await page.getByRole('button', { name: '¥5,000', exact: true }).click()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('link', { name: '打开微信付款' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await heading(page, '充值成功').waitFor()
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})

test('every method says what matters before it is chosen, and the order goes on after 同意协议', async () => {
  await withdrawCreditAgreements(mall)
  const buyer = await openPage(mall, { size: 'phone', token, userAgent: SAFARI })
  const { page } = buyer
  await orderOneSkuOnScreen(api, buyer, { code: 'KT-U82-20', goodsNum: 20, method: '在线支付' })
  await heading(page, '在线支付').waitFor()
  await page.getByRole('link', { name: '更换支付方式' }).click()
  const methods = page.getByRole('radiogroup', { name: '支付方式' })
  await methods.getByText(/^可用赊销额度 ¥/).waitFor()
  await methods.getByText(/^钱包余额 ¥/).waitFor()
  await methods.getByText(/还；账期 \d+ 天，多付 ¥/).waitFor()
  expect(await methods.getByRole('radio', { name: /^赊销支付/ }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: '去同意协议' }).click()
  await page.getByRole('checkbox', { name: '我已阅读并同意赊销协议' }).click()
  await page.getByRole('button', { name: '同意协议' }).click()
  await page.waitForURL(/#\/order_pay_password\?tradeId=/)
  await methods.getByText('赊销支付', { exact: true }).click()
  await page.getByText(/^占用赊销额度；/).waitFor()
  await typePaymentPassword(page)
  await page.getByRole('button', { name: '确认支付' }).click()
  await heading(page, '支付成功').waitFor()
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})

test('a code at a desk becomes a page on the phone, and the code can no longer be paid', async () => {
  const desk = await openPage(mall, { token })
  const total = await orderOneSkuOnScreen(api, desk, { code: 'KT-U84-22', goodsNum: 20, method: '在线支付' })
  await desk.page.getByRole('button', { name: '去支付' }).click()
  await desk.page.getByRole('img', { name: '微信支付二维码' }).waitFor()
  await offersOtherMethodOnce(desk.page)
  const [unpaid] = (await api.order.list({ state: 'WAIT_PAY' })).dataList
  const phone = await openPage(mall, { size: 'phone', token, userAgent: SAFARI, path: `/my_order_detail?orderNo=${unpaid?.orderNo}` })
  await phone.page.getByRole('button', { name: '线上支付' }).click()
  await phone.page.getByRole('button', { name: '去支付' }).click()
  await phone.page.getByRole('link', { name: '打开微信付款' }).click()
  await phone.page.getByText(atProvider(total)).waitFor()
  // The desk says that its code is over, and offers to pay again.
  await desk.page.getByText('已重新发起支付。').waitFor()
  await phone.page.getByRole('button', { name: '确认付款' }).click()
  await heading(phone.page, '支付成功').waitFor()
  expect((await api.order.detail({ orderNo: unpaid?.orderNo ?? '' })).state).toBe('WAIT_SEND')
  expect([await findInvariantBreaches(mall.ownerUrl), desk.problems, phone.problems]).toEqual([{}, [], []])
})

/**
 * Gives the pages of a browser the bridge that WeChat adds to its own: it opens the sandbox's sheet, where `presses` decides, and answers how
 * it was left.
 */
async function addBridge(page: Page, presses: (sheet: Page) => Promise<'ok' | 'cancel'>): Promise<void> {
  let sandbox = ''
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname === '/connect/oauth2/authorize') sandbox = origin
  })
  await page.exposeFunction('openSandboxSheet', async (call: Record<string, string>) => {
    const sheet = await page.context().newPage()
    await sheet.goto(`${sandbox}/bridge?${new URLSearchParams(call)}`)
    const result = await presses(sheet)
    await sheet.close()
    return `get_brand_wcpay_request:${result}`
  })
  await page.addInitScript(`window.WeixinJSBridge = {
    invoke: (name, call, answered) => window.openSandboxSheet(call).then((err_msg) => answered({ err_msg })),
  }`)
}

test('在线支付 inside WeChat: the person is named, leaves the sheet unpaid, opens it again and pays', async () => {
  let total: Fen | undefined
  let opened = 0
  const buyer = await openPage(mall, {
    size: 'phone',
    token,
    userAgent: WECHAT,
    query: '?from=singlemessage',
    prepare: (page) =>
      addBridge(page, async (sheet) => {
        if (total !== undefined) await sheet.getByText(atProvider(total)).waitFor()
        if (opened++ === 0) return 'cancel'
        await sheet.getByRole('button', { name: '确认付款' }).click()
        await sheet.getByRole('status').getByText('已付款').waitFor()
        return 'ok'
      }),
  })
  const { page } = buyer
  total = await orderOneSkuOnScreen(api, buyer, { code: 'KT-U82-20', goodsNum: 20, method: '在线支付' })
  await page.getByText('直接在微信中付款').waitFor()
  await offersOtherMethodOnce(page)
  await page.getByRole('button', { name: '去支付' }).click()
  // WeChat's page has led back, and its sheet has opened by itself.
  await status(page, '还没有付款').waitFor()
  await offersOtherMethodOnce(page)
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await status(page, '在微信中付款').waitFor()
  await offersOtherMethodOnce(page)
  expect(opened).toBe(1)
  await page.getByRole('button', { name: '微信付款' }).click()
  await heading(page, '支付成功').waitFor()
  expect(await readLabelledAmount(page.getByRole('main'), '实付金额')).toBe(total)
  expect([await findInvariantBreaches(mall.ownerUrl), buyer.problems]).toEqual([{}, []])
})

test('支付宝 is not available inside WeChat, which opens none of its pages, and says what to do', async () => {
  const { page, problems } = await openPage(mall, {
    size: 'phone',
    token,
    userAgent: WECHAT,
    // The mall of the journeys has no contract with 支付宝.
    prepare: async (opened) => {
      await opened.route(`**${paymentEndpoints.channels.path}`, async (route) => {
        const answer = await route.fetch()
        const { data, ...envelope } = await answer.json()
        const alipay = { channel: 'alipay', label: '支付宝', sandbox: false, scenes: ['desk'] }
        await route.fulfill({ response: answer, json: { ...envelope, data: [alipay, ...data] } })
      })
    },
    path: '/cash_account_charge',
  })
  await page.getByText('微信里打不开支付宝，请在浏览器中打开本页后使用').waitFor()
  expect(await page.getByRole('radio', { name: /支付宝/ }).isDisabled()).toBe(true)
  expect(await page.getByRole('radio', { name: /微信支付/ }).isChecked()).toBe(true)
  expect(problems).toEqual([])
})

test('a payment that was begun inside WeChat says so in another browser, and can be begun anew there', async () => {
  const wechat = await openPage(mall, { size: 'phone', token, userAgent: WECHAT, prepare: (page) => addBridge(page, async () => 'cancel') })
  await orderOneSkuOnScreen(api, wechat, { code: 'KT-U84-22', goodsNum: 20, method: '在线支付' })
  await wechat.page.getByRole('button', { name: '去支付' }).click()
  await status(wechat.page, '还没有付款').waitFor()
  const { page, problems } = await openPage(mall, { size: 'phone', token, userAgent: SAFARI, path: wechat.page.url().split('#')[1] ?? '' })
  await status(page, '在微信中付款').waitFor()
  await offersOtherMethodOnce(page)
  await page.getByRole('link', { name: '更换支付渠道' }).click()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('link', { name: '打开微信付款' }).click()
  await page.getByRole('button', { name: '确认付款' }).click()
  await heading(page, '支付成功').waitFor()
  await status(wechat.page, '支付未完成').waitFor()
  expect([await findInvariantBreaches(mall.ownerUrl), problems, wechat.problems]).toEqual([{}, [], []])
})
