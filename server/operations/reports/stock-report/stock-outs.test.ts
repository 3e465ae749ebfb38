import { expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { recordMissingStockOuts } from '#server/catalog/inventory/public.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { readWorkbookColumns } from '#server/platform/testing/workbook-cells.ts'

const mall = await openMall({ now: new Date('2026-03-02T02:00:00.000Z') })
const [admin, keeper] = [await mall.staff('admin'), await mall.staff('warehouse')]
const lin = await mall.buyer('林', { wallet: '99999' })
const skuId = await mall.createSku('截齿', { stock: 3, sale: '10.00', code: 'OUT-1' })
await mall.createSku('钎杆', { stock: 9, sale: '10.00' })

async function submits(goodsNum: number): Promise<string> {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  return orders[0]?.orderNo ?? expect.fail('no order')
}
const cancels = (orderNo: string) => lin.api.order.cancel({ orderNo, reason: '不要了' })
async function passes(days: number) {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.renew()
}
const spans = async () =>
  (await mall.db.selectFrom('stock_out').select(['first_day', 'last_day']).where('sku_id', '=', skuId).orderBy('first_day').execute()).map(
    ({ first_day, last_day }) => [first_day, last_day],
  )
const report = () => admin.api.consoleStockReport.summary({ quietDays: 30 })
const rows = async () =>
  (await admin.api.consoleStockReport.list({ quietDays: 30, group: 'outDays' })).dataList.map((row) => [
    row.skuCode,
    row.outDays,
    row.outDaysBefore,
  ])

test('a stock-out begins with the last unit and ends with the first one that is back, and a day counts whole', async () => {
  expect([await spans(), (await report()).outRecordedFrom]).toEqual([[], null])
  await submits(1)
  expect(await spans()).toEqual([])
  const orderNo = await submits(2)
  expect(await spans()).toEqual([['2026-03-02', null]])
  await passes(2)
  await cancels(orderNo)
  expect(await spans()).toEqual([['2026-03-02', '2026-03-04']])
  // It is out again on the same day.
  const again = await submits(2)
  expect(await spans()).toEqual([['2026-03-02', null]])
  await passes(1)
  await keeper.api.consoleSku.adjustStock({ skuId, change: 5, reason: '到货' })
  await cancels(again)
  expect(await spans()).toEqual([['2026-03-02', '2026-03-05']])
  await passes(5)
  await keeper.api.consoleSku.adjustStock({ skuId, change: -7, reason: '报损' })
  expect(await spans()).toEqual([
    ['2026-03-02', '2026-03-05'],
    ['2026-03-10', null],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the report adds up the days of a period, and those before if all of them are recorded', async () => {
  await passes(2)
  expect(toShanghaiDay(mall.clock.now)).toBe('2026-03-12')
  expect(await rows()).toEqual([['OUT-1', 7, null]])
  expect(await report()).toMatchObject({
    outSkusOfRange: 1,
    outDays: 7,
    outSkusBefore: null,
    outDaysBefore: null,
    outRecordedFrom: '2026-03-02',
  })
  await keeper.api.consoleSku.adjustStock({ skuId, change: 7, reason: '到货' })
  // On 6 April the last 30 days begin on 8 March, and the 30 before on 6 February.
  await passes(25)
  expect(await rows()).toEqual([['OUT-1', 3, null]])
  await passes(25)
  expect([toShanghaiDay(mall.clock.now), await rows()]).toEqual(['2026-05-01', []])
  expect(await report()).toMatchObject({ outSkusOfRange: 0, outDays: 0, outSkusBefore: 1, outDaysBefore: 6 })
})

test('the export has the days, and a SKU that is off the shelf is left out', async () => {
  await keeper.api.consoleSku.adjustStock({ skuId, change: -7, reason: '报损' })
  await passes(3)
  const file = await admin.api.consoleExport.stockReport({ format: 'xlsx', quietDays: 30, group: 'outDays' })
  const cells = Object.fromEntries(readWorkbookColumns(Buffer.from(file.bytes)).map(({ title, cells: all }) => [title, all]))
  expect([cells.规格编码, cells.缺货天数, cells.上期缺货天数]).toEqual([['OUT-1'], [4], [3]])
  const editor = await mall.staff('catalogue')
  const sku = (await editor.api.consoleSku.list({ keyword: 'OUT-1' })).dataList[0] ?? expect.fail('no SKU')
  await editor.api.consoleSku.setShelf({ skuId, onShelf: false, rowVersion: sku.shelfVersion })
  expect([await rows(), (await report()).outDays]).toEqual([[], 0])
  await editor.api.consoleSku.setShelf({ skuId, onShelf: true, rowVersion: sku.shelfVersion + 1 })
})

test('searches without results stand beside it with the days before, and not for one shop', async () => {
  for (const keyword of ['没有的东西', '也没有的东西']) await mall.guest().api.goods.list({ keyword })
  const searched = async () => {
    const { missedSearches, missedSearchesBefore } = await report()
    return [missedSearches, missedSearchesBefore]
  }
  expect(await searched()).toEqual([2, null])
  await passes(58)
  expect(await searched()).toEqual([0, null])
  await passes(1)
  expect(await searched()).toEqual([0, 2])
  const shopId = await mall.newShop('二店')
  expect(await admin.api.consoleStockReport.summary({ quietDays: 30, shopId })).toMatchObject({ missedSearches: null, outDays: 0 })
})

test('what a server of the release before has sold out or brought back is written within the hour', async () => {
  await mall.pool.query('update stock_out set last_day = first_day where sku_id = $1 and last_day is null', [skuId])
  expect(Object.keys(await mall.findInvariantBreaches())).toEqual([expect.stringMatching(/^I-54f /)])
  expect(await recordMissingStockOuts(mall.db, mall.moment())).toBe(1)
  expect((await spans()).at(-1)).toEqual([toShanghaiDay(mall.clock.now), null])
  expect([await recordMissingStockOuts(mall.db, mall.moment()), await mall.findInvariantBreaches()]).toEqual([0, {}])
})
