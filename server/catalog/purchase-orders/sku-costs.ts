// Reads the last row of the table `sku_cost` of each SKU: what it costs now.
import { sql } from 'kysely'
import type { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { SkuCost } from '#contract/catalog/purchase-orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { buildSkuIdsOfStaffShopsSql, describeSkusById, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import { findStockBySku } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { computeStockValueFen } from './moving-average.ts'

/** Lists a page of the SKUs of the shops that a staff member keeps whose cost is known, the latest receipt first, with the value of their stock. */
export async function listCurrentCostsOfStaffSkus(
  db: Db,
  { pageNo, pageSize, keyword }: InputOf<typeof consolePurchaseOrderEndpoints.costs>,
  staffId: string,
): Promise<{ dataList: SkuCost[]; total: number }> {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  let matching = db
    .selectFrom('sku_cost as cost')
    .where('cost.after_fen', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from sku_cost as later where later.sku_id = cost.sku_id and later.no > cost.no)`)
  if (own !== null) matching = matching.where('cost.sku_id', 'in', own)
  if (keyword) matching = matching.where('cost.sku_id', 'in', skuIdsMatchingTextSql(keyword))
  const ordered = matching.select(['cost.sku_id', 'cost.after_fen', 'cost.at']).orderBy('cost.at', 'desc').orderBy('cost.sku_id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const skuIds = rows.map(({ sku_id }) => sku_id)
  const skus = await describeSkusById(db, skuIds)
  const stock = await findStockBySku(db, skuIds)
  const dataList = rows.map(({ sku_id: skuId, after_fen, at }): SkuCost => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    const { available = 0, reserved = 0 } = stock.get(skuId) ?? {}
    const hundredCost: Fen = after_fen ?? ZERO_FEN
    const inHouse = available + reserved
    return { skuId, skuCode, goodsName, skuProps, unit, hundredCost, inHouse, stockValue: computeStockValueFen(inHouse, hundredCost), at }
  })
  return { dataList, total }
}

/** Returns what 100 units cost now, by SKU. SKUs whose cost nobody knows are left out. */
export async function findHundredCostsBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, Fen>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_cost as cost')
    .distinctOn('cost.sku_id')
    .select(['cost.sku_id', 'cost.after_fen'])
    .where('cost.sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('cost.sku_id')
    .orderBy('cost.no', 'desc')
    .execute()
  return new Map(rows.flatMap(({ sku_id, after_fen }) => (after_fen === null ? [] : [[sku_id, after_fen] as const])))
}
