import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DELIVERY_NOTES_PER_FILE_MAX } from '#contract/billing/documents/api.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { WAVE_ORDERS_MAX } from '#contract/orders/waves/shapes.ts'
import { WAYBILL_LABELS_PER_FILE_MAX } from '#contract/orders/waybills/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { DEMO_PAY_PASSWORD, MAIN, OPS } from '#tools/demo/people.ts'
import { printEffort, watchEffort } from './effort.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder, createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall, type TestMallWithProviders } from './test-mall.ts'

let testMall: TestMallWithProviders
beforeAll(async () => {
  testMall = await openTestMall({ labelling: true })
})
afterAll(() => testMall?.close())

/** How many orders the warehouse ships in the journey of the scanner. */
const SCANNED_ORDERS = selectByTestTier({ landing: 12, release: 200 })

/** 200 orders are placed, taken, printed and packed one by one, on a machine that runs other journeys too. */
const LONG = { timeout: selectByTestTier({ landing: 300_000, release: 1_800_000 }) }

/** A buyer orders one unit of a SKU, many times. Returns the code that the scanner reads. */
async function orderManyTimes(mall: TestMall, times: number): Promise<string> {
  const buyer = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const { dataList } = await buyer.goods.list({ keyword: 'U84', pageSize: 1 })
  const { skus } = await buyer.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  const sku = skus.find(({ minimum }) => minimum === 1) ?? expect.fail('every U84 has a minimum')
  const [address] = await buyer.address.list({})
  const lines = [{ skuId: sku.skuId, goodsNum: sku.minimum }]
  for (let at = 0; at < times; at++) {
    const { quote } = await buyer.order.preview({ lines, method: 'wallet' })
    const { tradeId } = await buyer.order.submit({ lines, method: 'wallet', addressId: address?.id ?? '', quote })
    await buyer.order.payByWallet({ tradeId, payPwd: DEMO_PAY_PASSWORD })
  }
  return sku.code
}

/** Puts all orders that wait into waves of their own: a wave takes those first that are due first, and holds no more than the journey's. */
async function putWaitingOrdersIntoWaves(mall: TestMall, token: string): Promise<void> {
  const { consoleWave } = createTypedApiClients(mall, token)
  for (let taken = 1; taken > 0; ) {
    const wave = await consoleWave.create({ count: WAVE_ORDERS_MAX }).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === 'WAVE_NOTHING') return { orders: 0 }
      throw error
    })
    taken = wave.orders
  }
}

/** Makes a wave of all orders that wait, and returns its id. */
async function makeWave(page: Page): Promise<string> {
  await page.getByRole('button', { name: '编成波次' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s?定$/ })
    .click()
  await page.getByRole('link', { name: '扫描装箱' }).waitFor()
  return new URL(page.url().replace('#', '')).searchParams.get('id') ?? expect.fail('no wave')
}

/**
 * The desk as the scanner sees it: it types and sends Enter into whatever has the focus, as a keyboard does. A hand types in the same way;
 * `countScanned` says how many of the keys were the scanner's.
 */
function createScanner(page: Page) {
  const notice = page.locator('.scan-notice')
  let scanned = 0
  const type = async (text: string, answer: RegExp) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await notice.filter({ hasText: answer }).waitFor()
  }
  const scan = (text: string, answer: RegExp) => {
    scanned += text.length + 1
    return type(text, answer)
  }
  return { notice, type, scan, countScanned: () => scanned }
}

/**
 * Measures what the tab has seen, once or several times. A measurement prints it, and takes off what the scanner has sent: the rest are keys
 * of a hand.
 */
async function watchHand(page: Page) {
  const read = await watchEffort(page)
  return async (name: string, countScanned = () => 0) => {
    const [before, scannedBefore] = [await read(), countScanned()]
    return async (keysMax: number) => {
      const after = await read()
      const byHand = after.keys - before.keys - (countScanned() - scannedBefore)
      const effort = { keys: byHand, clicks: after.clicks - before.clicks, seconds: after.seconds - before.seconds }
      printEffort(`${name}, ${SCANNED_ORDERS} orders, beside the scans`, effort)
      // Fewer would mean that the tab has missed some.
      expect(byHand).toBeGreaterThanOrEqual(0)
      expect(byHand).toBeLessThanOrEqual(keysMax)
    }
  }
}

