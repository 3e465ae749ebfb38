import { sql } from 'kysely'
import { FAILED_JOBS_MAX } from '#contract/operations/jobs/console-api.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { isPurchaseOrderDueSql } from '#server/catalog/purchase-orders/public.ts'
import { isStockTransferLateSql } from '#server/catalog/stock-transfers/public.ts'
import { isInOrderProposalQueueSql } from '#server/orders/order-proposals/public.ts'
import { toShipSinceSql } from '#server/orders/orders/public.ts'
import { isWaybillUnconfirmedSql } from '#server/orders/waybills/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isShipDueSql, readShippingCalendar } from '#server/sites/delivery-times/public.ts'
import { isAtOrBelowOwnMarkSql } from './skus.ts'
import type { WorkQueueScopeFilters } from './work-queue-scope.ts'

const labels = {
  shipOverdue: '超期未发的订单',
  proposalEnding: '即将到期的代客下单',
  proposalDeclined: '买家不需要的代客下单',
  waybillUnconfirmed: '待确认的电子面单',
  stockLow: '低于自设预警的规格',
  stockTransferLate: '在途过久的调拨',
  purchaseDue: '到期未到货采购单',
  supplierInvoice: '有差异的采购发票',
  supplierInvoiceReturned: '待更正的采购发票',
} as const

/**
 * Counts what waits for those who buy and move goods and prepare orders for companies, each with the time of the oldest, by the
 * conditions of the lists that the counts lead to.
 */
export async function countGoodsWorkQueue(
  db: Db,
  moment: Moment,
  { isOwn, isAllOwn, isOfOwnOrder, isOfOwnEnterprise }: WorkQueueScopeFilters,
): Promise<WorkQueueItem[]> {
  const { now } = moment
  const today = toShanghaiDay(now)
  const isOverdue = isShipDueSql(toShipSinceSql, { due: 'overdue', calendar: await readShippingCalendar(db, moment), now })
  const isOwnProposal = sql`${isAllOwn} and ${isOfOwnEnterprise('order_proposal')}`
  const { rows } = await sql<{ kind: keyof typeof labels; count: number; oldest: Date | null }>`
    select 'shipOverdue' as kind, count(*) as count, min(${toShipSinceSql}) as oldest from "order"
      where state in ('WAIT_SEND', 'PART_SENT') and cancel_asked_at is null and ${isOverdue} and ${isOwn('shop_id')} and ${isOfOwnEnterprise('order')}
    union all select 'proposalEnding', count(*), min(created_at) from order_proposal
      where ${isInOrderProposalQueueSql('ending', today)} and ${isOwnProposal}
    union all select 'proposalDeclined', count(*), min(state_at) from order_proposal
      where ${isInOrderProposalQueueSql('declined', today)} and ${isOwnProposal}
    union all select 'waybillUnconfirmed', count(*), min(state_at) from waybill
      where ${isWaybillUnconfirmedSql(now)} and ${isOfOwnOrder('waybill')}
    union all select 'stockLow', count(*), null from sku join goods on goods.id = sku.goods_id left join sku_stock as stock on stock.sku_id = sku.id
      where not sku.archived and ${isAtOrBelowOwnMarkSql} and ${isOwn('goods.shop_id')}
    union all select 'stockTransferLate', count(*), min(sent_at) from stock_transfer
      where ${isStockTransferLateSql(now)} and ${isAllOwn}
    union all select 'purchaseDue', count(*), min(expected_day)::timestamp at time zone 'Asia/Shanghai' from purchase_order
      where ${isPurchaseOrderDueSql(today)} and ${isOwn('shop_id')}
    union all select 'supplierInvoice', count(*), min(state_at) from supplier_invoice where state = 'DIFFERENT' and ${isAllOwn}
    union all select 'supplierInvoiceReturned', count(*), min(state_at) from supplier_invoice where state = 'RETURNED' and ${isAllOwn}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return rows.map(({ kind, count, oldest }) => ({ kind, label: labels[kind], count, oldestAt: oldest }))
}

/** Counts the background jobs that failed at their last try, up to as many as their screen lists. */
export async function countFailedJobs(db: Db): Promise<WorkQueueItem> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(failed_at) as oldest from failed_jobs(${FAILED_JOBS_MAX})`.execute(db)
  const { count = 0, oldest = null } = rows[0] ?? {}
  return { kind: 'jobFailed', label: '失败的后台任务', count, oldestAt: oldest }
}
