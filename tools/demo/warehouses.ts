import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

/** What comes to the second warehouse, and what is on its way there. */
const arrivals = [
  ['KT-U84-22', 160],
  ['KT-W6-20', 320],
] as const
const typedReceipt = [
  { skuCode: 'KT-W6-20', quantity: 24, unitCost: fromYuan(11.8), bin: '' },
  { skuCode: 'KT-U84-22', quantity: 12, unitCost: null, bin: '' },
]
const onTheWay = [
  { skuCode: 'KT-U84-22', quantity: 40 },
  { skuCode: 'KT-W6-20', quantity: 60 },
]

/** A second warehouse with stock of its own, in the north, and goods that go there. */
export async function createDemoWarehouses(stage: StoryContext): Promise<void> {
  const { consoleWarehouse, consoleSku, consoleStockReceipt, consoleStockTransfer } = (await logInDemoStaff(stage)).api
  const main = {
    code: 'SZ',
    name: '主仓',
    address: '广东省深圳市龙华区观澜大道 118 号',
    provinces: ['广东省', '福建省', '江西省'],
    open: true,
  }
  await consoleWarehouse.save(Object.assign({ warehouseId: MAIN_WAREHOUSE_ID, rowVersion: 0 }, main))
  const provinces = ['山西省', '陕西省', '内蒙古自治区', '河北省']
  const { warehouseId } = await consoleWarehouse.save({
    code: 'TY',
    name: '太原仓',
    address: '山西省太原市小店区真武路 66 号',
    provinces,
    open: true,
  })
  for (const [keyword, change] of arrivals) {
    const [sku] = (await consoleSku.list({ keyword })).dataList
    if (!sku) continue
    await consoleSku.adjustStock({ skuId: sku.skuId, change, reason: '北方备货', warehouseId })
    await consoleWarehouse.setBin({ warehouseId, skuId: sku.skuId, bin: `B-${keyword.slice(3, 5)}`, rowVersion: 0 })
  }
  const { id } = await consoleStockTransfer.save({ fromId: MAIN_WAREHOUSE_ID, toId: warehouseId, note: '周五班车', lines: onTheWay })
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  await consoleStockTransfer.receive({ id, lines: [{ lineNo: 1, quantity: 25 }] })
  const wrong = await consoleStockReceipt.create({ lines: typedReceipt, note: '样品退回', warehouseId: MAIN_WAREHOUSE_ID })
  await consoleStockReceipt.reverse({ id: wrong.id, reason: '应入太原仓' })
  await consoleStockReceipt.create({ lines: typedReceipt, note: '样品退回', warehouseId })
}

/** Grease in cans of 15 kg, how long it lasts, and how many cans of before the mark stay. */
const GREASE = 'LJ2-15'
const GREASE_DAYS = 730
const OLD_KEPT = 20

/** Grease whose batches end at different times: one soon, one in two years, and what was there before has no name. */
export async function createDemoBatches(stage: StoryContext): Promise<void> {
  const { consoleBatch, consoleSku, consoleStockReceipt, consoleStockTransfer, consoleWarehouse } = (await logInDemoStaff(stage)).api
  const [sku] = (await consoleSku.list({ keyword: GREASE })).dataList
  const today = toShanghaiDay(stage.clock.now)
  if (!sku) return
  await consoleBatch.setBatched({ skuId: sku.skuId, batched: true, rowVersion: 0 })
  const came = (batchNo: string, quantity: number, days: number) => ({
    skuCode: sku.code,
    quantity,
    unitCost: fromYuan(152),
    bin: '',
    batchNo,
    bestBefore: addDays(today, days),
    madeOn: addDays(today, days - GREASE_DAYS),
  })
  await consoleStockReceipt.create({ lines: [came('LJ2412-07', 36, 33), came('LJ2611-02', 120, 690)], note: '厂家直送' })
  await consoleSku.adjustStock({ skuId: sku.skuId, change: -(sku.available - OLD_KEPT), reason: '旧包装退厂家' })
  const north = (await consoleWarehouse.list({ keyword: 'TY' })).dataList[0]
  if (!north) return
  const lines = [{ skuCode: sku.code, quantity: OLD_KEPT + 12 }]
  const { id } = await consoleStockTransfer.save({ fromId: MAIN_WAREHOUSE_ID, toId: north.warehouseId, note: '北方备货', lines })
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  await consoleStockTransfer.receive({ id, lines: [{ lineNo: 1, quantity: OLD_KEPT + 12 }] })
}
