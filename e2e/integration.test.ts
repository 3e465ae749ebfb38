import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MACHINE_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { DEMO_PAY_PASSWORD, MAIN, OPS, SUB } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, typePaymentPassword } from './people.ts'
import { pressAtOnceAfterField } from './same-instant.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let testMall: TestMall
let token: string
beforeAll(async () => {
  testMall = await openTestMall()
  token = await logInBuyerByApi(testMall, MAIN)
})
afterAll(() => testMall?.close())

const pulls = async (key: string) => {
  const answer = await fetch(`${testMall.base}/api/open-api/v1/orders?size=1`, { headers: { authorization: `Bearer ${key}` } })
  return { status: answer.status, ...((await answer.json()) as { reason?: string; data: { dataList: unknown[] } | null }) }
}

test('a main account creates and revokes an API key, adds a webhook and sees the delivery of a ping', async () => {
  const desk = await openPage(testMall, { path: '/api_access', token })
  const { page } = desk
  const eye = createScreenInspector(desk)
  await page.getByText('用友 U8 对接').waitFor()
  await page.getByRole('button', { name: '创建密钥' }).click()
  const form = page.getByRole('dialog', { name: '创建接口密钥' })
  await form.getByLabel('名称').fill('金蝶对接')
  await form.getByLabel(/允许的来源 IP/).fill('127.0.0.1\n999.1.1.1')
  await form.getByRole('button', { name: '下一步' }).click()
  await waitForFormRefusal(form.getByText('IP 地址格式不正确'))
  await form.getByLabel(/允许的来源 IP/).fill('127.0.0.1')
  await form.getByRole('button', { name: '下一步' }).click()
  await typePaymentPassword(form)
  await form.getByRole('button', { name: '创建密钥' }).click()
  const shown = page.getByRole('dialog', { name: '请保存密钥' })
  const key = (await shown.getByText(/^yf_/).textContent()) ?? ''
  expect(await eye.faults('请保存密钥')).toEqual([])
  await shown.getByRole('button', { name: '我已保存' }).click()
  expect(await pulls(key)).toMatchObject({ status: 200, data: { dataList: [{}] } })
  await page.getByRole('button', { name: '停用 金蝶对接' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('密钥已停用').waitFor()
  expect(await pulls(key)).toMatchObject({ status: 401, reason: 'KEY_REVOKED' })

  await page.getByRole('link', { name: '消息推送' }).click()
  await page.getByRole('button', { name: '新增推送地址' }).click()
  const adding = page.getByRole('dialog', { name: '新增推送地址' })
  await adding.getByLabel('名称').fill('仓库系统')
  const add = async (url: string) => {
    await adding.getByLabel('推送地址').fill(url)
    await adding.getByRole('button', { name: '下一步' }).click()
    await typePaymentPassword(adding)
    await adding.getByRole('button', { name: '新增推送地址' }).click()
  }
  await add('https://192.168.1.10/hook')
  await adding.getByText('推送地址须为公网可访问的 https 网址').waitFor()
  await add('https://wms.pengyan.invalid/hook')
  await page
    .getByRole('dialog', { name: '请保存签名密钥' })
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.getByRole('button', { name: '向 仓库系统 测试推送' }).click()
  await page.getByRole('button', { name: /查看 测试推送/ }).click()
  const detail = page.getByRole('dialog', { name: '推送详情' })
  await detail.getByText('"type": "ping"').waitFor()
  expect(await eye.faults('推送详情')).toEqual([])
  await desk.context.close()
})

test.each(selectJourneyScreenSizes('mall'))(
  'every integration view has no faults on a %s, and the API description can be read and downloaded',
  async (size) => {
    const mall = await openPage(testMall, { size, path: '/api_access', token })
    const { page, go } = mall
    const eye = createScreenInspector(mall)
    await page.getByText('用友 U8 对接').waitFor()
    expect(await eye.faults('keys')).toEqual([])
    await go('/api_access?view=hooks')
    await page.getByRole('heading', { name: 'ERP 订单同步' }).waitFor()
    expect(await eye.faults('hooks')).toEqual([])
    await go('/api_access?view=log')
    await page.getByText('HTTP 200').first().waitFor()
    expect(await eye.faults('log')).toEqual([])
    await go('/api_access?view=punchOut')
    await page.getByRole('heading', { name: '给贵公司 IT 的说明' }).waitFor()
    expect(await eye.faults('punch-out')).toEqual([])
    await go('/api_access?view=docs')
    await page.getByText('/api/open-api/v1/orders/detail').first().click()
    await page.getByText('应付金额（分）').filter({ visible: true }).first().waitFor()
    await page.getByText('ORDER_NOT_FOUND', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: '下载 OpenAPI 文档' }).getAttribute('href')).toBe(MACHINE_API_DOCUMENT_PATH)
    expect(await eye.faults('docs')).toEqual([])
    await mall.context.close()
  },
)

