import { addDays, formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { summariseDebtors } from '#server/billing/finance/public.ts'
import { listShopIdsOfStaff } from '#server/catalog/shops/public.ts'
import { addFollowUpsToWorkQueue, countLowStockSkusByShop, countWorkQueueOfShops } from '#server/operations/reporting/public.ts'
import { readSalesOfClosedDayByShop } from '#server/operations/reports/public.ts'
import { countDueFollowUpsOfStaff } from '#server/people/account-managers/public.ts'
import { listStaffIdsWantingDigest } from '#server/people/channels/public.ts'
import { listPermissionsOfActiveStaff } from '#server/people/staff/public.ts'
import { listStaffIdsWithNotice, sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { canReadDigestPart, describeDigest } from './digest-text.ts'

/** The hour of the day in Asia/Shanghai from which on a digest no longer waits for the totals of yesterday. */
const NOT_LATER_THAN_HOUR = 11

const toShopsKey = (shopIds: readonly string[] | null): string => (shopIds === null ? 'all' : [...shopIds].sort().join())

/** Counts what waits once for each set of shops, which people with the same shops share. By the key of the set. */
async function countQueuesByShops(db: Db, moment: Moment, sets: readonly (readonly string[] | null)[]) {
  const queues = new Map<string, Awaited<ReturnType<typeof countWorkQueueOfShops>>>()
  for (const shopIds of sets) {
    const key = toShopsKey(shopIds)
    if (!queues.has(key)) queues.set(key, await countWorkQueueOfShops(db, moment, shopIds))
  }
  return queues
}

/**
 * Sends each member of staff who wants it the digest of yesterday: one a person and day, however often and on however many servers it runs.
 * Before eleven it waits for the totals of yesterday; then it says that they are missing. Whoever has it
 * is left out before anything is counted. Returns how many people are told.
 */
export async function notifyStaffOfYesterday(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const day = addDays(today, -1)
  const once = `digest ${today}`
  const wanting = await listStaffIdsWantingDigest(db)
  const supplied = new Set(await listStaffIdsWithNotice(db, wanting, once))
  const holders = await listPermissionsOfActiveStaff(
    db,
    wanting.filter((id) => !supplied.has(id)),
  )
  if (holders.size === 0) return 0
  const sales = await readSalesOfClosedDayByShop(db, day)
  if (!sales && Number(formatShanghaiTime(moment.now).slice(11, 13)) < NOT_LATER_THAN_HOUR) return 0
  const readers = [...holders.values()]
  const receivables = readers.some(canReadDigestPart.receivables) ? await summariseDebtors(db, moment) : undefined
  const lowStock = readers.some(canReadDigestPart.lowStock) ? await countLowStockSkusByShop(db) : undefined
  const shopsByStaff = await listShopIdsOfStaff(db, [...holders.keys()])
  const queues = await countQueuesByShops(db, moment, [...shopsByStaff.values()])
  const followUps = await countDueFollowUpsOfStaff(db, moment, [...holders.keys()])
  const notices = [...holders].flatMap(([staffId, holder]) => {
    const shopIds = shopsByStaff.get(staffId)
    if (shopIds === undefined) return []
    const queue = addFollowUpsToWorkQueue(queues.get(toShopsKey(shopIds)) ?? [], followUps.get(staffId))
    const content = describeDigest(day, { sales, receivables, lowStock, queue }, { holder, shopIds })
    return [{ staffId, kind: 'digest' as const, title: `${day} 每日摘要`, content, screen: '/', once }]
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
