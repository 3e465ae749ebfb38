import { sql } from 'kysely'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopIdsOfStaffWhoseWorkNeeds } from '#server/catalog/shops/public.ts'
import { sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { lowStockMarkSql } from './skus.ts'

/** How many SKUs a notice names. */
const NAMED_MAX = 5

interface LowStockSku {
  shopId: string
  code: string
  name: string
  available: number
  mark: number
  /** How many SKUs of the same shop are low. */
  count: number
}

/** Reads the SKUs with the least stock of each shop, at most `NAMED_MAX` a shop, with the number of all that are low there. */
async function listLowestStockOfEachShop(db: Db): Promise<LowStockSku[]> {
  const { rows } = await sql<LowStockSku>`
    select "shopId", code, name, available, mark, count::int as count from (
      select low.*, count(*) over (partition by "shopId") as count, row_number() over (partition by "shopId" order by available, code) as place from (
        select goods.shop_id as "shopId", sku.code, goods.name, coalesce(stock.available, 0) as available, ${lowStockMarkSql} as mark
        from sku join goods on goods.id = sku.goods_id left join sku_stock as stock on stock.sku_id = sku.id where not sku.archived) low
      where available <= mark) ranked
    where place <= ${NAMED_MAX} order by available, code`.execute(withoutTenantGuard(db, 'console'))
  return rows
}

/** Counts the SKUs of each shop that are low in stock. Shops without any are left out. */
export async function countLowStockSkusByShop(db: Db): Promise<Map<string, number>> {
  return new Map((await listLowestStockOfEachShop(db)).map(({ shopId, count }) => [shopId, count]))
}

const describe = ({ code, name, available, mark }: LowStockSku): string => `${code} ${name}（可售 ${available}，预警 ${mark}）`

/**
 * Notifies those who keep stock and those who order of suppliers of the SKUs that are low in stock in the shops that they keep: one notice a person and day,
 * however often and on however many servers it runs. Returns how many people have something to read.
 */
export async function notifyStaffOfLowStock(db: Db, moment: Moment): Promise<number> {
  const low = await listLowestStockOfEachShop(db)
  if (low.length === 0) return 0
  const shopsByStaff = await listShopIdsOfStaffWhoseWorkNeeds(db, ['stock', 'purchaseEdit'])
  const countByShop = new Map(low.map(({ shopId, count }) => [shopId, count]))
  const once = `low stock ${toShanghaiDay(moment.now)}`
  const asOf = formatShanghaiTime(moment.now).slice(0, 16)
  const notices = [...shopsByStaff].flatMap(([staffId, shopIds]) => {
    const kept = (shopId: string) => shopIds === null || shopIds.includes(shopId)
    const count = [...countByShop].reduce((sum, [shopId, skus]) => (kept(shopId) ? sum + skus : sum), 0)
    if (count === 0) return []
    const named = low.filter(({ shopId }) => kept(shopId)).slice(0, NAMED_MAX)
    const more = count > named.length ? ` 等 ${count} 个规格` : ''
    const content = `截至 ${asOf}：${named.map(describe).join('；')}${more}。`
    return [{ staffId, kind: 'stock' as const, title: `${count} 个规格库存不足`, content, screen: '/skus?lowStock=1', once }]
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
