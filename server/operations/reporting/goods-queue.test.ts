import { expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createKuaidi100WaybillNumbers } from '#server/adapters/waybill-numbers/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPurchasingTestData } from '#server/platform/testing/purchasing-scene.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { startWaybillSandbox } from '#server/platform/testing/waybill-sandbox.ts'

// Each card counts what its list shows, and its list begins with what waits longest.

const mall = await openMall()
const sandbox = await startWaybillSandbox()
mall.services.waybills = createKuaidi100WaybillNumbers(sandbox.account)
const admin = await mall.staff('admin')
const keeper = await mall.staff('warehouse', 'catalogue', 'finance', 'support')
const lin = await mall.buyer('林', { wallet: '90000' })
const skuId = await mall.createSku('导向轮', { code: 'KT-WAIT', stock: 100, sale: '10.00' })
const { template } = await createCouponHelpers(mall)
const today = () => toShanghaiDay(mall.clock.now)
const passes = async (days: number) => {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.renew()
}
const waits = async (kind: WorkQueueItem['kind'], who = admin): Promise<WorkQueueItem | undefined> =>
  (await who.api.consoleQueue.list({})).find((item) => item.kind === kind)
/** What the card counts, what the list counts, and the rows of the list. */
async function compare<Row>(kind: WorkQueueItem['kind'], list: Promise<{ dataList: Row[]; total: number }>): Promise<Row[]> {
  const { dataList, total } = await list
  expect({ kind, count: (await waits(kind))?.count }).toEqual({ kind, count: total })
  return dataList
}

test('purchase orders wait from their day on, those whose day is longest over first', async () => {
  const { supplierId } = await createPurchasingTestData(mall)
  const order = async (expectedDay: string | null) => {
    const lines = [{ skuCode: 'KT-WAIT', quantity: 30, price: yuanTextToFen('11.30') }]
    const { id } = await admin.api.consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay, note: '', lines })
    await admin.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
    return id
  }
  const [late, later, never] = [await order(addDays(today(), 3)), await order(addDays(today(), 2)), await order(null)]
  expect(await waits('purchaseDue')).toMatchObject({ count: 0, oldestAt: null })
  await passes(3)
  const rows = await compare('purchaseDue', admin.api.consolePurchaseOrder.list({ due: true }))
  expect(rows.map(({ id }) => id)).toEqual([later, late])
  expect(rows.map(({ id }) => id)).not.toContain(never)
  expect((await waits('purchaseDue'))?.oldestAt?.toISOString()).toBe(`${addDays(today(), -2)}T16:00:00.000Z`)
  await admin.api.consolePurchaseOrder.receive({ id: late, lines: [{ lineNo: 1, quantity: 30 }] })
  expect((await compare('purchaseDue', admin.api.consolePurchaseOrder.list({ due: true }))).map(({ id }) => id)).toEqual([later])
})

test('invoices of suppliers wait to be decided, and those sent back to be corrected', async () => {
  const { consoleSupplierInvoice } = keeper.api
  const [row] = await compare('supplierInvoice', consoleSupplierInvoice.list({ state: 'DIFFERENT' }))
  const { id, rowVersion } = row ?? expect.fail('none differs')
  expect(await waits('supplierInvoiceReturned')).toMatchObject({ count: 0 })
  await consoleSupplierInvoice.sendBack({ id, rowVersion, reason: '单价不符' })
  expect(await compare('supplierInvoice', consoleSupplierInvoice.list({ state: 'DIFFERENT' }))).toEqual([])
  expect(await compare('supplierInvoiceReturned', consoleSupplierInvoice.list({ state: 'RETURNED' }))).toMatchObject([{ id }])
})

