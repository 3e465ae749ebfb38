import { sql } from 'kysely'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopIdsOfStaffWhoseWorkNeeds } from '#server/catalog/shops/public.ts'
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
  /** How many batches of the same shop end by that day, and how many of these have ended. */
  count: number
  expired: number
}

/** Reads the batches of each shop that lie there and end by a day, the nearest first: at most `NAMED_MAX` a shop, with the number of all. */
async function listEndingBatchesOfEachShop(db: Db, { today, last }: { today: string; last: string }): Promise<EndingBatch[]> {
  const { rows } = await sql<EndingBatch>`
    select "shopId", code, "batchNo", "bestBefore", units, count::int as count, expired::int as expired from (
      select ending.*, count(*) over (partition by "shopId") as count,
        count(*) filter (where "bestBefore" < ${today}::date) over (partition by "shopId") as expired,
        row_number() over (partition by "shopId" order by "bestBefore", code, "batchNo") as place from (
        select goods.shop_id as "shopId", sku.code, batch.batch_no as "batchNo", batch.best_before as "bestBefore", sum(lying.units)::int as units
        from stock_batch as batch join batch_stock as lying on lying.batch_id = batch.id and lying.units > 0
        join sku on sku.id = batch.sku_id join goods on goods.id = sku.goods_id
        where batch.best_before <= ${last}::date group by goods.shop_id, sku.code, batch.id) ending) ranked
    where place <= ${NAMED_MAX} order by "bestBefore", code, "batchNo"`.execute(db)
  return rows
}

/** Formats batches of a notice after a heading, with the number of all if it names only some; nothing if there is none. */
function formatBatches(heading: string, named: readonly EndingBatch[], count: number): string[] {
  if (count === 0) return []
  const texts = named.map(({ code, units, batchNo, bestBefore }) => `${code} 批次 ${formatBatch({ batchNo, bestBefore })} 在库 ${units}`)
  return [`${heading}：${texts.join('；')}${count > named.length ? `${named.length > 0 ? ' 等' : ''} ${count} 个批次` : ''}`]
}

/**
 * Notifies those who keep stock and those who order of suppliers of the batches that end soon, or have ended, in the shops that they keep: one notice a person
 * and day, however often and on however many servers it runs. Returns how many people have something to read.
 */
export async function notifyStaffOfEndingBatches(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const days = await readBatchEndingDays(db)
  const ending = await listEndingBatchesOfEachShop(db, { today, last: addDays(today, days) })
  if (ending.length === 0) return 0
  const shopsByStaff = await listShopIdsOfStaffWhoseWorkNeeds(db, ['stock', 'purchaseEdit'])
  const countByShop = new Map(ending.map(({ shopId, count, expired }) => [shopId, { count, expired }]))
  const notices = [...shopsByStaff].flatMap(([staffId, shopIds]) => {
    const own = [...countByShop].flatMap(([shopId, counts]) =>
      shopIds === null || shopIds.includes(shopId) ? [{ shopId, ...counts }] : [],
    )
    const [count, expired] = [own.reduce((sum, shop) => sum + shop.count, 0), own.reduce((sum, shop) => sum + shop.expired, 0)]
    if (count === 0) return []
    const named = ending.filter(({ shopId }) => own.some((shop) => shop.shopId === shopId)).slice(0, NAMED_MAX)
    const over = named.filter(({ bestBefore }) => bestBefore < today)
    const content = [
      ...formatBatches('已过期', over, expired),
      ...(expired > 0 ? ['已过期的不会被拣货，但仍计入可售，请尽快报废'] : []),
      ...formatBatches(
        `${days} 天内到期`,
        named.filter((batch) => !over.includes(batch)),
        count - expired,
      ),
    ].join('。')
    const title = [
      ...(expired > 0 ? [`${expired} 个批次已过期`] : []),
      ...(count > expired ? [`${count - expired} 个批次 ${days} 天内到期`] : []),
    ].join('，')
    const screen = `/batches?endsUntil=${addDays(today, days)}`
    return [{ staffId, kind: 'stock' as const, title, content: `${content}。`, screen, once: `ending batches ${today}` }]
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
