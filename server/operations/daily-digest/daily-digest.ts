import { addDays, formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { summariseDebtors } from '#server/billing/finance/public.ts'
import { listShopIdsOfStaff } from '#server/catalog/shops/public.ts'
import { countLowStockSkusByShop, countWorkQueueOfShops } from '#server/operations/reporting/public.ts'
import { readSalesOfClosedDayByShop } from '#server/operations/reports/public.ts'
import { listStaffIdsWantingDigest } from '#server/people/channels/public.ts'
import { listPermissionsOfActiveStaff } from '#server/people/staff/public.ts'
import { sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { describeDigest } from './digest-text.ts'

/** The hour of the day in Asia/Shanghai from which on a digest no longer waits for the totals of yesterday. */
const NOT_LATER_THAN_HOUR = 11

const toShopsKey = (shopIds: readonly string[] | null): string => (shopIds === null ? 'all' : [...shopIds].sort().join())

/**
 * Sends each member of staff who wants it the digest of yesterday: one a person and day, however often and on however many servers it runs.
 * Before eleven it waits for the totals of yesterday; then it says that they are missing. Returns how many people have something to read.
 */
export async function notifyStaffOfYesterday(db: Db, moment: Moment): Promise<number> {
  const holders = await listPermissionsOfActiveStaff(db, await listStaffIdsWantingDigest(db))
  if (holders.size === 0) return 0
  const today = toShanghaiDay(moment.now)
  const day = addDays(today, -1)
  const sales = await readSalesOfClosedDayByShop(db, day)
  if (!sales && Number(formatShanghaiTime(moment.now).slice(11, 13)) < NOT_LATER_THAN_HOUR) return 0
  const figures = { sales, receivables: await summariseDebtors(db, moment), lowStock: await countLowStockSkusByShop(db) }
  const shopsByStaff = await listShopIdsOfStaff(db, [...holders.keys()])
  // People with the same shops share one count of what waits.
  const queues = new Map<string, Awaited<ReturnType<typeof countWorkQueueOfShops>>>()
  for (const shopIds of shopsByStaff.values()) {
    const key = toShopsKey(shopIds)
    if (!queues.has(key)) queues.set(key, await countWorkQueueOfShops(db, moment, shopIds))
  }
  const notices = [...holders].map(([staffId, holder]) => {
    const shopIds = shopsByStaff.get(staffId) ?? null
    const content = describeDigest(day, { ...figures, queue: queues.get(toShopsKey(shopIds)) ?? [] }, { holder, shopIds })
    return { staffId, kind: 'digest' as const, title: `${day} 每日摘要`, content, screen: '/', once: `digest ${today}` }
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
