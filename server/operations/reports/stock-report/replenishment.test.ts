import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'

const mall = await openMall()
const { order, warehouse } = await createAfterSaleHelpers(mall)
const [admin, catalogue] = [await mall.staff('admin'), await mall.staff('catalogue')]
const lin = await mall.buyer('林', { wallet: '90000' })
const today = toShanghaiDay(mall.clock.now)

const describeSku = async (skuId: string) =>
  mall.db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .select(['sku.code', 'shop_id'])
    .where('sku.id', '=', skuId)
    .executeTakeFirstOrThrow()
const addSupplier = async (name: string) => {
  const facts = { creditCode: '', contactName: '周敏', contactPhone: '', paymentTerms: '', leadDays: 30, active: true }
  return (await catalogue.api.consoleSupplier.save({ name, ...facts })).supplierId
}
const [dear, cheap] = [await addSupplier('贵的供应商'), await addSupplier('便宜的供应商')]
type Advice = Partial<Parameters<typeof warehouse.api.consoleStockReport.replenishment>[0]>
const list = async (input: Advice = {}) => (await warehouse.api.consoleStockReport.replenishment(input)).dataList
const find = async (skuId: string, input: Advice = {}) => (await list(input)).find((row) => row.skuId === skuId)

// Of 100 each, 60 and 90 were sold; of 1,000, 30.
const bought = await order(lin, [
  { price: '10', units: 60 },
  { price: '10', units: 90 },
  { price: '10', units: 30, stock: 1_000 },
])
const [steady = '', fast = '', calm = ''] = bought.skuIds
await computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
const { code, shop_id } = await describeSku(steady)
const shopId = shop_id ?? expect.fail('goods without a shop')
for (const [supplierId, price, leadDays, minimum] of [
  [dear, '9.00', 3, 1],
  [cheap, '7.00', 13, 50],
] as const)
  await catalogue.api.consoleSupplier.addPrice({
    supplierId,
    skuCode: code,
    price: yuanTextToFen(price),
    leadDays,
    minimum,
    validFrom: addDays(today, -1),
  })

test('what does not last until new goods come and for thirty days more is advised, the first to be sold out at the beginning', async () => {
  const rows = await list()
  expect(rows.map(({ skuId }) => skuId)).toEqual([fast, steady])
  // 3 a day: 10 last 3 days. Nobody has a price, so 7 days are assumed: 37 × 3 − 10.
  expect(rows[0]).toMatchObject({
    available: 10,
    reserved: 90,
    sold30: 90,
    sold90: 90,
    soldLastYear: null,
    average: 3,
    daysLeft: 3,
    supplier: null,
    urgent: true,
    advised: 101,
    inWarehouse: null,
  })
  // 2 a day: 40 last 20 days. (13 + 30) × 2 − 40 = 46, and the cheapest supplier sells no less than 50.
  const supplier = { supplierId: cheap, name: '便宜的供应商', price: yuanTextToFen('7.00'), leadDays: 13, minimum: 50 }
  expect(rows[1]).toMatchObject({ available: 40, average: 2, daysLeft: 20, supplier, urgent: false, advised: 50 })
  expect(await find(calm)).toBeUndefined()
  expect(await warehouse.api.consoleStockReport.replenishmentSums({})).toEqual({
    asOf: mall.clock.now,
    lastYear: null,
    skus: 2,
    urgentSkus: 1,
    unpricedSkus: 1,
  })
})

test('the address says for how many days, by which average, of whom, from where, and whether only what is urgent', async () => {
  // (13 + 60) × 2 − 40.
  expect(await find(steady, { coverDays: 60 })).toMatchObject({ advised: 106 })
  // 60 in 90 days, rounded: 43 × 2/3 is less than 40.
  expect(await find(steady, { averageDays: 90 })).toBeUndefined()
  expect(await find(fast, { averageDays: 90 })).toMatchObject({ average: 1, daysLeft: 10, advised: 27, urgent: false })
  expect((await list({ urgent: true })).map(({ skuId }) => skuId)).toEqual([fast])
  // (3 + 30) × 2 − 40.
  expect(await list({ supplierId: dear })).toMatchObject([{ skuId: steady, supplier: { supplierId: dear }, advised: 26 }])
  const other = await createSecondWarehouse(mall)
  expect(await list({ warehouseId: other })).toEqual([])
  expect((await list({ warehouseId: MAIN_WAREHOUSE_ID })).map(({ inWarehouse }) => inWarehouse)).toEqual([100, 100])
  const { consoleStockTransfer } = warehouse.api
  const moved = await consoleStockTransfer.save({
    fromId: MAIN_WAREHOUSE_ID,
    toId: other,
    note: '',
    lines: [{ skuCode: code, quantity: 15 }],
  })
  await consoleStockTransfer.send({ id: moved.id, rowVersion: 0 })
  expect(await find(steady)).toMatchObject({ inTransit: 15, available: 40, advised: 50 })
  expect((await list({ pageSize: 1, pageNo: 2 })).map(({ skuId }) => skuId)).toEqual([steady])
})

