import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

/** The warehouse sends some units by courier. */
async function sends(desk: Page, { trackingNo, units }: { trackingNo: string; units: number }): Promise<void> {
  await desk.getByRole('button', { name: /^发\s?货$/ }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByRole('combobox', { name: /承运公司/ }).fill('安能物流')
  await drawer.getByRole('textbox', { name: /运单号/ }).fill(trackingNo)
  await drawer.getByRole('spinbutton', { name: /本次发出$/ }).fill(String(units))
  await drawer.getByRole('button', { name: '确认发货' }).click()
  await desk.getByText(trackingNo).first().waitFor()
  await drawer.waitFor({ state: 'hidden' })
}

/** Staff add a tracking step to the first parcel. */
async function addTrack(desk: Page, { place, text }: { place: string; text: string }): Promise<void> {
  await desk.getByRole('listitem', { name: '包裹 1' }).getByRole('button', { name: '录入轨迹' }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByRole('textbox', { name: '地点' }).fill(place)
  await drawer.getByRole('textbox', { name: '内容' }).fill(text)
  await drawer.getByRole('button', { name: /^录\s?入$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  await desk.getByText(text).waitFor()
}

test('an order ships in two parcels; the buyer tracks it, saves a note, confirms receipt, uploads the proof', async () => {
  const { token, staff, buyer, enterpriseId, orderNo } = await createPaidOrder(testMall, 'U84')
  const desk = await openPage(testMall, { app: 'console', token: staff, path: `/order?enterpriseId=${enterpriseId}&orderNo=${orderNo}` })
  await sends(desk.page, { trackingNo: '300020260001', units: 3 })
  await sends(desk.page, { trackingNo: '300020260002', units: 1 })
  await addTrack(desk.page, { place: '深圳龙岗', text: '已揽收，商品装车' })
  await addTrack(desk.page, { place: '广州增城', text: '到达分拨中心' })
  const office = createScreenInspector(desk)
  await office.settle()
  expect(await office.faults('console order')).toEqual([])

  // On his phone the buyer sees both parcels, and the tracking of the first, the latest step first.
  const mall = await openPage(testMall, { size: 'phone', token, path: `/my_order_express?orderNo=${orderNo}` })
  const { page } = mall
  const [first, second] = [page.getByRole('article', { name: '包裹 1' }), page.getByRole('article', { name: '包裹 2' })]
  await second.getByText('物流信息由客服更新').waitFor()
  const way = first.getByRole('list', { name: '包裹 1 的物流轨迹' }).getByRole('listitem')
  expect((await way.allTextContents()).map((text) => text.replace(/\d{4}-.*/, ''))).toEqual([
    '广州增城到达分拨中心',
    '深圳龙岗已揽收，商品装车',
  ])
  const [note] = await Promise.all([page.waitForEvent('download'), first.getByRole('button', { name: '下载送货单' }).click()])
  expect(note.suggestedFilename()).toBe(`送货单-${orderNo}01.pdf`)
  expect(
    readFileSync(await note.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await first.getByRole('button', { name: '确认收到该包裹' }).click()
  await page.getByRole('alertdialog', { name: '确认收到包裹 1' }).getByRole('button', { name: '确认收货' }).click()
  await first.getByText('已收货').waitFor()
  await first.getByRole('button', { name: '上传签收单' }).click()
  const dialog = page.getByRole('dialog', { name: '上传签收单' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
  await dialog.getByRole('img', { name: '已上传的签收单' }).waitFor()
  await dialog.getByRole('button', { name: '提交' }).click()
  await first.getByRole('img', { name: '签收单 1' }).waitFor()
  const onPhone = createScreenInspector(mall)
  await onPhone.settle()
  expect(await onPhone.faults('/my_order_express')).toEqual([])

  // One of two parcels has arrived, so the order waits for the other one. Staff see the signed delivery note.
  const { state, parcels } = await buyer.order.detail({ orderNo })
  expect([state, ...parcels.map(({ receivedAt }) => receivedAt !== null)]).toEqual(['SENT', true, false])
  await desk.page.reload()
  await desk.page.getByRole('img', { name: '签收单 1' }).waitFor()
  expect(desk.problems).toEqual([])
  expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({})
  await Promise.all([mall.context.close(), desk.context.close()])
})

test('a tracking number already in use is confirmed for that number only: another one asks again', async () => {
  const { ops, staff, enterpriseId, orderNo } = await createPaidOrder(testMall, 'U84')
  const used = ['300020260011', '300020260012'] as const
  const carrier = '安能物流'
  for (const trackingNo of used)
    await ops.consoleFulfilment.ship({ enterpriseId, orderNo, carrier, trackingNo, lines: [{ lineNo: 1, quantity: 1 }] })
  const desk = await openPage(testMall, { app: 'console', token: staff, path: `/order?enterpriseId=${enterpriseId}&orderNo=${orderNo}` })
  await desk.page.getByRole('button', { name: /^发\s?货$/ }).click()
  const drawer = desk.page.getByRole('dialog')
  const shared = drawer.getByRole('checkbox', { name: '确认合并发货：两个包裹用同一运单' })
  // The company's last carrier is proposed on a device that has shipped nothing.
  const proposed = drawer.getByRole('combobox', { name: /承运公司/ })
  await expect.poll(() => proposed.inputValue()).toBe(carrier)
  await expect.poll(() => desk.page.evaluate('document.activeElement.outerHTML')).toContain('trackingNo')
  await drawer.getByRole('spinbutton', { name: /本次发出$/ }).fill('1')
  for (const trackingNo of used) {
    await drawer.getByRole('textbox', { name: /运单号/ }).fill(trackingNo)
    await shared.waitFor({ state: 'hidden' })
    await drawer.getByRole('button', { name: '确认发货' }).click()
    await drawer.getByText('同一单号已用于').waitFor()
    expect(await shared.isChecked(), trackingNo).toBe(false)
    await shared.check()
  }
  await drawer.getByRole('button', { name: '确认发货' }).click()
  await drawer.waitFor({ state: 'hidden' })
  const { parcels } = await ops.consoleOrder.detail({ enterpriseId, orderNo })
  expect(parcels.map(({ trackingNo }) => trackingNo).sort()).toEqual([...used, used[1]])

  // The device remembers its carrier, whatever the company's last parcel says.
  const { parcelNo = 0, rowVersion = 0 } = parcels.find((parcel) => parcel.parcelNo === parcels.length) ?? {}
  const corrected = { carrier: '德邦快递', trackingNo: createWaybillNo(), reason: '录错了承运公司' }
  await ops.consoleFulfilment.correctParcel({ enterpriseId, orderNo, parcelNo, rowVersion, ...corrected })
  await desk.page.reload()

  // A colleague sends the rest while the form is open: it says so and closes.
  await desk.page.getByRole('button', { name: /^发\s?货$/ }).click()
  await expect.poll(() => proposed.inputValue()).toBe(carrier)
  await drawer.getByRole('textbox', { name: /运单号/ }).fill('300020260013')
  const [line] = (await ops.consoleOrder.detail({ enterpriseId, orderNo })).lines
  const quantity = (line?.goodsNum ?? 0) - used.length - 1
  await ops.consoleFulfilment.ship({ enterpriseId, orderNo, carrier, trackingNo: '300020260014', lines: [{ lineNo: 1, quantity }] })
  await drawer.getByRole('button', { name: '确认发货' }).click()
  await desk.page.getByText(/^.+ 已于 \d\d:\d\d 全部发出$/).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  expect(desk.problems).toEqual([])
  await desk.context.close()
})
