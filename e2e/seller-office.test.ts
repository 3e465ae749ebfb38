import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformApiEndpoints } from '#contract/integration/integration/platform-api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { createOldSystemCreditCode, renderMovingInWorkbook } from '#server/platform/testing/moving-in-book.ts'
import { ADM, DEMO_PASSWORD, FIN, OPS, TWO_SEATS } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const opens = async (email: string, path: string) =>
  openPage(mall, { app: 'console', path, size: 'desk', token: await logInStaffByApi(mall, email) })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

test('diesel is refused without a licence, with a link to submit it; staff approve it, and it is bought', async () => {
  const token = await logInBuyerByApi(mall, TWO_SEATS)
  const api = createTypedApiClients(mall, token)
  const { skuId, minimum } = (await api.goods.list({ keyword: '散装柴油', inStock: true })).dataList[0] ?? expect.fail('no diesel')
  const buyer = await openPage(mall, { path: `/order_info?skuId=${skuId}&goodsNum=${minimum}`, size: 'phone', token })
  const { page } = buyer
  const missing = page.getByRole('region', { name: '还缺许可证' })
  await missing.getByText('危险化学品经营许可证').first().waitFor()
  const submit = page.getByRole('button', { name: '提交订单' })
  expect(await submit.getAttribute('aria-disabled').then((off) => off === 'true' || submit.isDisabled())).toBe(true)
  await missing.getByRole('link', { name: '去提交许可证' }).click()
  await press(page, '提交许可证：危险化学品经营许可证')
  await page.getByLabel('证号').fill('粤穗危化经字[2026]0031')
  await page.getByRole('textbox', { name: '有效期至' }).fill('2099-12-31')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  const buffer = await sharp(await drawSampleDocument('licence'))
    .jpeg()
    .toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await press(page, '点击上传许可证图片')
  await (await choosing).setFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: '已上传的许可证图片' }).waitFor()
  await press(page, '提交审核')
  await page.getByRole('region', { name: '提交记录' }).getByText('危险化学品经营许可证').waitFor()

  const desk = await opens(OPS, '/licences')
  const link = desk.page.getByRole('link', { name: /^领取审核 广东穗隧/ })
  const address = (await link.getAttribute('href')) ?? expect.fail('no case')
  const claimed = async () =>
    (await createTypedApiClients(mall, await logInStaffByApi(mall, OPS)).consoleLicence.list({})).dataList[0]?.claimedBy
  // An address that is opened claims nothing. The letter does.
  await desk.go(address.replace(/^.*#/, ''))
  await desk.page.getByText('粤穗危化经字[2026]0031').waitFor()
  expect([await claimed(), await desk.page.getByRole('button', { name: /^通\s*过$/ }).count()]).toEqual([null, 0])
  await desk.page.keyboard.press('t')
  await desk.page.getByRole('button', { name: /^通\s*过$/ }).waitFor()
  expect(await claimed()).not.toBeNull()
  await desk.page.keyboard.press('a')
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: /^通\s*过$/ })
    .click()
  await desk.page.getByText('已通过，企业会收到通知').first().waitFor()
  await desk.page.getByText('这一队已处理完').waitFor()

  await buyer.go(`/order_info?skuId=${skuId}&goodsNum=${minimum}`)
  await page.getByRole('region', { name: '商品清单' }).waitFor()
  await missing.waitFor({ state: 'hidden' })
  await submit.click()
  const bought = async () => (await api.order.list({})).dataList.some((order) => JSON.stringify(order).includes(skuId))
  await expect.poll(bought).toBe(true)
  expect([...buyer.problems, ...desk.problems]).toEqual([])
})

