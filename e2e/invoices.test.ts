import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { FIN, MAIN } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let testMall: TestMall
let owner: pg.Client
beforeAll(async () => {
  testMall = await openTestMall({ invoicing: true })
  owner = new pg.Client({ connectionString: testMall.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await testMall?.close()
})

/** Runs the job, which the scheduler starts only after the first minute. */
const jobComes = () => owner.query(`select graphile_worker.add_job('invoicesAgain')`)

test('two orders become one invoice: requested on a phone, approved by staff, issued and downloaded', async () => {
  const token = await logInBuyerByApi(testMall, MAIN)
  const buyer = createTypedApiClients(testMall, token)
  const mall = await openPage(testMall, { size: 'phone', token, path: '/my_invoice_can_open' })
  const { page } = mall
  const looks = createScreenInspector(mall)
  await looks.settle()
  const open = (await buyer.invoice.openOrders({})).dataList
  const [first, second] = open.filter(({ shopName }) => shopName === open.at(-1)?.shopName)
  if (!first || !second) return expect.fail('the demo has less to invoice than it had')
  for (const { orderNo } of [first, second]) await page.getByRole('checkbox', { name: `选择订单 ${orderNo}` }).click()
  expect(await looks.faults('orders')).toEqual([])
  await page.getByRole('button', { name: '申请开票' }).click()
  await page.getByText('开票金额').waitFor()

  expect(await looks.faults('form')).toEqual([])

  // A title is created during the application, and its missing fields are reported.
  await page.getByRole('button', { name: '新增抬头' }).click()
  const dialog = page.getByRole('dialog', { name: '新增发票抬头' })
  await dialog.getByRole('radio', { name: /^增值税专用发票/ }).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await waitForFormRefusal(dialog.getByText('请输入开户银行'))
  await dialog.getByLabel('注册地址').fill('深圳市龙岗区宝龙街道锦龙四路 9 号')
  await dialog.getByLabel('注册电话').fill('0755-28391166')
  await dialog.getByLabel('开户银行').fill('招商银行深圳龙岗支行')
  await dialog.getByLabel('银行账号').fill('7559 0000 1234 567')
  expect(await looks.faults('title')).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('收票邮箱').fill('caiwu')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByText(/邮箱/).and(page.getByRole('alert')).waitFor()
  await page.getByLabel('收票邮箱').fill('caiwu@example.com')
  // The tax code of one of the goods is missing.
  const finance = await logInStaffByApi(testMall, FIN)
  const { consoleTaxCode } = createTypedApiClients(testMall, finance)
  const goods = (await consoleTaxCode.goods({ keyword: first.firstGoods })).dataList[0] ?? expect.fail('no such good')
  const above = (await consoleTaxCode.categories({})).find(({ name, own }) => own && name === goods.parentName)
  const { categoryId, rowVersion } = above ?? expect.fail('no class above')
  await consoleTaxCode.setCategory({ categoryId, taxClass: null, rowVersion })
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByRole('heading', { name: /待开票$/ }).waitFor()
  const id = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? expect.fail('no invoice')
  const asked = await buyer.invoice.detail({ id })
  expect(asked).toMatchObject({
    amount: first.amount + second.amount,
    title: { bank: '招商银行深圳龙岗支行', accountNo: '755900001234567' },
  })
  expect(asked.orderNos).toEqual([first.orderNo, second.orderNo].sort())

  // The invoice waits for it, and links to the screen to add it.
  const desk = await openPage(testMall, { app: 'console', token: finance, path: '/invoices?queue=uncoded' })
  await desk.page.getByRole('link', { name: asked.invoiceNo }).click()
  await desk.page.getByRole('alert').filter({ hasText: '商品缺少税收分类编码' }).waitFor()
  expect(await desk.page.getByRole('button', { name: '同意开票' }).count()).toBe(0)
  // The link opens beside the case.
  const opening = desk.context.waitForEvent('page')
  await desk.page.getByRole('link', { name: first.firstGoods }).click()
  const beside = await opening
  await beside.getByRole('button', { name: `设置${first.firstGoods}的税收编码` }).click()
  const drawer = beside.getByRole('dialog', { name: '商品税收编码' })
  await drawer.getByLabel('税收分类编码').fill('10902010200')
  await drawer.getByLabel('分类简称').fill('矿山专用设备')
  await drawer.getByText(/^税收分类编码为 19 位数字，/).waitFor()
  await drawer.getByLabel('税收分类编码').fill('1090201020000000000')
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await drawer.waitFor({ state: 'detached' })

  // Finance approves. The provider needs some seconds.
  await beside.close()
  await desk.page.reload()
  await desk.page
    .getByText(/^\*矿山专用设备\*/)
    .first()
    .waitFor()
  await desk.page.getByRole('button', { name: '同意开票' }).click()
  const address = desk.page.url()
  await desk.page.getByRole('dialog').getByRole('button', { name: '同意开票' }).click()
  await desk.page.getByText('已提交开票').waitFor()
  await desk.page.waitForURL((url) => url.href !== address)
  await desk.page.goto(address)
  await vi.waitUntil(
    async () => {
      await jobComes()
      return (await buyer.invoice.detail({ id })).issues.some(({ formats }) => formats.length === 3)
    },
    { timeout: JOURNEY_TIMEOUT_MS, interval: 500 },
  )
  await desk.page.getByRole('button', { name: '下载 OFD' }).waitFor()
  expect(await createScreenInspector(desk).faults('console')).toEqual([])

  // The buyer downloads the file.
  await page.reload()
  await page.getByRole('heading', { name: /已开票$/ }).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载发票 PDF' }).click()
  const file = await coming
  const { number } = await buyer.invoice.detail({ id })
  expect(file.suggestedFilename()).toContain(number)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await looks.faults('detail')).toEqual([])

  // No further application is possible for either order, and one of them says why.
  await looks.open(`/my_invoice_can_open?orderNo=${first.orderNo}`)
  await page.getByText('现在不能开票').waitFor()
  for (const path of ['/my_invoice_detail', '/my_invoice_can_open?view=title', '/my_invoice_can_open?view=month']) {
    await looks.open(path)
    expect(await looks.faults(path)).toEqual([])
  }
  await Promise.all([mall.context.close(), desk.context.close()])
})

test('all invariants hold', async () => expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({}))
