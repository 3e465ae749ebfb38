import { sql } from 'kysely'
import { consoleJobEndpoints } from '#contract/operations/jobs/console-api.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { LOW_STARS_MAX } from '#contract/orders/comments/console-api.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { toShipSinceSql } from '#server/orders/orders/public.ts'
import { isQuotationUnansweredSql } from '#server/orders/quotations/public.ts'
import { countDueFollowUps, type DueFollowUps } from '#server/people/account-managers/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { countFinanceWorkQueue } from './finance-queue.ts'
import { countFailedJobs, countGoodsWorkQueue } from './goods-queue.ts'
import { countMarketingWorkQueue } from './marketing-queue.ts'
import { limitToScope, type WorkQueueScope, type WorkQueueScopeFilters } from './work-queue-scope.ts'

/** After-sales that wait for support, the warehouse and finance. */
const waitingAfterSale = {
  afterSaleDecide: sql<boolean>`state = 'APPLIED'`,
  afterSaleInspect: sql<boolean>`state = 'RETURNING'`,
  afterSaleRefund: sql<boolean>`(type = 'REFUND' and state = 'APPROVED') or (type = 'RETURN' and state = 'RECEIVED')`,
  afterSaleExchange: sql<boolean>`type = 'EXCHANGE' and state = 'RECEIVED'`,
}

const countWaitingLicences = (all: Db) =>
  all
    .selectFrom('enterprise_licence')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('submitted_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()

/** Orders that wait to be shipped, and those whose buyers ask to cancel them. */
async function countWaitingOrders(all: Db, { isOwn, isOfOwnEnterprise }: WorkQueueScopeFilters): Promise<WorkQueueItem[]> {
  const waiting = await all
    .selectFrom('order')
    .select([all.fn.countAll<number>().as('count'), sql<Date | null>`min(${toShipSinceSql})`.as('oldest')])
    // The states are literals in the text, so that every plan can use their index.
    .where(sql<boolean>`state in ('WAIT_SEND', 'PART_SENT')`)
    .where('cancel_asked_at', 'is', null)
    .where(isOwn('shop_id'))
    .where(isOfOwnEnterprise('order'))
    .executeTakeFirstOrThrow()
  const asked = await all
    .selectFrom('order')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('cancel_asked_at').as('oldest')])
    .where('cancel_asked_at', 'is not', null)
    .where(isOwn('shop_id'))
    .where(isOfOwnEnterprise('order'))
    .executeTakeFirstOrThrow()
  return [
    { kind: 'waitSend', label: '待发货订单', count: waiting.count, oldestAt: waiting.oldest },
    { kind: 'cancelAsked', label: '取消申请', count: asked.count, oldestAt: asked.oldest },
  ]
}

/** Requests that wait for an offer, of all companies: they belong to no shop. And quotations whose buyer waits for an answer to his words. */
async function countWaitingQuotations(all: Db, { isOfOwnEnterprise }: WorkQueueScopeFilters): Promise<WorkQueueItem[]> {
  const requested = await all
    .selectFrom('quotation')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('waits_since').as('oldest')])
    .where('state', '=', 'REQUESTED')
    .where(isOfOwnEnterprise('quotation'))
    .executeTakeFirstOrThrow()
  const unanswered = await all
    .selectFrom('quotation')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('unanswered_since').as('oldest')])
    .where(isQuotationUnansweredSql)
    .where(isOfOwnEnterprise('quotation'))
    .executeTakeFirstOrThrow()
  return [
    { kind: 'quotation', label: '待报价', count: requested.count, oldestAt: requested.oldest },
    { kind: 'quotationMessage', label: '询价留言待回复', count: unanswered.count, oldestAt: unanswered.oldest },
  ]
}

async function countSoldOut(db: Db, { isOwn }: WorkQueueScopeFilters): Promise<{ count: number }> {
  // A SKU that never had stock has no row. Archived SKUs are left out, because they can never be sold again.
  return db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .leftJoin('sku_stock as stock', 'stock.sku_id', 'sku.id')
    .select(db.fn.countAll<number>().as('count'))
    .where('sku.archived', '=', false)
    .where(sql<boolean>`coalesce(stock.available, 0) = 0`)
    .where(isOwn('goods.shop_id'))
    .executeTakeFirstOrThrow()
}

/** Count sheets that wait for the second person, and those that are still counted. */
async function countUnfinishedStockCounts(db: Db, { isAllOwn }: WorkQueueScopeFilters): Promise<WorkQueueItem[]> {
  const rows = await db
    .selectFrom('stock_count')
    .select(['state', db.fn.countAll<number>().as('count'), db.fn.min('state_at').as('oldest')])
    .where('state', 'in', ['OPEN', 'COUNTED'])
    .where(isAllOwn)
    .groupBy('state')
    .execute()
  const kinds = [
    { kind: 'stockCount', label: '待审核盘点单', state: 'COUNTED' },
    { kind: 'stockCountOpen', label: '盘点中的盘点单', state: 'OPEN' },
  ] as const
  return kinds.map(({ kind, label, state }) => {
    const { count = 0, oldest = null } = rows.find((row) => row.state === state) ?? {}
    return { kind, label, count, oldestAt: oldest }
  })
}

