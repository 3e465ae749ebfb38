import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { chooseOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createShippedOrder } from './people.ts'
import { openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'
import { expectTooLargeQuantityToHoldBack } from './too-large-quantity.ts'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

test.each(selectJourneyScreenSizes('mall'))('goods are returned and the money is refunded, on a %s', async (size: ScreenSize) => {
  const { token, staff, buyer, orderNo } = await createShippedOrder(testMall, 'U84')
  const before = (await buyer.wallet.overview({})).balance

  // The buyer applies on the page of his order, with a picture.
  const mall = await openPage(testMall, { size, token, path: `/my_order_detail?orderNo=${orderNo}` })
  const { page } = mall
  await page.getByRole('button', { name: '申请售后' }).click()
  await page.getByRole('radio', { name: /^退货退款/ }).check()
  await page.getByRole('checkbox', { name: /^选择 .* 已发货$/ }).click()
  const units = page.getByRole('textbox', { name: /已发货数量$/ })
  await units.fill('3')
  await units.press('Tab')
  await expectTooLargeQuantityToHoldBack(page, units, page.getByRole('button', { name: '提交申请' }))
  await page.getByRole('button', { name: '提交申请' }).click()
  await waitForFormRefusal(page.getByText('请选择原因'))
  await chooseOption(page.getByRole('combobox', { name: /原因/ }), '质量问题')
  await page.getByRole('textbox', { name: '说明' }).fill('合金头崩裂，批号 2026-11')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
  await page.getByRole('img', { name: '已上传的图片 1' }).waitFor()
  const due = await page.getByText('退回现金钱包').locator('..').locator('..').textContent()
  expect(due).toMatch(/¥[\d,.]+/)
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('退货退款 · 待审核').waitFor()
  await page.getByRole('img', { name: '售后图片 1' }).waitFor()
  const id = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? expect.fail('no after-sale')

  // The support looks at the picture and approves.
  const desk = await openPage(testMall, { size, app: 'console', token: staff, path: '/after_sales?queue=decide' })
  const ops = desk.page
  await ops.getByText(orderNo).first().waitFor()
  const { afterSaleNo } = await buyer.afterSale.detail({ id })
  await ops.getByRole('link', { name: afterSaleNo }).click()
  await ops.getByRole('img', { name: '买家上传的图片 1' }).waitFor()
  const address = ops.url()
  await ops.getByRole('button', { name: '同意' }).click()
  await ops
    .getByRole('dialog')
    .getByRole('button', { name: /^同\s?意$/ })
    .click()
  // The queue goes on: the next case, or its end.
  await ops.getByText(/^已同意$/).waitFor()
  await ops.waitForURL((url) => url.href !== address)

  // The buyer enters the parcel of the goods.
  await page.reload()
  await page.getByRole('button', { name: '填写退货物流' }).click()
  const dialog = page.getByRole('dialog', { name: '填写退货物流' })
  await chooseOption(dialog.getByLabel('承运公司'), '顺丰速运')
  await dialog.getByLabel('运单号').fill('SF10086')
  await dialog.getByRole('button', { name: '提交' }).click()
  await dialog.getByText(/SF 加 13 位数字/).waitFor()
  await dialog.getByLabel('运单号').fill('SF1008612345678')
  await dialog.getByRole('button', { name: '提交' }).click()
  await page.getByText('退货退款 · 退货中').waitFor()

  // The warehouse accepts two of three, and one of them can be sold again. Finance refunds them.
  await ops.goto(address)
  await ops.reload()
  await ops.getByRole('button', { name: /^验\s?收$/ }).click()
  const drawer = ops.getByRole('dialog')
  await drawer.getByRole('spinbutton', { name: '合格' }).fill('2')
  await drawer.getByRole('spinbutton', { name: '可再售' }).fill('1')
  await drawer.getByRole('button', { name: '提交验收' }).click()
  await ops.getByText('已登记验收').waitFor()
  await ops.waitForURL((url) => url.href !== address)
  await ops.goto(address)
  await ops.getByText('待退款').first().waitFor()
  await ops.getByRole('button', { name: /^退款 ¥/ }).click()
  await ops.getByRole('dialog').getByRole('button', { name: '确认退款' }).click()
  await ops
    .getByText(/^已退款$/)
    .first()
    .waitFor()

  await page.reload()
  await page.getByText('退货退款 · 已退款').waitFor()
  const { refunded, lines } = await buyer.afterSale.detail({ id })
  expect(lines[0]).toMatchObject({ asked: 3, accepted: 2, restocked: 1 })
  expect((await buyer.wallet.overview({})).balance).toBe(before + (refunded ?? 0))
  expect(refunded).toBeGreaterThan(0)
  expect([...mall.problems, ...desk.problems]).toEqual([])
  await Promise.all([mall.context.close(), desk.context.close()])
})

test('all invariants hold', async () => expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({}))
