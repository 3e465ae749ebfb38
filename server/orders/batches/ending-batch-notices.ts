import { sql } from 'kysely'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopIdsOfStaffWithAnyRole } from '#server/catalog/shops/public.ts'
import { readBatchEndingDays } from '#server/content/content/public.ts'
import { sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How many batches a notice names. */
const NAMED_MAX = 5

interface EndingBatch {
  shopId: string
  code: string
  batchNo: string
  bestBefore: string
  units: number
  /** How many batches of the same shop end by that day. */
  count: number
}

/** Reads the batches of each shop that lie there and end by a day, the nearest first: at most `NAMED_MAX` a shop, with the number of all. */
async function listEndingBatchesOfEachShop(db: Db, last: string): Promise<EndingBatch[]> {
  const { rows } = await sql<EndingBatch>`
    select "shopId", code, "batchNo", "bestBefore", units, count::int as count from (
      select ending.*, count(*) over (partition by "shopId") as count,
        row_number() over (partition by "shopId" order by "bestBefore", code, "batchNo") as place from (
        select goods.shop_id as "shopId", sku.code, batch.batch_no as "batchNo", batch.best_before as "bestBefore", sum(lying.units)::int as units
        from stock_batch as batch join batch_stock as lying on lying.batch_id = batch.id and lying.units > 0
        join sku on sku.id = batch.sku_id join goods on goods.id = sku.goods_id
        where batch.best_before <= ${last}::date group by goods.shop_id, sku.code, batch.id) ending) ranked
    where place <= ${NAMED_MAX} order by "bestBefore", code, "batchNo"`.execute(db)
  return rows
}

/**
 * Notifies the people of warehouse and catalogue of the batches that end soon, or have ended, in the shops that they keep: one notice a person
 * and day, however often and on however many servers it runs. Returns how many people have something to read.
 */
export async function notifyStaffOfEndingBatches(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const days = await readBatchEndingDays(db)
  const ending = await listEndingBatchesOfEachShop(db, addDays(today, days))
  if (ending.length === 0) return 0
  const shopsByStaff = await listShopIdsOfStaffWithAnyRole(db, ['warehouse', 'catalogue'])
  const countByShop = new Map(ending.map(({ shopId, count }) => [shopId, count]))
  const notices = [...shopsByStaff].flatMap(([staffId, shopIds]) => {
    const kept = (shopId: string) => shopIds === null || shopIds.includes(shopId)
    const count = [...countByShop].reduce((sum, [shopId, batches]) => (kept(shopId) ? sum + batches : sum), 0)
    if (count === 0) return []
    const named = ending.filter(({ shopId }) => kept(shopId)).slice(0, NAMED_MAX)
    const texts = named.map(({ code, units, ...batch }) => `${code} 批次 ${formatBatch(batch)} ${units} 件`)
    const content = `${texts.join('；')}${count > named.length ? ` 等 ${count} 个批次` : ''}。已过期的不会被拣货。`
    const title = `${count} 个批次 ${days} 天内到期或已过期`
    const screen = `/batches?endsUntil=${addDays(today, days)}`
    return [{ staffId, kind: 'stock' as const, title, content, screen, once: `ending batches ${today}` }]
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
