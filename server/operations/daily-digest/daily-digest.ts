import { addDays, formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { summariseDebtors } from '#server/billing/finance/public.ts'
import { listShopIdsOfStaff } from '#server/catalog/shops/public.ts'
import {
  addFollowUpsToWorkQueue,
  countLowStockSkusByShop,
  countWorkQueue,
  type WorkQueueScope,
} from '#server/operations/reporting/public.ts'
import { readSalesOfClosedDayByShop } from '#server/operations/reports/public.ts'
import { countDueFollowUpsOfStaff } from '#server/people/account-managers/public.ts'
import { listPermissionsOfActiveStaff, listStaffIdsLimitedToOwnEnterprises } from '#server/people/staff/public.ts'
import { listStaffIdsWantingDigest, listStaffIdsWithNotice, sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { canReadDigestPart, describeDigest } from './digest-text.ts'

/** The hour of the day in Asia/Shanghai from which on a digest no longer waits for the totals of yesterday. */
const NOT_LATER_THAN_HOUR = 11

const toScopeKey = ({ shops, managerId }: WorkQueueScope): string =>
  `${shops === null ? 'all' : [...shops].sort().join()} ${managerId ?? ''}`

/** Counts what waits once for each scope, which people with the same shops share, unless they see their own companies alone. By the key of the scope. */
async function countQueuesByScope(db: Db, moment: Moment, scopes: readonly WorkQueueScope[]) {
  const queues = new Map<string, Awaited<ReturnType<typeof countWorkQueue>>>()
  for (const scope of scopes) {
    const key = toScopeKey(scope)
    if (!queues.has(key)) queues.set(key, await countWorkQueue(db, moment, scope))
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
  const limited = await listStaffIdsLimitedToOwnEnterprises(db)
  const toScope = (staffId: string, shops: readonly string[] | null) => ({ shops, managerId: limited.has(staffId) ? staffId : null })
  const queues = await countQueuesByScope(
    db,
    moment,
    [...shopsByStaff].map(([staffId, shops]) => toScope(staffId, shops)),
  )
  const followUps = await countDueFollowUpsOfStaff(db, moment, [...holders.keys()])
  const notices = [...holders].flatMap(([staffId, holder]) => {
    const shopIds = shopsByStaff.get(staffId)
    if (shopIds === undefined) return []
    const queue = addFollowUpsToWorkQueue(queues.get(toScopeKey(toScope(staffId, shopIds))) ?? [], followUps.get(staffId))
    const content = describeDigest(day, { sales, receivables, lowStock, queue }, { holder, shopIds })
    return [{ staffId, kind: 'digest' as const, title: `${day} 每日摘要`, content, screen: '/', once }]
  })
  await runInTransaction(db, (tx) => sendPersonalStaffNotices(tx, moment, notices))
  return notices.length
}
