import { sql } from 'kysely'
import type { QueueItem } from '../../contract/staff/api.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { readFinanceQueue } from './finance-queue.ts'

/** What waits for the platform's people: how much of it, and since when. */
export async function readQueue(db: Db, moment: Moment): Promise<QueueItem[]> {
  const all = acrossEnterprises(db, 'console')
  const reviews = await all
    .selectFrom('verification_submission')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('submitted_at').as('oldest')])
    .where('state', '=', 'WAIT')
    .executeTakeFirstOrThrow()
  const waiting = await all
    .selectFrom('order')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('state_at').as('oldest')])
    .where('state', 'in', ['WAIT_SEND', 'PART_SENT'])
    .where('cancel_asked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const asked = await all
    .selectFrom('order')
    .select([all.fn.countAll<number>().as('count'), all.fn.min('cancel_asked_at').as('oldest')])
    .where('cancel_asked_at', 'is not', null)
    .executeTakeFirstOrThrow()
  // What never had stock has no row of it.
  const soldOut = await db
    .selectFrom('sku')
    .leftJoin('sku_stock as stock', 'stock.sku_id', 'sku.id')
    .select(db.fn.countAll<number>().as('count'))
    .where(sql<boolean>`coalesce(stock.available, 0) = 0`)
    .executeTakeFirstOrThrow()
  return [
    { kind: 'verification', label: '待审核认证', count: reviews.count, oldestAt: reviews.oldest },
    { kind: 'waitSend', label: '待发货订单', count: waiting.count, oldestAt: waiting.oldest },
    { kind: 'cancelAsked', label: '取消申请', count: asked.count, oldestAt: asked.oldest },
    { kind: 'stockOut', label: '已售罄规格', count: soldOut.count, oldestAt: null },
    ...(await readFinanceQueue(db, moment)),
  ]
}