test('count sheets that are open or counted are listed the longest first, all sheets the newest first', async () => {
  const { consoleStockCount } = keeper.api
  const create = async (code: string) => {
    await mall.createSku(`盘点 ${code}`, { code, stock: 4 })
    mall.clock.forward(60_000)
    return (await consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: [code] })).id
  }
  const [first, second] = [await create('COUNT-1'), await create('COUNT-2')]
  const ids = async (filter: Parameters<typeof consoleStockCount.list>[0]) =>
    (await consoleStockCount.list(filter)).dataList.map(({ id }) => id)
  expect([await ids({ state: 'OPEN' }), await ids({})]).toEqual([
    [first, second],
    [second, first],
  ])
  for (const id of [second, first]) {
    mall.clock.forward(60_000)
    await consoleStockCount.enter({ id, lines: [{ lineNo: 1, counted: 4, before: null }] })
    await consoleStockCount.submit({ id, rowVersion: 0 })
  }
  expect([await ids({ state: 'COUNTED' }), await ids({})]).toEqual([
    [second, first],
    [second, first],
  ])
})

test('a SKU waits at or below its own mark, and one without a mark does not', async () => {
  const { consoleSku } = admin.api
  const marked = await mall.createSku('有预警的齿', { code: 'MARKED', stock: 5 })
  await mall.createSku('没有预警的齿', { code: 'PLAIN', stock: 1 })
  await mall.db.updateTable('sku').set({ low_stock: 4 }).where('id', '=', marked).execute()
  expect(await compare('stockLow', consoleSku.list({ belowMark: true }))).toEqual([])
  await consoleSku.adjustStock({ skuId: marked, change: -1, reason: '破损' })
  expect(await compare('stockLow', consoleSku.list({ belowMark: true }))).toMatchObject([{ skuId: marked }])
})

test('a transfer waits after five days on the way, and those on the way are listed the longest first', async () => {
  const { consoleStockTransfer } = keeper.api
  const toId = await createSecondWarehouse(mall)
  const sends = async () => {
    const lines = [{ skuCode: 'KT-WAIT', quantity: 1 }]
    const { id } = await consoleStockTransfer.save({ fromId: MAIN_WAREHOUSE_ID, toId, note: '', lines })
    await consoleStockTransfer.send({ id, rowVersion: 0 })
    return id
  }
  const first = await sends()
  await passes(1)
  const second = await sends()
  await passes(4)
  expect(await compare('stockTransferLate', consoleStockTransfer.list({ late: true }))).toMatchObject([{ id: first }])
  expect((await consoleStockTransfer.list({ state: 'SENT' })).dataList.map(({ id }) => id)).toEqual([first, second])
  await consoleStockTransfer.receive({ id: first, lines: [{ lineNo: 1, quantity: 1 }] })
  expect(await compare('stockTransferLate', consoleStockTransfer.list({ late: true }))).toEqual([])
})

test('a waybill waits ten minutes after an answer that was lost', async () => {
  const { consoleWaybill } = keeper.api
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  sandbox.faults.deaf = 1
  const order = { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '' }
  expect((await consoleWaybill.take({ carrier: '德邦快递', orders: [order] })).rows).toMatchObject([{ result: 'unknown' }])
  expect(await compare('waybillUnconfirmed', consoleWaybill.list({ unanswered: true }))).toEqual([])
  mall.clock.forward(600_000)
  expect(await compare('waybillUnconfirmed', consoleWaybill.list({ unanswered: true }))).toMatchObject([{ orderNo: order.orderNo }])
})

