import { Refusal } from '#contract/platform/core/refusal.ts'
import { isPublishingDue, listGoodsIdsDueForPublishing, recordPublishFailure } from '#server/catalog/goods-editing/content-store.ts'
import { lockGoodsAtRowVersion } from '#server/catalog/goods-editing/goods-at-version.ts'
import { listStaffIdsOfShop } from '#server/catalog/shops/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishDueDraft } from './publish-draft.ts'

/** How many drafts one run publishes. The others wait for the next minute. */
const AT_ONCE = 200

/** Whoever edits goods. */
const NOTIFIED = 'goods' as const

/** Keeps the draft with the reason, and notifies those who edit the goods of its shop. */
async function recordFailure(tx: Tx, moment: Moment, goodsId: string, { message }: Refusal): Promise<void> {
  const { goods, draft } = await lockGoodsAtRowVersion(tx, { goodsId, rowVersion: undefined, staffId: null })
  if (!isPublishingDue(draft, moment)) return
  await recordPublishFailure(tx, goodsId, message)
  const { shopId } = goods.head
  await notifyStaff(tx, moment, {
    kind: 'work',
    to: shopId === null ? { permission: NOTIFIED } : { staffIds: await listStaffIdsOfShop(tx, { shopId, permission: NOTIFIED }) },
    title: '定时发布失败',
    content: `商品“${draft.content.name || goods.head.name}”没有按时发布：${message}`,
    screen: `/edit_goods?goodsId=${goodsId}`,
    once: `publish ${goodsId} ${draft.publishAt.toISOString()}`,
  })
}

/** Publishes all due drafts, each in its own transaction. Returns how many. */
export async function publishAllDueDrafts(db: Db, moment: Moment): Promise<number> {
  const due = await listGoodsIdsDueForPublishing(db, { now: moment.now, limit: AT_ONCE })
  return forEachCollectingErrors(due, async (goodsId) => {
    try {
      return await runInTransaction(db, (tx) => publishDueDraft(tx, moment, goodsId))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await runInTransaction(db, (tx) => recordFailure(tx, moment, goodsId, error))
      return false
    }
  })
}
