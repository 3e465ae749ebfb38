import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, fen, formatMoney, multiplyFen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { DEMO_PASSWORD, MAIN, OPS } from '#tools/demo/people.ts'
import { chooseMethod, heading, orderOnly, search, selectOnly, submitAndPay } from './buying-steps.ts'
import { printEffort, watchEffort } from './effort.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logIn, logInBuyerByApi, logInStaffByApi, readLabelledAmount } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'
import { expectTooLargeQuantityToHoldBack } from './too-large-quantity.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** The SKU with a part number, as the catalog returns it. */
async function skuOf(api: ContractClients, code: string) {
  const { dataList } = await api.goods.list({ keyword: code, pageSize: 5 })
  const { skus } = await api.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  return skus.find((sku) => sku.code === code) ?? expect.fail(`no ${code}`)
}

const creditOf = async (api: ContractClients) => (await api.account.account({})) ?? expect.fail('no credit account')

/** A staff member ships a complete order from the queue. */
async function ship(orderNo: string, { carrier, trackingNo, total }: { carrier: string; trackingNo: string; total: Fen }): Promise<void> {
  const { page, problems, context } = await openPage(mall, { app: 'console' })
  await page.getByLabel('邮箱').fill(OPS)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await heading(page, '待办').waitFor()
  const row = page.getByRole('row', { name: orderNo })
  await row.getByText(formatMoney(total)).waitFor()
  await row.getByRole('link', { name: orderNo }).click()
  await page.getByRole('main').getByText('待发货', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^发\s*货$/ }).click()
  const drawer = page.getByRole('dialog', { name: `发货 · 订单 ${orderNo}` })
  await drawer.getByLabel('承运公司').fill(carrier)
  await drawer.getByLabel('运单号').fill(trackingNo)
  await drawer.getByRole('button', { name: '确认发货' }).click()
  await page.getByText('已登记发货').waitFor()
  // The queue of 待办 leads on to its next order when everything of this one has left.
  await expect.poll(() => page.url(), { timeout: 30_000 }).not.toContain(orderNo)
  await page.getByRole('navigation').getByRole('link', { name: '待办' }).click()
  await heading(page, '待办').waitFor()
  const others = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^\d{18}$/ }) })
  await others.first().waitFor()
  await expect.poll(() => others.filter({ hasText: orderNo }).count(), { message: 'it has left the queue' }).toBe(0)
  expect(problems).toEqual([])
  await context.close()
}

