import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Mall, yuanTextToFen } from './mall.ts'

/** A second warehouse, which serves some provinces. */
export async function createSecondWarehouse(mall: Mall, provinces: string[] = ['广东省'], code = 'GZ'): Promise<string> {
  const keeper = await mall.staff('warehouse')
  const fields = { code, name: `${code} 仓`, address: '广州市黄埔区开源大道 9 号', provinces, open: true }
  return (await keeper.api.consoleWarehouse.save(fields)).warehouseId
}

/** Goods that lie in two warehouses. */
export async function createWarehouseTestData(mall: Mall): Promise<{ skuId: string; warehouseId: string }> {
  const skuId = await mall.createSku('两仓的截齿', { stock: 20 })
  const warehouseId = await createSecondWarehouse(mall)
  const keeper = await mall.staff('warehouse')
  await keeper.api.consoleSku.adjustStock({ skuId, change: 30, reason: '到货', warehouseId })
  const { consoleStockTransfer } = keeper.api
  const { code } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const lines = [{ skuCode: code, quantity: 6 }]
  const { id } = await consoleStockTransfer.save({ fromId: MAIN_WAREHOUSE_ID, toId: warehouseId, note: '', lines })
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  await consoleStockTransfer.receive({ id, lines: [{ lineNo: 1, quantity: 4 }] })
  await countWarehouse(mall, { code, warehouseId, counted: 32, approved: true })
  await countWarehouse(mall, { code, warehouseId: MAIN_WAREHOUSE_ID, counted: 12, approved: false })
  // A count of that moment would keep the receipt in.
  mall.clock.forward(1_000)
  const typed = { lines: [{ skuCode: code, quantity: 5, unitCost: yuanTextToFen('10.00'), bin: '' }], warehouseId }
  const receipt = await keeper.api.consoleStockReceipt.create(typed)
  await keeper.api.consoleStockReceipt.reverse({ id: receipt.id, reason: '录错仓库' })
  await keeper.api.consoleStockReceipt.create(typed)
  await keeper.api.consoleBatch.setBatched({ skuId, batched: true, rowVersion: 0 })
  const batch = { batchNo: 'B1', bestBefore: addDays(toShanghaiDay(mall.clock.now), 90) }
  await keeper.api.consoleStockReceipt.create({ lines: [Object.assign({ bin: '', unitCost: null, skuCode: code, quantity: 7 }, batch)] })
  return { skuId, warehouseId }
}

interface Counting {
  code: string
  warehouseId: string
  counted: number
  approved: boolean
}

/** A sheet of one SKU that was counted, and perhaps posted by another person. */
async function countWarehouse(mall: Mall, { code, warehouseId, counted, approved }: Counting): Promise<void> {
  const { consoleStockCount } = (await mall.staff('warehouse')).api
  const { id } = await consoleStockCount.create({ warehouseId, blind: false, skuCodes: [code] })
  await consoleStockCount.enter({ id, lines: [{ lineNo: 1, counted, before: null }] })
  await consoleStockCount.submit({ id, rowVersion: 0 })
  if (approved) await (await mall.staff('admin')).api.consoleStockCount.approve({ id, rowVersion: 1 })
}

const shift = (sign: '+' | '-') =>
  `update warehouse_stock set units = units ${sign} case warehouse_id when '${MAIN_WAREHOUSE_ID}' then 1 else -1 end
    where sku_id in (select sku_id from warehouse_stock group by sku_id having count(*) > 1)`

/** How each invariant of warehouses would be broken, and how it is repaired. */
export const warehouseBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-54': ['update warehouse_stock set units = units + 1', 'update warehouse_stock set units = units - 1'],
  'I-54b': [shift('+'), shift('-')],
  'I-54c': ['update batch_stock set units = units + 1', 'update batch_stock set units = units - 1'],
  'I-54d': [
    'update batch_movement set quantity = quantity + 1 where quantity > 0',
    'update batch_movement set quantity = quantity - 1 where quantity > 1',
  ],
  'I-54e': [
    `update sku_stock set elsewhere = elsewhere || '{"${MAIN_WAREHOUSE_ID}": 1}'`,
    `update sku_stock set elsewhere = elsewhere - '${MAIN_WAREHOUSE_ID}'`,
  ],
  'I-54f': [
    "insert into stock_out (sku_id, first_day) select sku_id, '2000-01-01' from sku_stock where available > 0 order by sku_id limit 1",
    "delete from stock_out where first_day = '2000-01-01'",
  ],
  'I-55': [
    'update stock_transfer_line set received = received - 1 where received > 1',
    'update stock_transfer_line set received = received + 1 where received > 0',
  ],
  'I-55b': [
    "update stock_transfer set closed_reason = '丢失' where state = 'SENT'",
    "update stock_transfer set closed_reason = null where state = 'SENT'",
  ],
  'I-56': [
    'update stock_count_line set counted = counted + 1 where moved is not null',
    'update stock_count_line set counted = counted - 1 where moved is not null',
  ],
  'I-56b': [
    "update stock_count_line set moved = 0 where stock_count_id in (select id from stock_count where state = 'COUNTED')",
    "update stock_count_line set moved = null where stock_count_id in (select id from stock_count where state = 'COUNTED')",
  ],
  'I-56c': [
    'update stock_receipt_line set quantity = quantity - 1 where quantity < 0',
    'update stock_receipt_line set quantity = quantity + 1 where quantity < 0',
  ],
}
