import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  type CallOptions,
  createApiClient,
  type EnvelopeWithHttpStatus,
  getClientHttpMethod,
  toHttpRequest,
} from '#contract/platform/core/client.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { APP_VERSION, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { type Fen, parseYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, MAIN, OPS } from '#tools/demo/people.ts'
import { replaceCaptchaAnswer } from './captcha.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import type { OpenedPage, TestMall } from './test-mall.ts'

/** Typed calls besides the browser. They are for data that a journey compares screens with, never for what a person would press. */
export function createTypedApiClients({ base }: Pick<TestMall, 'base'>, token?: string): ContractClients {
  const send = async (endpoint: Endpoint, wire: unknown, options: CallOptions): Promise<EnvelopeWithHttpStatus> => {
    const { url, headers, ...content } = toHttpRequest(endpoint, getClientHttpMethod(endpoint), wire, options)
    const answer = await fetch(base + url, {
      ...content,
      headers: {
        ...headers,
        appversion: APP_VERSION,
        ...(token === undefined ? {} : { authorization: token }),
        ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
      },
    })
    return { ...((await answer.json()) as ResponseEnvelope), status: answer.status }
  }
  return Object.fromEntries(
    Object.entries(contract).map(([group, api]) => [group, createApiClient(api as EndpointGroup, send)]),
  ) as unknown as ContractClients
}

/** The token of a buyer, for journeys that do not test the login. */
export async function logInBuyerByApi(mall: Pick<TestMall, 'base'>, mobile: string): Promise<string> {
  const { token } = await createTypedApiClients(mall).security.loginByMobile({ mobile, pwd: DEMO_PASSWORD })
  return token
}

export async function logInStaffByApi(mall: Pick<TestMall, 'base'>, email: string): Promise<string> {
  const { token } = await createTypedApiClients(mall).staff.logIn({ email, pwd: DEMO_PASSWORD })
  return token
}

/** The letters that answer the captcha on the login screen. */
export async function readCaptchaLetters(mall: TestMall, { page, captchas }: OpenedPage): Promise<string> {
  const picture = page.getByRole('img', { name: '图形验证码' })
  // The page may show the picture before the test has read its key, or a used one until the next has loaded.
  const letters = async () => {
    const key = captchas.get((await picture.getAttribute('src')) ?? '')
    return key && replaceCaptchaAnswer(mall, key)
  }
  return vi.waitUntil(letters, { timeout: JOURNEY_TIMEOUT_MS })
}

/** Sets all sent SMS to an earlier time, so that the next one can be sent. A telephone gets at most one a minute. */
export async function moveSentSmsBackInTime({ ownerUrl }: Pick<TestMall, 'ownerUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query("update sms_sent set at = at - interval '61 seconds'")
  await client.end()
}

/** Logs in on the open login screen, as a person does: mobile number, password, the letters of the captcha. */
export async function logIn(mall: TestMall, visit: OpenedPage, mobile: string, pwd = DEMO_PASSWORD): Promise<void> {
  const { page } = visit
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(pwd)
  await page.getByRole('textbox', { name: '图形验证码' }).fill(await readCaptchaLetters(mall, visit))
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
}

/** Types the payment password of the demo into the six boxes of a form. `label`: the name of the boxes. */
export async function typePaymentPassword(form: Locator | Page, label = '支付密码'): Promise<void> {
  const box = form.getByRole('group', { name: label, exact: true }).locator('input').first()
  await box.click()
  await box.page().keyboard.type(DEMO_PAY_PASSWORD)
}

/** Returns the amount of a row next to its label, in fen. */
export async function readLabelledAmount(scope: Locator, name: string): Promise<Fen> {
  const row = scope.locator('dl > div', { has: scope.page().locator('dt', { hasText: new RegExp(`^${name}$`) }) })
  const text = (await row.locator('dd').textContent()) ?? ''
  const amount = text === '免运费' ? ZERO_FEN : parseYuan(text.replace(/[¥,]/g, ''))
  if (amount === undefined) throw new Error(`${name}: ${text} is not an amount`)
  return amount
}

/** Opens the order page of one SKU, chooses a cash method, and submits. Returns the total. */
export async function orderOneSkuOnScreen(
  api: ContractClients,
  { page, go }: OpenedPage,
  { code, goodsNum, method }: { code: string; goodsNum: number; method: string },
): Promise<Fen> {
  const { dataList } = await api.goods.list({ keyword: code, pageSize: 1 })
  const { skus } = await api.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  await go(`/order_info?skuId=${skus.find((sku) => sku.code === code)?.skuId}&goodsNum=${goodsNum}`)
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText(method, { exact: true }).click()
  const sums = page.getByRole('region', { name: '订单明细' })
  await sums.getByText('现金价', { exact: true }).waitFor()
  const total = await readLabelledAmount(sums, '订单合计')
  await page.getByRole('button', { name: '提交订单' }).click()
  return total
}

/**
 * An order of four units of one product, paid from the wallet of the demo's main account, which waits for shipping; with the calls and
 * tokens of both sides.
 */
export async function createPaidOrder(mall: TestMall, keyword: string) {
  const [token, staff] = [await logInBuyerByApi(mall, MAIN), await logInStaffByApi(mall, OPS)]
  const [buyer, ops] = [createTypedApiClients(mall, token), createTypedApiClients(mall, staff)]
  const { enterpriseId } = (await buyer.user.detail({})) as { enterpriseId: string }
  const { dataList } = await buyer.goods.list({ keyword, pageSize: 1 })
  const goodsId = dataList[0]?.goodsId ?? expect.fail('no goods')
  const { skus } = await buyer.goods.detail({ goodsId })
  const lines = [{ skuId: skus[0]?.skuId ?? '', goodsNum: 4 }]
  const [address] = await buyer.address.list({})
  const { quote } = await buyer.order.preview({ lines, method: 'wallet' })
  const trade = await buyer.order.submit({ lines, method: 'wallet', addressId: address?.id ?? '', quote })
  await buyer.order.payByWallet({ tradeId: trade.tradeId, payPwd: DEMO_PAY_PASSWORD })
  const orderNo = trade.orders[0]?.orderNo ?? expect.fail('no order')
  return { token, staff, buyer, ops, enterpriseId, goodsId, orderNo }
}

/** The same, sent by courier in one parcel. */
export async function createShippedOrder(mall: TestMall, keyword: string) {
  const bought = await createPaidOrder(mall, keyword)
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 4 }] }
  await bought.ops.consoleFulfilment.ship({ enterpriseId: bought.enterpriseId, orderNo: bought.orderNo, ...parcel })
  return bought
}