test('a buyer logs in and buys on credit, the platform ships, the buyer confirms receipt', async () => {
  const [code, quantity, carrier, trackingNo] = ['KT-U85-22', 3, '顺丰速运', 'SF2026112100017']
  const buyer = await openPage(mall, { path: '/login' })
  const { page } = buyer
  await logIn(mall, buyer, MAIN)
  await page.waitForURL(/#\/$/)
  const api = createTypedApiClients(mall, await buyer.token())
  const [before, sku] = [await creditOf(api), await skuOf(api, code)]

  await search(page, 'U85')
  await page.waitForURL(/#\/shop\?keyword=U85$/)
  await page.getByRole('heading', { level: 3, name: /U85/ }).getByRole('link').first().click()
  await page.getByRole('link', { name: `选此规格 ${code}` }).click()
  await page.getByText(`编码 ${code}`).waitFor()
  for (let more = 1; more < quantity; more++) await page.getByRole('button', { name: '增加购买数量', exact: true }).click()
  // The buttons stay in sight below the box as well.
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
  await page.evaluate('window.scrollTo(0, 1100)')
  await expect
    .poll(async () => {
      const bar = await page.getByRole('button', { name: '立即购买' }).last().boundingBox()
      return bar !== null && bar.y > 0 && bar.y + bar.height <= 900
    })
    .toBe(true)
  await page.evaluate('window.scrollTo(0, 0)')
  await page.getByRole('article').getByRole('button', { name: '加入购物车', exact: true }).click()
  await page.getByText(new RegExp(`^已加入购物车：.*（${code}） × ${quantity} `)).waitFor()

  await page.getByRole('banner').getByRole('link', { name: '购物车' }).click()
  await selectOnly(page, code)
  const quantityField = page.getByRole('textbox', { name: new RegExp(`${code} 购买数量$`) })
  await expectTooLargeQuantityToHoldBack(page, quantityField, page.getByRole('button', { name: '去结算' }))
  await page.getByRole('button', { name: '去结算' }).click()
  const { goods, freight, total } = await chooseMethod(page, '赊销支付', '赊销价')
  expect(goods).toBe(multiplyFen(sku.creditPrice ?? expect.fail('not sold on credit'), quantity))
  expect(total).toBe(sum([goods, freight]))
  await submitAndPay(page, total)
  expect(await readLabelledAmount(page.getByRole('main'), '占用赊销额度')).toBe(total)
  const paid = await creditOf(api)
  expect(subtractFen(paid.usedAmount, before.usedAmount)).toBe(total)
  expect(subtractFen(paid.heldAmount, before.heldAmount)).toBe(total)
  expect(subtractFen(before.creditUseableAmount, paid.creditUseableAmount)).toBe(total)

  await page.getByRole('link', { name: '查看订单' }).click()
  await heading(page, '订单待发货').waitFor()
  const orderNo = new URLSearchParams(page.url().split('?')[1]).get('orderNo') ?? ''
  expect((await api.order.detail({ orderNo })).state).toBe('WAIT_SEND')
  await ship(orderNo, { carrier, trackingNo, total })

  await page.reload()
  await heading(page, '订单待收货').waitFor()
  const parcel = page.getByRole('region', { name: '物流信息' })
  await parcel.getByText(carrier, { exact: true }).waitFor()
  await parcel.getByText(trackingNo, { exact: true }).waitFor()
  await page.getByRole('button', { name: '确认收货' }).click()
  await page.getByRole('alertdialog', { name: '确认收货' }).getByRole('button', { name: '确认收货' }).click()
  await heading(page, '订单待评论').waitFor()
  await page.getByRole('button', { name: '确认收货' }).waitFor({ state: 'detached' })

  expect((await api.order.detail({ orderNo })).state).toBe('WAIT_COMMENT')
  const after = await creditOf(api)
  expect(subtractFen(after.usedAmount, before.usedAmount)).toBe(total)
  expect(after.heldAmount, 'what has left is owed and held no more').toBe(before.heldAmount)
  expect(subtractFen(after.creditWaitReturnAmount, before.creditWaitReturnAmount)).toBe(total)
  expect((await skuOf(api, code)).stock).toBe(sku.stock - quantity)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(buyer.problems).toEqual([])
})

test('a buyer orders on a phone and pays from the wallet', async () => {
  const code = 'KT-U82-20'
  const buyer = await openPage(mall, { size: 'phone', path: '/login' })
  const { page } = buyer
  await logIn(mall, buyer, MAIN)
  await page.waitForURL(/#\/$/)
  const api = createTypedApiClients(mall, await buyer.token())
  const [before, credit, sku] = [await api.wallet.overview({}), await creditOf(api), await skuOf(api, code)]

  await search(page, code)
  await page.getByRole('button', { name: /^加入购物车 .*U82/ }).click()
  await page.getByText(new RegExp(`^已加入购物车：.*（${code}）`)).waitFor()
  await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '购物车' }).click()
  await orderOnly(page, code)
  const { goods, freight, total } = await chooseMethod(page, '钱包支付', '现金价')
  expect(goods).toBe(multiplyFen(sku.salePrice, sku.minimum))
  expect(total).toBe(sum([goods, freight]))
  await submitAndPay(page, total)
  expect(await readLabelledAmount(page.getByRole('main'), '实付金额')).toBe(total)

  expect(subtractFen(before.balance, (await api.wallet.overview({})).balance)).toBe(total)
  expect((await creditOf(api)).usedAmount, 'the wallet pays, and nothing else').toBe(credit.usedAmount)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(buyer.problems).toEqual([])
})

/** Staff answer the request at the head of their queue with a price, by keys and with both prices typed. */
async function quote(quotationNo: string, { sale, credit }: { sale: string; credit: string }): Promise<void> {
  const visited = await openPage(mall, { app: 'console', token: await logInStaffByApi(mall, OPS), path: '/quotations?state=REQUESTED' })
  const { page, problems, context } = visited
  const finish = await watchEffort(page)
  await page.getByRole('link', { name: quotationNo }).click()
  await page.getByRole('main').getByText('待报价', { exact: true }).first().waitFor()
  for (const [label, text] of [
    ['第 1 行现金价', sale],
    ['第 1 行赊销价', credit],
    ['第 1 行交货天数', '3'],
    ['第 1 行有效天数', '5'],
  ] as const) {
    await page.getByLabel(label).fill('')
    await page.getByLabel(label).pressSequentially(text)
  }
  await page
    .getByRole('main')
    .getByText(/^比现价低/)
    .first()
    .waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: '发出报价' }).click()
  await page.getByText('已发出第 1 版报价').waitFor()
  printEffort('a quotation, staff', await finish())
  // The next case of the queue opens, or its end.
  await page.getByRole('heading', { level: 1, name: quotationNo }).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
}