test('the warehouse ships a wave by scanner: two scans per order and no keyboard', LONG, async () => {
  const token = await logInStaffByApi(testMall, OPS)
  await putWaitingOrdersIntoWaves(testMall, token)
  const code = await orderManyTimes(testMall, SCANNED_ORDERS)
  const desk = await openPage(testMall, { app: 'console', token, path: '/new_wave' })
  const { page } = desk
  await makeWave(page)
  await page.getByRole('link', { name: '扫描装箱' }).click()
  const field = page.getByRole('textbox', { name: '条码或运单号' })
  await field.waitFor()
  const office = createScreenInspector(desk)
  await office.settle()
  expect(await office.faults('/packing')).toEqual([])
  const { notice, type, scan, countScanned } = createScanner(page)
  const finish = await (await watchHand(page))('packed with typed numbers', countScanned)
  await scan('KT-NONE-1', /没有订单需要 KT-NONE-1/)
  // Keys that a hand presses: only the carrier, once, because the wave has none.
  await type('德邦', /承运公司：德邦快递/)
  for (let at = 1; at <= SCANNED_ORDERS; at++) {
    await scan(code, /已齐，请扫德邦快递运单号/)
    if (at === 3) {
      // What is in the box is still known when the page is loaded again.
      await page.reload()
      await notice.filter({ hasText: /接着装：已齐，请扫德邦快递运单号/ }).waitFor()
    }
    if (at === 2) {
      // A number that is on the parcel before is asked about; the right one follows.
      await scan('DPK777000000001', /同一单号已用于/)
    }
    await scan(`DPK777${String(at).padStart(9, '0')}`, /已发出/)
  }
  await finish(2 * SCANNED_ORDERS)
  await page.getByRole('link', { name: /^\d{12}$/ }).click()
  await page.getByText(`${SCANNED_ORDERS} /`).waitFor()
  const printing = page.getByRole('button', { name: /^打印送货单/ }).first()
  const [notes] = await Promise.all([page.waitForEvent('download'), printing.click()])
  expect(notes.suggestedFilename()).toMatch(new RegExp(`^送货单-.+-${Math.min(SCANNED_ORDERS, DELIVERY_NOTES_PER_FILE_MAX)}张\\.pdf$`))
  expect(desk.problems.filter((problem) => !problem.includes('409'))).toEqual([])
  expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({})
  await desk.context.close()
})

