import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { adjustStocks } from '#server/catalog/inventory/public.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPurchasingTestData } from '#server/platform/testing/purchasing-scene.ts'

const mall = await openMall()
const [keeper, admin, finance] = [await mall.staff('warehouse'), await mall.staff('admin'), await mall.staff('finance')]
const { consoleStockCount } = keeper.api
const UNITS = 10

/** Makes goods with many SKUs, each with some units in the main warehouse, and returns their codes. */
async function createManySkus(name: string, count: number): Promise<string[]> {
  const first = await mall.createSku(name, { stock: 0 })
  const { rows } = await mall.pool.query<{ id: string; code: string }>(
    `insert into sku (id, goods_id, code, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, on_shelf, position, bin)
      select gen_random_uuid(), goods_id, '${name}-' || n, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, true, n,
        'M-' || lpad(n::text, 4, '0') from sku, generate_series(1, ${count}) as n where sku.id = '${first}' returning id, code`,
  )
  const arrival = { minimum: 1, change: UNITS, kind: 'receipt', reason: '期初', staffId: null } as const
  const arrivals = rows.map(({ id }) => Object.assign({ skuId: id }, arrival))
  await mall.runInTransaction((tx) => adjustStocks(tx, mall.moment(), arrivals))
  return rows.map(({ code }) => code)
}

/** Counts all SKUs one unit short or more, and posts the sheet. Returns how many statements each step has taken. */
async function countAll(name: string, count: number): Promise<Record<'create' | 'import' | 'approve', number>> {
  const skuCodes = await createManySkus(name, count)
  const measure = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = mall.statements.length
    const answer = await work()
    return [answer, mall.statements.length - before]
  }
  const [{ id }, create] = await measure(() => consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes }))
  const text = `商品编码,实盘数量\n${skuCodes.map((code, at) => `${code},${UNITS + (at % 2 === 0 ? -1 : 2)}`).join('\n')}`
  const file = new Blob([text], { type: 'text/csv' })
  const [brought, imported] = await measure(() => consoleStockCount.importCounts({ id, fileName: '实盘.csv' }, { file }))
  expect(brought).toMatchObject({ recorded: count, refused: 0 })
  await consoleStockCount.submit({ id, rowVersion: 0 })
  const [posted, approve] = await measure(() => admin.api.consoleStockCount.approve({ id, rowVersion: 1 }))
  expect(posted).toEqual({ surplus: 2 * Math.floor(count / 2), shortage: Math.ceil(count / 2) })
  return { create, import: imported, approve }
}

test('a sheet of 1,000 SKUs is made, filled and posted with as many statements as one of 3', async () => {
  const [few, many] = [await countAll('FEW', 3), await countAll('MANY', 1_000)]
  expect(many).toEqual(few)
  expect(Math.max(...Object.values(many))).toBeLessThan(50)
  expect(await mall.findInvariantBreaches()).toEqual({})
  const skuCodes = await createManySkus('MORE', 1)
  const tooMany = { warehouseId: MAIN_WAREHOUSE_ID, blind: false, binFrom: 'M-', binTo: 'M-' }
  expect(await keeper.post(contract.consoleStockCount.create.path, tooMany)).toMatchObject({ reason: 'STOCK_COUNT_LARGE' })
  expect(await consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes })).toMatchObject({ lines: 1 })
})

test('what differences cost is shown to finance alone, and stays as it was when they were posted', async () => {
  const { skuId, supplierId } = await createPurchasingTestData(mall)
  const { code: skuCode } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const unknown = await mall.createSku('没有成本的商品', { code: 'NO-COST-1', stock: 5 })
  const { id } = await consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: [skuCode, 'NO-COST-1'] })
  const { lines } = await consoleStockCount.entry({ id })
  const typed = lines.map(({ lineNo, booked, ...line }) => ({
    lineNo,
    counted: (booked ?? 0) - (line.skuId === unknown ? 1 : 3),
    before: null,
  }))
  await consoleStockCount.enter({ id, lines: typed })
  await consoleStockCount.submit({ id, rowVersion: 0 })
  const read = async (who: typeof finance) => ({
    value: (await who.api.consoleStockCount.detail({ id })).value,
    lines: (await who.api.consoleStockCount.lines({ id })).dataList.map(({ value }) => value).sort(),
  })
  // 100 units cost ¥1,000 without tax.
  const known = { value: { surplus: 0, shortage: yuanTextToFen('30'), unknown: 1 }, lines: [-yuanTextToFen('30'), null] }
  expect(await read(finance)).toEqual(known)
  expect(await read(keeper)).toEqual({ value: null, lines: [null, null] })
  await finance.api.consoleStockCount.approve({ id, rowVersion: 1 })
  const { consolePurchaseOrder } = admin.api
  const next = { supplierId, taxRate: 0, expectedDay: null, note: '', lines: [{ skuCode, quantity: 500, price: yuanTextToFen('99') }] }
  const order = await consolePurchaseOrder.save(next)
  await consolePurchaseOrder.place({ id: order.id, rowVersion: 0 })
  await consolePurchaseOrder.receive({ id: order.id, lines: [{ lineNo: 1, quantity: 500 }] })
  expect(await read(finance)).toEqual(known)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a sheet is posted while an order takes the last units: the later of the two is refused, and nothing is lost', async () => {
  const skuId = await mall.createSku('联轴器', { stock: 10 })
  const { code } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const { id } = await consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: [code] })
  await consoleStockCount.enter({ id, lines: [{ lineNo: 1, counted: 4, before: null }] })
  await consoleStockCount.submit({ id, rowVersion: 0 })
  const lin = await mall.buyer('林', { wallet: '99999' })
  const lines = [{ skuId, goodsNum: 8 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const buys = () => lin.post(contract.order.submit.path, { lines, method: 'wallet', addressId: lin.addressId, quote }, key())
  const posts = () => admin.post(contract.consoleStockCount.approve.path, { id, rowVersion: 1 }, key())
  const [bought, posted] = await runTwoCallsInLockOrder(mall, { table: 'sku_stock', id: skuId }, [buys, posts])
  expect([bought, posted]).toMatchObject([{ code: 200 }, { reason: 'STOCK_COUNT_RESERVED' }])
  expect(await mall.countStock(skuId)).toBe(2)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

const key = () => ({ 'idempotency-key': randomUUID() })