test('a buyer asks for a price from the cart, staff offer one, and the order is made at it', async () => {
  const code = 'KT-U84-22'
  const buyer = await openPage(mall, { token: await logInBuyerByApi(mall, MAIN), path: '/help_center' })
  const { page, go } = buyer
  const { settle, faults } = createScreenInspector(buyer)
  const api = createTypedApiClients(mall, await buyer.token())
  const sku = await skuOf(api, code)
  await api.cart.add({ skuId: sku.skuId, goodsNum: sku.minimum })

  await go('/cart')
  await selectOnly(page, code)
  const finish = await watchEffort(page)
  await page.getByRole('region', { name: '结算' }).getByRole('button', { name: '询价' }).click()
  await page.getByRole('textbox', { name: '第 1 行期望单价' }).pressSequentially('30.5')
  await page.getByRole('button', { name: '手工填写' }).click()
  await page.getByRole('textbox', { name: '第 2 行品名' }).fill('非标齿座')
  await page.reload()
  // What was typed survives a reload.
  await expect.poll(() => page.getByRole('textbox', { name: '第 2 行品名' }).inputValue()).toBe('非标齿座')
  await page.getByRole('button', { name: '移除第 2 行' }).click()
  await page.getByRole('button', { name: '提交询价' }).click()
  await page.waitForURL(/#\/quotation_info\?id=/)
  await page.getByRole('region', { name: '询价进度' }).getByText('待报价', { exact: true }).waitFor()
  const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
  const asked = await api.quotation.detail({ id })
  await quote(asked.quotationNo, { sale: '31', credit: '32.5' })
  const [offer] = (await api.quotation.detail({ id })).offers
  // The only line ends after five days, and the offer with it.
  expect(offer?.validUntil).toBe(addDays(toShanghaiDay(offer?.madeAt ?? new Date()), 5))

  await page.reload()
  await page.getByRole('region', { name: '询价进度' }).getByText('已报价', { exact: true }).waitFor()
  await settle()
  expect(await faults('an offer')).toEqual([])
  await page.getByRole('region', { name: '按报价下单' }).getByRole('button', { name: '按报价下单' }).click()
  await page.getByRole('region', { name: '报价单' }).getByText(asked.quotationNo).waitFor()
  const { goods, total } = await chooseMethod(page, '赊销支付', '赊销价')
  printEffort('a quotation, buyer until he pays', await finish())
  expect(goods).toBe(multiplyFen(fen(3_250), asked.lines[0]?.goodsNum ?? 0))
  await submitAndPay(page, total)
  await page.getByRole('link', { name: '查看订单' }).click()
  await heading(page, '订单待发货').waitFor()
  await page.getByRole('link', { name: asked.quotationNo }).click()
  await page.getByRole('region', { name: '询价进度' }).getByText('已成交', { exact: true }).waitFor()
  expect(buyer.problems).toEqual([])
})
