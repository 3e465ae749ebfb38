import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { ADM } from './people.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

/** Where some more goods lie in the main warehouse, so that a count list is longer than a line. */
const bins = [
  ['KT-U84-20', 'A-01-1'],
  ['KT-U84-25', 'A-01-3'],
  ['KT-U85-22', 'A-01-4'],
  ['KT-U85-25', 'A-02-2'],
  ['KT-U92-22', 'A-02-3'],
  ['KT-U92-25', 'A-02-4'],
  ['KT-U94-28', 'B-01-1'],
] as const

/** Three sheets: one was posted with a difference, one waits for a second person, one is being counted. */
export async function createDemoStockCounts(stage: StoryContext): Promise<void> {
  const { consoleWarehouse, consoleStockCount, consoleSku } = (await logInDemoStaff(stage)).api
  for (const [keyword, bin] of bins) {
    const sku = (await consoleSku.list({ keyword })).dataList.find(({ code }) => code === keyword)
    if (sku) await consoleWarehouse.setBin({ warehouseId: MAIN_WAREHOUSE_ID, skuId: sku.skuId, bin, rowVersion: sku.binVersion })
  }
  const { warehouses } = await consoleWarehouse.choices({})
  const north = warehouses.find(({ warehouseId }) => warehouseId !== MAIN_WAREHOUSE_ID)
  /** Counts the lines of a sheet; the first one differs. */
  const count = async (id: string, difference: number, most?: number) => {
    const { lines } = await consoleStockCount.entry({ id })
    const typed = lines.slice(0, most).map(({ lineNo, booked }, at) => ({
      lineNo,
      counted: Math.max(0, (booked ?? 0) + (at === 0 ? difference : 0)),
      before: null,
    }))
    await consoleStockCount.enter({ id, lines: typed })
  }
  const opens = async (given: { warehouseId: string; binFrom?: string; binTo?: string; goodsCategory?: number; note: string }) =>
    (await consoleStockCount.create(Object.assign({ blind: false }, given))).id
  if (north) {
    const posted = await opens({ warehouseId: north.warehouseId, note: '太原仓季度盘点' })
    await count(posted, -2)
    await consoleStockCount.submit({ id: posted, rowVersion: 0 })
    await (await logInDemoStaff(stage, ADM)).api.consoleStockCount.approve({ id: posted, rowVersion: 1 })
  }
  const waiting = await opens({ warehouseId: MAIN_WAREHOUSE_ID, binFrom: 'A-01', binTo: 'A-01', note: '月末抽盘' })
  await count(waiting, 3)
  await consoleStockCount.submit({ id: waiting, rowVersion: 0 })
  await count(await opens({ warehouseId: MAIN_WAREHOUSE_ID, binFrom: 'A-02', note: 'A-02 起的货位，两人一组' }), 0, 2)
}
