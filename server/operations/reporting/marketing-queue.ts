import { sql } from 'kysely'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { isBannerEndingSql } from '#server/catalog/banners/public.ts'
import { isCouponTemplateEndingSql, isCouponTemplateFullSql } from '#server/catalog/coupons/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { WorkQueueScopeFilters } from './work-queue-scope.ts'

const labels = {
  couponEnding: '即将到期的优惠券',
  couponFull: '已领完的优惠券',
  bannerEnding: '即将结束的横幅',
  articleDraft: '未发布的文章草稿',
} as const

/** Counts what waits for those who give coupons and write for buyers, by the conditions of the lists that the counts lead to. */
export async function countMarketingWorkQueue(db: Db, { now }: Moment, { isOwn }: WorkQueueScopeFilters): Promise<WorkQueueItem[]> {
  const today = toShanghaiDay(now)
  const templates = sql`coupon_template as t join coupon_quota as q on q.template_id = t.id`
  const { rows } = await sql<{ kind: keyof typeof labels; count: number; oldest: Date | null }>`
    select 'couponEnding' as kind, count(*) as count, null::timestamptz as oldest from ${templates}
      where ${isCouponTemplateEndingSql(today)} and ${isOwn('t.shop_id')}
    union all select 'couponFull', count(*), null from ${templates} where ${isCouponTemplateFullSql(today)} and ${isOwn('t.shop_id')}
    union all select 'bannerEnding', count(*), null from banner where ${isBannerEndingSql(today)}
    union all select 'articleDraft', count(*), min(updated_at) from article where draft is not null`.execute(db)
  return rows.map(({ kind, count, oldest }) => ({ kind, label: labels[kind], count, oldestAt: oldest }))
}