test('what is drafted, and then placed and received in a part, is not advised again', async () => {
  const lines = [{ skuCode: code, quantity: 30, price: null }]
  const typed = { supplierId: cheap, taxRate: 1_300, expectedDay: null, note: '', lines }
  const { id } = await catalogue.api.consolePurchaseOrder.save(typed)
  expect(await find(steady)).toMatchObject({ onOrder: 30, drafted: 30, advised: 50 })
  await catalogue.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
  expect(await find(steady, { coverDays: 90 })).toMatchObject({ onOrder: 30, drafted: 0, advised: 136 })
  const part = { id, lines: [{ lineNo: 1, quantity: 10 }], note: '' }
  expect(await warehouse.post('/console-api/api/purchase-order/receive', part, { 'idempotency-key': randomUUID() })).toMatchObject({
    code: 200,
  })
  expect(await find(steady, { coverDays: 90 })).toMatchObject({ available: 50, onOrder: 20, advised: 136 })
})

test('a stopped supplier and a price of tomorrow do not count', async () => {
  const { rowVersion } = await catalogue.api.consoleSupplier.detail({ supplierId: cheap })
  const price = { supplierId: dear, skuCode: code, price: yuanTextToFen('1'), leadDays: 100, minimum: 1, validFrom: addDays(today, 1) }
  await catalogue.api.consoleSupplier.addPrice(price)
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '', leadDays: 30 }
  await catalogue.api.consoleSupplier.save({ name: '便宜的供应商', ...facts, active: false, supplierId: cheap, rowVersion })
  expect(await find(steady, { coverDays: 90 })).toMatchObject({ supplier: { supplierId: dear, leadDays: 3 }, advised: 116 })
})

test('whoever keeps certain shops gets advice for these alone, and support none at all', async () => {
  const keeper = await mall.staff('catalogue', 'warehouse')
  const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'catalogue,warehouse') ?? {}
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleStockReport.replenishment({})).total).toBe(0)
  expect((await keeper.api.consoleStockReport.replenishment({ shopId })).total).toBe(0)
  expect(await keeper.api.consoleStockReport.replenishmentSums({})).toMatchObject({ skus: 0 })
  const support = await mall.staff('support')
  expect(await support.post('/console-api/api/stock-report/replenishment', {})).toMatchObject({ code: 403 })
})

test('what the equipment of companies wears on a day counts, if it is more than what is sold', async () => {
  const runs = async (name: string, hours: readonly (readonly [daysAgo: number, hours: number])[]) => {
    const { id } = await lin.api.equipment.add({ name, wears: [{ skuId: calm, rate: 500 }] })
    for (const [daysAgo, runHours] of hours) await lin.api.equipment.addReading({ id, day: addDays(today, -daysAgo), runHours })
    return id
  }
  // Ten and twenty hours a day at five units an hour; of one that was read once nobody knows the hours.
  const ids = [
    await runs('掘进机 1', [
      [10, 100],
      [0, 200],
    ]),
    await runs('掘进机 2', [
      [5, 300],
      [0, 400],
    ]),
    await runs('掘进机 3', [[0, 9_000]]),
  ]
  // (7 + 30) × 150 − 970, though one a day is sold.
  expect(await find(calm)).toMatchObject({
    sold30: 30,
    wornDaily: 150,
    machines: 2,
    average: 150,
    daysLeft: 6,
    urgent: true,
    advised: 4_580,
  })
  expect(await find(fast)).toMatchObject({ wornDaily: 0, machines: 0, average: 3 })
  for (const id of ids) await lin.api.equipment.delete({ id })
  expect(await find(calm)).toBeUndefined()
})

test('after a year the same days of the last year count, if more was sold in them', async () => {
  const begun = addDays(today, -370)
  const none = yuanTextToFen('0')
  await mall.db
    .insertInto('sales_day')
    .values({ day: begun, made_at: mall.clock.now, closed: true, drawn_fen: none, owed_fen: none })
    .execute()
  const total = { dimension: 'sku', span: 'day', day: addDays(today, -360), key: calm, shop_id: shopId, orders: 1 } as const
  const sums = { units: 1_200, sold_fen: yuanTextToFen('12'), back_units: 0, back_fen: none }
  await mall.db
    .insertInto('sales_total')
    .values(Object.assign({}, total, sums))
    .execute()
  expect((await warehouse.api.consoleStockReport.replenishmentSums({})).lastYear).toEqual({
    from: addDays(today, -365),
    to: addDays(today, -336),
  })
  // 40 a day instead of 1: (7 + 30) × 40 − 970.
  expect(await find(calm)).toMatchObject({ sold30: 30, soldLastYear: 1_200, average: 40, daysLeft: 24, advised: 510 })
  expect(await find(fast)).toMatchObject({ soldLastYear: 0, average: 3 })
})
