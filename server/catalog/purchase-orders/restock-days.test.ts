import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, warehouse] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('warehouse')]
const lin = await mall.buyer('林')
const { setExpectedDay } = contract.consolePurchaseOrder
const { supplierId } = await catalogue.api.consoleSupplier.save({
  name: '株洲硬质合金',
  creditCode: '',
  contactName: '周敏',
  contactPhone: '',
  paymentTerms: '月结 30 天',
  leadDays: 7,
  active: true,
})
const skuId = await mall.createSku('钎头 R32', { stock: 0 })
const otherSkuId = await mall.createSku('钎套', { stock: 0 })
const { skuCode: otherCode } = await catalogue.api.consoleSku.detail({ skuId: otherSkuId })
const { skuCode, goodsId } = await catalogue.api.consoleSku.detail({ skuId })

/** The day on the page and on the card. */
const shown = async () => {
  const [page, list] = [await lin.api.goods.detail({ goodsId }), await lin.api.goods.list({ keyword: skuCode })]
  return [page.skus[0]?.restockDay, list.dataList[0]?.restockDay]
}
const draft = async (expectedDay: string | null) => {
  // The other line stays open, so the order does.
  const lines = [
    { skuCode, quantity: 10, price: yuanTextToFen('5') },
    { skuCode: otherCode, quantity: 5, price: yuanTextToFen('5') },
  ]
  return (await catalogue.api.consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay, note: '', lines })).id
}
const order = async (expectedDay: string | null) => {
  const id = await draft(expectedDay)
  await catalogue.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
  return id
}
const receive = (id: string, quantity: number) => warehouse.api.consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity }] })

test('buyers see when a supplier has promised more of a SKU, as long as it is to come and the day has not passed', async () => {
  expect(await shown()).toEqual([undefined, undefined])
  await order(null)
  const early = await draft('2026-11-20')
  expect(await shown()).toEqual([undefined, undefined])
  const later = await order('2026-12-01')
  expect(await shown()).toEqual(['2026-12-01', '2026-12-01'])
  const sooner = await order('2026-11-25')
  expect(await shown()).toEqual(['2026-11-25', '2026-11-25'])
  // A part of it came: the rest is still expected. The cart of a person who wants more than there is says so.
  await receive(sooner, 4)
  await lin.api.cart.add({ skuId, goodsNum: 4 })
  expect((await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)).toMatchObject([{ skuId, stock: 4, restockDay: '2026-11-25' }])
  await receive(sooner, 6)
  // The page says it to who wants more than there is; on a card it would only be said of what can be had.
  expect(await shown()).toEqual(['2026-12-01', undefined])
  for (const receiptNo of [1, 2]) await warehouse.api.consolePurchaseOrder.reverse({ id: sooner, receiptNo, reason: '入错单' })
  expect(await shown()).toEqual(['2026-11-25', '2026-11-25'])
  // The supplier is late: purchasing changes the day, or takes it back. Nothing else of a placed order changes.
  const day = (id: string, expectedDay: string | null, rowVersion: number) => ({ id, expectedDay, rowVersion })
  await catalogue.api.consolePurchaseOrder.setExpectedDay(day(sooner, '2026-11-28', 0))
  expect(await shown()).toEqual(['2026-11-28', '2026-11-28'])
  expect(await admin.post(setExpectedDay.path, day(sooner, '2026-11-29', 0))).toMatchObject({
    reason: 'ROW_CHANGED',
    msg: expect.stringContaining('2026-11-28'),
  })
  expect(await warehouse.post(setExpectedDay.path, day(sooner, null, 1))).toMatchObject({ code: 403 })
  expect(await catalogue.post(setExpectedDay.path, day(early, null, 0))).toMatchObject({ reason: 'PURCHASE_ORDER_STATE' })
  await catalogue.api.consolePurchaseOrder.setExpectedDay(day(sooner, null, 1))
  expect(await shown()).toEqual(['2026-12-01', '2026-12-01'])
  await catalogue.api.consolePurchaseOrder.setExpectedDay(day(sooner, '2026-11-25', 2))
  expect(await mall.findInvariantBreaches()).toEqual({})
  await receive(sooner, 4)
  await catalogue.api.consolePurchaseOrder.closeShort({ id: sooner, reason: '供应商停产' })
  await catalogue.api.consolePurchaseOrder.cancel({ id: later })
  expect(await shown()).toEqual([undefined, undefined])
  // A draft promises nothing, so giving it up changes nothing that buyers see.
  const readVersion = async () => (await mall.db.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version
  const before = await readVersion()
  await catalogue.api.consolePurchaseOrder.cancel({ id: await draft('2026-11-25') })
  await order(null)
  expect(await readVersion()).toBe(before)
  await catalogue.api.consolePurchaseOrder.place({ id: early, rowVersion: 0 })
  expect((await shown())[0]).toBe('2026-11-20')
  // A day that passes without the goods is no promise any more.
  mall.clock.now = new Date('2026-11-21T00:00:00+08:00')
  expect(await shown()).toEqual([undefined, undefined])
})