/** A procurement system on this machine: it shows what a form has brought it. */
async function startProcurementSystem() {
  const got: URLSearchParams[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      if (request.method === 'POST') got.push(new URLSearchParams(body))
      response.setHeader('content-type', 'text/html')
      response.end('<h1>Requisition</h1>')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { got, host: `127.0.0.1:${port}`, stop: () => server.close() }
}

test('a procurement system opens the mall, two goods go into the cart, and the cart goes back to it', async () => {
  const erp = await startProcurementSystem()
  const api = createTypedApiClients(testMall, token)
  const seat = (await api.subUser.list({})).find(({ permCode }) => permCode.includes('addCart')) ?? expect.fail()
  const { id, name, orderLimit, monthLimit } = seat
  await api.subUser.modify({ id, name, orderLimit, monthLimit, permCode: 'lookGoods,addCart,editCart,buyPay,lookOrder' })
  const setup = { protocol: 'OCI', fromDomain: '', fromIdentity: '', senderDomain: '', senderIdentity: '' } as const
  const numbers = { addressId: null, projectId: null, costCentre: '', vendorNumber: '', materialGroup: '' }
  const chosen = { subAccountId: seat.id, returnHosts: [erp.host], onCredit: false, payPwd: DEMO_PAY_PASSWORD }
  const { userName, secret } = await api.punchOutSetup.save({ ...setup, ...numbers, ...chosen })
  const login = new URLSearchParams({ USERNAME: userName, PASSWORD: secret ?? '', HOOK_URL: `http://${erp.host}/hook`, OCI_VERSION: '4.0' })
  const visit = await openPage(testMall, { path: '/help_center' })
  const { page, go } = visit
  await page.goto(`${testMall.base}/api/punch-out/oci?${login}`)
  await page.getByText('采购系统会话：选购后在购物车返回采购系统').waitFor()
  const { dataList } = await api.goods.list({ pageSize: 2 })
  for (const goods of dataList) {
    await go(`/detail?goodsId=${goods.goodsId}`)
    await page.getByRole('button', { name: '加入购物车' }).first().click()
    await page
      .getByText(/^已加入购物车/)
      .first()
      .waitFor()
  }
  await go('/cart')
  await page.getByText('共 2 种商品').waitFor()
  expect(await page.getByRole('button', { name: '去结算' }).count()).toBe(0)
  expect(await createScreenInspector(visit).faults('/cart')).toEqual([])
  // A quantity that is still on its way is not left behind.
  const changed = Promise.withResolvers<void>()
  await page.route(`**${cartEndpoints.setCartNum.path}`, async (route) => {
    await changed.promise
    await route.continue()
  })
  const [quantity, back] = [page.getByRole('textbox', { name: /数量$/ }).first(), page.getByRole('button', { name: '返回采购系统' })]
  await quantity.fill('90')
  await pressAtOnceAfterField(back)
  await page.getByRole('button', { name: '加载中' }).waitFor()
  const units = await quantity.inputValue()
  changed.resolve()
  await back.click()
  await page.waitForURL(`http://${erp.host}/hook`)
  const [sent] = erp.got
  expect([1, 2].map((at) => sent?.get(`NEW_ITEM-QUANTITY[${at}]`)?.replace(/\.0+$/, ''))).toContain(units)
  expect([sent?.get('NEW_ITEM-CURRENCY[2]'), sent?.get('NEW_ITEM-PRICEUNIT[2]'), sent?.get('NEW_ITEM-DESCRIPTION[3]')]).toEqual([
    'CNY',
    '1',
    null,
  ])
  erp.stop()
  await visit.context.close()
})

test('a sub-account sees who manages the keys and reads the docs; staff see and revoke the key', async () => {
  const sub = await openPage(testMall, { path: '/api_access', token: await logInBuyerByApi(testMall, SUB) })
  await sub.page.getByText('此页面仅限企业主账号使用').waitFor()
  await sub.go('/api_access?view=docs')
  await sub.page.getByRole('heading', { name: '接口接入' }).waitFor()
  expect(await sub.page.getByRole('link', { name: '消息推送' }).count()).toBe(0)
  await sub.context.close()
  const staff = await logInStaffByApi(testMall, OPS)
  const desk = await openPage(testMall, { app: 'console', path: '/enterprises', token: staff })
  const { page } = desk
  await page.getByRole('link', { name: '深圳市鹏岩矿业有限公司' }).first().click()
  await page.getByText('用友 U8 对接').waitFor()
  await page.getByRole('button', { name: '停用 用友 U8 对接' }).click()
  await page.getByRole('dialog').getByLabel('原因').fill('疑似泄露')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^停\s*用$/ })
    .click()
  await page.getByText('已停用，并已通知企业主账号').waitFor()
  expect(await createScreenInspector(desk).faults('/enterprise')).toEqual([])
})