/** Adds what a staff member is to follow up today, of the companies that he looks after, to what waits in his shops. */
export function addFollowUpsToWorkQueue(
  items: readonly WorkQueueItem[],
  { count, oldestDay }: DueFollowUps = { count: 0, oldestDay: null },
): WorkQueueItem[] {
  const oldestAt = oldestDay === null ? null : getStartOfShanghaiDay(oldestDay)
  const followUps: WorkQueueItem = { kind: 'followUp', label: '今日跟进', count, oldestAt }
  return items.flatMap((item) => (item.kind === 'commentLow' ? [followUps, item] : [item]))
}

/**
 * Counts what waits for a staff member, each with the time of the oldest: the work of the shops that he keeps, his own follow-ups, and failed
 * jobs if he may see them.
 */
export async function countStaffWorkQueue(
  db: Db,
  moment: Moment,
  staff: StaffPermissionHolder & { staffId: string; ownEnterprisesOnly: boolean },
): Promise<WorkQueueItem[]> {
  const { staffId, ownEnterprisesOnly } = staff
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  const items = await countWorkQueue(db, moment, { shops, managerId: ownEnterprisesOnly ? staffId : null })
  const jobs = hasPermission(staff, consoleJobEndpoints.overview.needs) ? [await countFailedJobs(db)] : []
  return addFollowUpsToWorkQueue([...items, ...jobs], await countDueFollowUps(db, moment, staff))
}

/**
 * Counts what waits for those of a scope, each with the time of the oldest: of what belongs to shops that of theirs, and of orders, quotations,
 * proposals and after-sales those of their companies. Failed jobs are counted apart.
 */
export async function countWorkQueue(db: Db, moment: Moment, scope: WorkQueueScope): Promise<WorkQueueItem[]> {
  const all = withoutTenantGuard(db, 'console')
  const own = limitToScope(scope)
  const { isOwn, isOfOwnOrder, isOfOwnEnterprise } = own
  const reviews = await all
    .selectFrom('verification_submission')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('submitted_at').as('oldest')])
    .where('state', '=', 'WAIT')
    .executeTakeFirstOrThrow()
  const licences = await countWaitingLicences(all)
  const soldOut = await countSoldOut(db, own)
  const comments = await all
    .selectFrom('comment')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('created_at').as('oldest')])
    .where('answer', 'is', null)
    .where('hidden_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('stars', '<=', LOW_STARS_MAX)
    .where(isOfOwnOrder('comment'))
    .executeTakeFirstOrThrow()
  const afterSales = async (kind: 'afterSaleDecide' | 'afterSaleInspect' | 'afterSaleRefund' | 'afterSaleExchange', label: string) => {
    const found = await all
      .selectFrom('after_sale')
      .select([all.fn.countAll<number>().as('count'), all.fn.min('state_at').as('oldest')])
      .where(waitingAfterSale[kind])
      .where(isOfOwnOrder('after_sale'))
      .where(isOfOwnEnterprise('after_sale'))
      .executeTakeFirstOrThrow()
    return { kind, label, count: found.count, oldestAt: found.oldest }
  }
  // Inquiries of guests and of members.
  const inquiries = await all
    .selectFrom('inquiry')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('at').as('oldest')])
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  const changes = await db
    .selectFrom('sensitive_change')
    .select([db.fn.countAll<number>().as('count'), db.fn.min('asked_at').as('oldest')])
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return [
    { kind: 'sensitiveChange', label: '待生效敏感变更', count: changes.count, oldestAt: changes.oldest },
    { kind: 'verification', label: '待审核认证', count: reviews.count, oldestAt: reviews.oldest },
    { kind: 'licence', label: '待审核许可证', count: licences.count, oldestAt: licences.oldest },
    ...(await countWaitingOrders(all, own)),
    ...(await countWaitingQuotations(all, own)),
    await afterSales('afterSaleDecide', '售后待审核'),
    await afterSales('afterSaleInspect', '退货待验收'),
    await afterSales('afterSaleRefund', '售后待退款'),
    await afterSales('afterSaleExchange', '待换货'),
    { kind: 'inquiry', label: '客服留言', count: inquiries.count, oldestAt: inquiries.oldest },
    { kind: 'commentLow', label: '低星评论待回复', count: comments.count, oldestAt: comments.oldest },
    { kind: 'stockOut', label: '已售罄规格', count: soldOut.count, oldestAt: null },
    ...(await countGoodsWorkQueue(db, moment, own)),
    ...(await countUnfinishedStockCounts(db, own)),
    ...(await countFinanceWorkQueue(db, moment, isOwn)),
    ...(await countMarketingWorkQueue(db, moment, own)),
  ]
}
