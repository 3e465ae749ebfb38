import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { Mall } from './mall.ts'

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
  return { skuId, warehouseId }
}

const shift = (sign: '+' | '-') =>
  `update warehouse_stock set units = units ${sign} case warehouse_id when '${MAIN_WAREHOUSE_ID}' then 1 else -1 end
    where sku_id in (select sku_id from warehouse_stock group by sku_id having count(*) > 1)`

/** How each invariant of warehouses would be broken, and how it is repaired. */
export const warehouseBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-54': ['update warehouse_stock set units = units + 1', 'update warehouse_stock set units = units - 1'],
  'I-54b': [shift('+'), shift('-')],
}