test('a proposal waits on its last two days, and for three days after the buyer has declined it', async () => {
  const { consoleOrderProposal } = keeper.api
  const { enterpriseId, userId, addressId } = lin
  const lines = [{ skuId, goodsNum: 1 }]
  const send = () => consoleOrderProposal.send({ enterpriseId, userId, addressId, remark: '', lines })
  const [open, declined] = [await send(), await send()]
  await lin.api.orderProposal.decline({ id: declined.id, reason: '已另购' })
  expect(await compare('proposalDeclined', consoleOrderProposal.list({ queue: 'declined' }))).toMatchObject([{ id: declined.id }])
  const { validUntil } = await consoleOrderProposal.detail({ enterpriseId, id: open.id })
  const daysLeft = Math.round((Date.parse(validUntil) - Date.parse(today())) / ONE_DAY_MS)
  await passes(daysLeft - 2)
  expect(await compare('proposalEnding', consoleOrderProposal.list({ queue: 'ending' }))).toEqual([])
  await passes(1)
  expect(await compare('proposalEnding', consoleOrderProposal.list({ queue: 'ending' }))).toMatchObject([{ id: open.id }])
  await passes(2)
  expect(await compare('proposalEnding', consoleOrderProposal.list({ queue: 'ending' }))).toEqual([])
  expect(await compare('proposalDeclined', consoleOrderProposal.list({ queue: 'declined' }))).toEqual([])
})

test('coupons and banners that end within three days wait for marketing, and what is fully claimed or drafted', async () => {
  const who = await mall.staff('marketing')
  const { consoleCoupon, consoleBanner, consoleArticle } = who.api
  const waitsFor = (kind: WorkQueueItem['kind']) => waits(kind, who)
  const soon = await template({ fromDay: today(), untilDay: addDays(today(), 3) })
  const later = await template({ fromDay: today(), untilDay: addDays(today(), 9), way: 'grant', total: 1 })
  expect([await waitsFor('couponEnding'), await waitsFor('couponFull')]).toMatchObject([{ count: 0 }, { count: 0 }])
  await consoleCoupon.grant({ templateId: later, batchId: mall.moment().newId(), enterpriseIds: [lin.enterpriseId] })
  expect(await compare('couponFull', consoleCoupon.templates({ templateState: 'full' }))).toMatchObject([{ templateId: later }])
  const banner = { title: '清仓', note: '', target: '', tone: 'pine' as const, shown: true, position: 1, rowVersion: 0 }
  await consoleBanner.save({ ...banner, dateFrom: today(), dateTo: addDays(today(), 3) })
  expect([await waitsFor('bannerEnding'), (await consoleBanner.list({})).map(({ ending }) => ending)]).toMatchObject([
    { count: 0 },
    [false],
  ])
  const { rev, written } = await consoleArticle.detail({ id: 'wallet' })
  expect(await waitsFor('articleDraft')).toMatchObject({ count: 0, oldestAt: null })
  await consoleArticle.save({ id: 'wallet', rev, ...written, summary: '改' })
  await passes(1)
  expect(await compare('articleDraft', consoleArticle.list({ state: 'draft' }))).toMatchObject([{ id: 'wallet' }])
  const ending = await compare('couponEnding', (await mall.staff('marketing')).api.consoleCoupon.templates({ ending: true }))
  expect(ending).toMatchObject([{ templateId: soon }])
  expect((await admin.api.consoleBanner.list({})).map((one) => one.ending)).toEqual([true])
  expect(await waits('bannerEnding')).toMatchObject({ count: 1 })
  expect((await waits('articleDraft'))?.oldestAt).not.toBeNull()
})

test('failed jobs are counted for whoever may open their screen', async () => {
  expect(await waits('jobFailed')).toMatchObject({ count: 0, oldestAt: null })
  expect(await waits('jobFailed', keeper)).toBeUndefined()
})

test('whoever keeps another shop has none of it', async () => {
  const { staffId } = await keeper.api.staff.me({})
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  const kinds = [
    'purchaseDue',
    'supplierInvoice',
    'supplierInvoiceReturned',
    'stockLow',
    'stockTransferLate',
    'waybillUnconfirmed',
  ] as const
  expect((await waits('purchaseDue'))?.count).toBeGreaterThan(0)
  const seen = (await keeper.api.consoleQueue.list({})).filter(({ kind }) => kinds.some((one) => one === kind))
  expect(seen.map(({ kind, count }) => [kind, count])).toEqual(expect.arrayContaining(kinds.map((kind) => [kind, 0])))
})