test('the warehouse takes the numbers of a wave by one press, prints the labels and scans them: no key at all', LONG, async () => {
  const token = await logInStaffByApi(testMall, OPS)
  await putWaitingOrdersIntoWaves(testMall, token)
  const code = await orderManyTimes(testMall, SCANNED_ORDERS)
  const staff = createTypedApiClients(testMall, token)
  const desk = await openPage(testMall, { app: 'console', token, path: '/new_wave' })
  const { page } = desk
  const id = await makeWave(page)

  // The first answer is lost at the carrier; the second press brings that number and takes no other.
  await fetch(`${testMall.carrierBase}/faults`, { method: 'POST', body: JSON.stringify({ mute: 1 }) })
  await page.getByRole('button', { name: /^取\s?号$/ }).click()
  const drawer = page.getByRole('dialog', { name: '取电子面单号' })
  const watch = await watchHand(page)
  const finishTaking = await watch('numbers taken')
  await drawer.getByRole('button', { name: /^取\s?号$/ }).click()
  await drawer.getByText(`已取号 ${SCANNED_ORDERS - 1} 单`).waitFor()
  await drawer.getByText('没有收到承运公司的答复').waitFor()
  const office = createScreenInspector(desk)
  await office.settle()
  expect(await office.faults('/wave')).toEqual([])
  await drawer.getByRole('button', { name: '再次取号' }).click()
  await drawer.getByText(`已取号 ${SCANNED_ORDERS} 单`, { exact: true }).waitFor()
  await drawer.getByRole('button', { name: /^取\s?消$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  await finishTaking(0)

  const [labels] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '打印面单' }).click()])
  expect(labels.suggestedFilename()).toMatch(new RegExp(`^电子面单-.+-${Math.min(SCANNED_ORDERS, WAYBILL_LABELS_PER_FILE_MAX)}张\\.pdf$`))
  await page.getByText(`已打印 ${SCANNED_ORDERS} 张面单`).waitFor()

  const { orders } = await staff.consoleWave.packing({ id })
  const numbers = orders.map(({ waybill }) => waybill?.trackingNo ?? expect.fail('no number'))
  expect(new Set(numbers).size).toBe(SCANNED_ORDERS)
  await page.getByRole('link', { name: '扫描装箱' }).click()
  await page.getByRole('textbox', { name: '条码或运单号' }).waitFor()
  const { scan, countScanned } = createScanner(page)
  const finishPacking = await watch('packed with taken numbers', countScanned)
  for (const [at, number] of numbers.entries()) {
    await scan(code, new RegExp(`已齐，请扫面单 …${number.slice(-4)}`))
    // The label of the next order is not for this parcel.
    if (at === 0) await scan(numbers[1] ?? '', new RegExp(`这是第 ${orders[1]?.place} 单的面单`))
    await scan(number, /已发出/)
  }
  await finishPacking(0)

  // What was taken and used is in the list, and is not given back any more.
  await desk.go(`/waybills?orderNo=${orders[0]?.orderNo}`)
  await page.getByText('已随包裹发出').waitFor()
  expect(await page.getByRole('button', { name: /^取消面单/ }).count()).toBe(0)
  await office.settle()
  expect(await office.faults('/waybills')).toEqual([])
  expect(desk.problems).toEqual([])
  expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({})
  await desk.context.close()
})

test('the packer takes another batch than the proposed one by keys, and goes on scanning', async () => {
  await putWaitingOrdersIntoWaves(testMall, await logInStaffByApi(testMall, OPS))
  const { ops, staff, enterpriseId, orderNo } = await createPaidOrder(testMall, 'LJ2-15')
  const { id } = await ops.consoleWave.create({ count: WAVE_ORDERS_MAX })
  const { orders, lying } = await ops.consoleWave.packing({ id })
  const [line = expect.fail('no line')] = orders[0]?.lines ?? []
  const other = lying.findLast(({ batchId }) => line.batches.every((batch) => batch.batchId !== batchId)) ?? expect.fail('no other batch')
  const desk = await openPage(testMall, { app: 'console', token: staff, path: `/packing?id=${id}` })
  const { page } = desk
  await page.getByRole('textbox', { name: '条码或运单号' }).waitFor()
  const { scan } = createScanner(page)
  await scan(line.skuCode, /还差/)
  const field = page.getByRole('combobox', { name: /批次$/ })
  for (let tabs = 0; tabs < 8 && (await field.and(page.locator(':focus')).count()) === 0; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.type(other.batchNo)
  await page.getByRole('option', { name: other.batchNo }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByText(`取批次 ${formatBatch(other)} × 4`).waitFor()
  const office = createScreenInspector(desk)
  await office.settle()
  expect(await office.faults('/packing')).toEqual([])
  // The choice is kept with the box.
  await page.reload()
  await page.getByText(`取批次 ${formatBatch(other)} × 4`).waitFor()
  await scan(`3*${line.skuCode}`, /已齐/)
  await scan('德邦', /德邦快递/)
  await scan('DPK777900000001', /已发出/)
  const { parcels } = await ops.consoleOrder.detail({ enterpriseId, orderNo })
  expect(parcels.map(({ lines }) => lines.map(({ batches }) => batches.map(({ batchNo, units }) => [batchNo, units])))).toEqual([
    [[[other.batchNo, 4]]],
  ])
  expect(desk.problems).toEqual([])
  expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({})
  await desk.context.close()
})