test('a company moves in: its totals are compared with the old system, and a second person approves', async () => {
  const bytes = await renderMovingInWorkbook({
    公司: [['C1', '旧矿业有限公司', createOldSystemCreditCode(1), '企业认证', '旧系统 2024 年已核验营业执照']],
    成员: [['C1', '13700000001', '王主管', '主账号']],
    额度: [['C1', '50000']],
    期初钱包: [['C1', '1200.50']],
  })
  const first = await opens(OPS, '/moving_ins')
  const { page } = first
  await page.locator('input[type=file]').setInputFiles({ name: '旧系统.xlsx', mimeType: 'application/octet-stream', buffer: bytes })
  await page.getByRole('heading', { name: '旧系统.xlsx' }).waitFor()
  await press(page, '填写核对总数')
  const drawer = page.getByRole('dialog', { name: '旧系统核对总数' })
  const fill = async (wallet: string) => {
    await drawer.getByLabel('企业数').fill('1')
    for (const [label, amount] of [
      [/钱包/, wallet],
      [/期初账单/, '0'],
      [/未出账/, '0'],
      [/利息/, '0'],
      [/额度/, '50000'],
    ] as const)
      await drawer.getByLabel(label).fill(amount)
    await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
    await drawer.waitFor({ state: 'hidden' })
  }
  await fill('1200.00')
  await page.getByText('多 ¥0.50').waitFor()
  expect(await page.getByRole('button', { name: '提交复核' }).isDisabled()).toBe(true)
  await press(page, '填写核对总数')
  await fill('1200.50')
  await page.getByText('全部一致，可以提交复核').waitFor()
  await press(page, '提交复核')
  await page.getByText('已提交，等待另一人复核').first().waitFor()
  expect(await page.getByRole('button', { name: '同意迁入' }).isDisabled(), 'nobody agrees with himself').toBe(true)

  const second = await opens(FIN, `/moving_in?id=${new URL(page.url().replace('#/', '')).searchParams.get('id')}`)
  await press(second.page, '同意迁入')
  const agreeing = second.page.getByRole('dialog', { name: '同意迁入' })
  await agreeing.getByText('¥1,200.50').waitFor()
  await agreeing.getByLabel('您的登录密码').fill(DEMO_PASSWORD)
  await agreeing.getByRole('button', { name: '同意并开始迁入' }).click()
  await second.page.getByRole('link', { name: '旧矿业有限公司' }).waitFor()
  const { consoleEnterprise } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  expect((await consoleEnterprise.list({ keyword: '旧矿业' })).total).toBe(1)
  expect([...first.problems, ...second.problems]).toEqual([])
})

test('a platform key is created, shown once, used and revoked; the company profile keeps its history', async () => {
  const { page, problems, go } = await opens(ADM, '/platform_keys')
  await press(page, '创建密钥')
  const drawer = page.getByRole('dialog', { name: '创建密钥' })
  await drawer.getByLabel('名称').fill('ERP 库存')
  await drawer.getByRole('checkbox', { name: /库存/ }).check()
  await drawer.getByLabel('您的登录密码').fill(DEMO_PASSWORD)
  await drawer.getByRole('button', { name: /^创\s*建$/ }).click()
  const notice = page.getByRole('status').filter({ hasText: '密钥已创建' })
  const token = (await notice.locator('strong').textContent()) ?? ''
  const calls = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const body = JSON.stringify({ rows: [{ code: 'KT-U84-22', quantity: 777 }] })
    return (await fetch(mall.base + API_BASE + platformApiEndpoints.stock.path, { method: 'POST', headers, body })).status
  }
  expect(await calls()).toBe(200)
  await press(page, '我已保存')
  await page.reload()
  await page.getByRole('row', { name: /ERP 库存/ }).waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  await press(page, '停用 ERP 库存')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^停\s*用$/ })
    .click()
  await page.getByText('已停用').first().waitFor()
  expect(await calls()).toBe(401)

  await go('/settings')
  const site = page.locator('section', { has: page.getByRole('heading', { name: '公司资料', exact: true }) })
  await site.getByLabel('客服电话').fill('400-111-2222')
  await site.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已保存').first().waitFor()
  await press(page, '公司资料的修改记录')
  const history = page.getByRole('dialog', { name: '公司资料 · 修改记录' })
  const latest = history.getByRole('listitem').filter({ hasText: '管理员小工' }).first()
  for (const text of ['400-000-0000', '400-111-2222']) await latest.getByText(text).waitFor()
  expect(problems).toEqual([])
})
