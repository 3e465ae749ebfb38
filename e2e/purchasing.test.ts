import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { OPS } from '#tools/demo/people.ts'
import { chooseSearchedOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, screenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const searchOf = (url: string) => new URL(url.replace('#/', '')).searchParams

/** The staff who buy and receive, and goods of one shop: those with batches are received with theirs. */
async function begins(size: ScreenSize) {
  const token = await logInStaffByApi(mall, OPS)
  const staff = createTypedApiClients(mall, token)
  const { dataList } = await staff.consoleSku.list({ keyword: 'KT-U8' })
  const [plain, batched] = dataList.slice(screenSizes.indexOf(size) * 2)
  if (!plain || !batched) expect.fail('no goods')
  await staff.consoleBatch.setBatched({ skuId: batched.skuId, batched: true, rowVersion: 0 })
  return { token, staff, plain, batched }
}

test.each(screenSizes)(
  'goods are bought of a new supplier, come in parts, one part goes back, and the rest is not waited for, on a %s',
  async (size) => {
    const { token, staff, plain, batched } = await begins(size)
    const supplier = `平顶山合金厂 ${size}`
    const desk = await openPage(mall, { app: 'console', path: '/suppliers', size, token })
    const { page } = desk
    const { faults } = createScreenInspector(desk)
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

    await press('新增供应商')
    const adding = page.getByRole('dialog', { name: '新增供应商' })
    await adding.getByLabel('供应商名称').fill(supplier)
    await adding.getByLabel('付款条件').fill('月结 30 天')
    expect(await faults(`a new supplier, ${size}`)).toEqual([])
    await adding.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByRole('link', { name: supplier }).waitFor()

    await desk.go('/purchase_orders')
    await press('新建采购单')
    const drafting = page.getByRole('dialog', { name: '新建采购单' })
    await chooseSearchedOption(drafting.getByRole('combobox', { name: '供应商' }), supplier, supplier)
    await press('增加一行')
    for (const [at, { code }] of [plain, batched].entries()) {
      const line = drafting.getByRole('group', { name: `第 ${at + 1} 行` })
      await line.getByLabel('商品编码').fill(code)
      await line.getByRole('spinbutton', { name: '数量' }).fill('10')
      await line.getByLabel('含税单价').fill('11.30')
    }
    await drafting.getByRole('button', { name: '保存草稿' }).click()
    await page.getByRole('heading', { level: 1, name: /^CG\d{12}/ }).waitFor()
    await page.getByText(batched.code).first().waitFor()
    const id = searchOf(page.url()).get('id') ?? expect.fail('no order')

    await press(/^下\s?单$/)
    const placing = page.getByRole('dialog', { name: '确认下单？' })
    await placing.getByRole('button', { name: /^下\s?单$/ }).click()
    await page.getByText('已下单，等待入库').first().waitFor()
    await press(/^入\s?库$/)
    const receiving = page.getByRole('dialog', { name: /^入库 CG/ })
    await receiving.getByRole('spinbutton', { name: plain.code }).fill('4')
    await receiving.getByRole('spinbutton', { name: batched.code }).fill('6')
    await receiving.getByLabel('批号').fill('P-01')
    await receiving.getByRole('textbox', { name: '保质期至' }).fill(addDays(toShanghaiDay(new Date()), 365))
    expect(await faults(`receiving, ${size}`)).toEqual([])
    await receiving.getByRole('button', { name: '确认入库' }).click()
    await page.getByText('第 1 次入库已登记').first().waitFor()
    await press(/^入\s?库$/)
    await receiving.getByRole('spinbutton', { name: batched.code }).fill('0')
    await receiving.getByRole('button', { name: '确认入库' }).click()
    await page.getByText('第 2 次入库已登记').first().waitFor()
    const stands = async () => (await staff.consolePurchaseOrder.detail({ id })).lines.map(({ received }) => received)
    expect(await stands()).toEqual([10, 6])

    await press('冲销第 2 次入库')
    const taking = page.getByRole('dialog', { name: '冲销第 2 次入库' })
    await taking.getByLabel('原因').fill('点错了数量')
    await taking.getByRole('button', { name: /^冲\s?销$/ }).click()
    await page.getByText('已冲销，库存和成本已退回').first().waitFor()
    expect(await stands()).toEqual([4, 6])
    await press('结束采购')
    const closing = page.getByRole('dialog', { name: '结束采购' })
    await closing.getByText('没有到的 10 件不再等待').waitFor()
    await closing.getByLabel('原因').fill('供应商停产')
    await closing.getByRole('button', { name: '结束采购' }).click()
    await page.getByText('供应商停产').waitFor()
    expect(await faults(`/purchase_order, ${size}`)).toEqual([])
    expect((await staff.consolePurchaseOrder.detail({ id })).order).toMatchObject({ state: 'RECEIVED', closedReason: '供应商停产' })
    expect(desk.problems).toEqual([])
    expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  },
)

test.each(screenSizes)('orders that are due are handled one after the other, the longest due first, on a %s', async (size) => {
  const token = await logInStaffByApi(mall, OPS)
  const staff = createTypedApiClients(mall, token)
  const supplier = `催货钻具厂 ${size}`
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '', leadDays: 7, active: true }
  const { supplierId } = await staff.consoleSupplier.save({ name: supplier, ...facts })
  const [sku] = (await staff.consoleSku.list({ keyword: 'KT-W6' })).dataList
  const today = toShanghaiDay(new Date())
  const orders: { id: string; orderNo: string }[] = []
  for (const back of [3, 2, 1]) {
    const lines = [{ skuCode: sku?.code ?? '', quantity: 5, price: fromYuan(20) }]
    const { id } = await staff.consolePurchaseOrder.save({
      supplierId,
      taxRate: 1_300,
      expectedDay: addDays(today, -back),
      note: '',
      lines,
    })
    await staff.consolePurchaseOrder.place({ id, rowVersion: 0 })
    orders.push({ id, orderNo: (await staff.consolePurchaseOrder.detail({ id })).order.orderNo })
  }
  const desk = await openPage(mall, {
    app: 'console',
    path: `/purchase_orders?due=1&supplier=${encodeURIComponent(supplier)}`,
    size,
    token,
  })
  const { page } = desk
  const waits = (done: number, left: number) => page.getByText(`已处理 ${done} 件，还有 ${left} 件`).waitFor()
  const opened = (at: number) => expect.poll(() => searchOf(page.url()).get('id')).toBe(orders[at]?.id)
  await page.getByRole('link', { name: orders[0]?.orderNo ?? '', exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await opened(0)
  await waits(0, 3)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['入库', '取消采购单', '下载采购单', '下一件']) await keys.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  expect(await createScreenInspector(desk).faults(`an order that is due, ${size}`)).toEqual([])

  await page.keyboard.press('a')
  await page
    .getByRole('dialog', { name: `入库 ${orders[0]?.orderNo}` })
    .getByRole('button', { name: '确认入库' })
    .click()
  await opened(1)
  await waits(1, 2)
  await page.getByRole('button', { name: '改到货日' }).click()
  const moving = page.getByRole('dialog', { name: `改到货日 ${orders[1]?.orderNo}` })
  await moving.getByRole('textbox', { name: '供应商承诺到货日' }).fill(addDays(today, 9))
  await moving.getByRole('button', { name: /^保\s?存$/ }).click()
  await opened(2)
  await waits(2, 1)
  await page.keyboard.press('r')
  const cancelling = page.getByRole('dialog', { name: '取消这张采购单？' })
  await cancelling.getByRole('button', { name: '取消采购单' }).click()
  await page.getByText('这一队已处理完').waitFor()
  const states = await Promise.all(orders.map(async ({ id }) => (await staff.consolePurchaseOrder.detail({ id })).order.state))
  expect(states).toEqual(['RECEIVED', 'ORDERED', 'CANCELLED'])

  // An order that was opened to be looked at leads nowhere.
  await desk.go(`/purchase_order?id=${orders[1]?.id}`)
  await page.getByRole('button', { name: '改到货日' }).waitFor()
  expect(await page.getByRole('button', { name: '下一件' }).count()).toBe(0)
  expect(desk.problems).toEqual([])
})
