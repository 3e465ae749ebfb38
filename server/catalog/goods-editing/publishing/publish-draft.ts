import { listGoodsContentDifferences } from '#contract/catalog/goods-editing/differences.ts'
import type { RebasedGoodsDraft } from '#contract/catalog/goods-editing/rebase.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { updateGoodsRow } from '#server/catalog/goods/public.ts'
import { isPublishingDue, updateDraftPublishingSchedule } from '#server/catalog/goods-editing/content-store.ts'
import {
  findShopIdsThatStaffMayEdit,
  type GoodsAtRowVersion,
  type GoodsWithDraft,
  lockGoodsAtRowVersion,
  readNamesForGoodsContents,
  requireGoodsEditable,
  requireStaffMayMoveGoodsToShop,
} from '#server/catalog/goods-editing/goods-at-version.ts'
import type { GoodsWithContent } from '#server/catalog/goods-editing/published-content.ts'
import { readExistingContentReferences } from '#server/catalog/goods-editing/publishing-problems.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockCategoriesAttributesAndPrices, requireContentsPublishable, writePublishedContents } from './write-contents.ts'

export interface PublishDraftInput extends GoodsAtRowVersion {
  /** undefined: now. */
  publishAt?: Date | undefined
  note: string
  /** The person has seen and confirmed large price changes and prices below the cost. */
  confirmed: boolean
}

export interface PublishDraftResult {
  rowVersion: number
  version: number
  publishAt: Date | null
}

type Publishing = Omit<PublishDraftInput, 'goodsId' | 'rowVersion'>

/** Publishes the draft of locked goods, or schedules it. */
async function publishLocked(
  tx: Tx,
  moment: Moment,
  { goods, draft, rebased, ownShops }: GoodsWithDraft,
  { publishAt, note, confirmed, staffId }: Publishing,
): Promise<PublishDraftResult> {
  requireGoodsEditable(goods)
  if (!draft || !rebased) refuse('GOODS_NO_DRAFT')
  const { content } = rebased
  requireStaffMayMoveGoodsToShop(ownShops, content.shopId)
  if (rebased.conflicts.length > 0) await refuseOutdated(tx, goods, rebased)
  const wanted = [{ goods, content, facts: await readExistingContentReferences(tx, content) }]
  const checked = await requireContentsPublishable(tx, moment, { wanted, confirmed })
  if (publishAt === undefined) {
    const [written] = await writePublishedContents(tx, moment, checked, { staffId, note })
    if (!written) throw new Error('nothing was published')
    return { rowVersion: written.rowVersion, version: written.version, publishAt: null }
  }
  if (publishAt <= moment.now) refuse('PUBLISH_TIME_PAST')
  await updateDraftPublishingSchedule(tx, goods.goodsId, { at: publishAt, staffId, note })
  const rowVersion = await updateGoodsRow(tx, { goodsId: goods.goodsId, staffId, now: moment.now, note: '定时发布' })
  return { rowVersion, version: goods.version, publishAt }
}

/**
 * Publishes the draft of goods, now or at a time. Refuses GOODS_NOT_FOUND, ROW_CHANGED, GOODS_STATE_WRONG, GOODS_NO_DRAFT, SHOP_NOT_YOURS,
 * DRAFT_OUTDATED, GOODS_NOT_READY with all problems, PRICE_CHANGE_LARGE, PRICE_BELOW_COST, PUBLISH_TIME_PAST.
 */
export async function publishOrScheduleDraft(
  tx: Tx,
  moment: Moment,
  { goodsId, rowVersion, ...publishing }: PublishDraftInput,
): Promise<PublishDraftResult> {
  await lockCategoriesAttributesAndPrices(tx)
  const work = await lockGoodsAtRowVersion(tx, { goodsId, rowVersion, staffId: publishing.staffId })
  return publishLocked(tx, moment, work, publishing)
}

/**
 * Publishes a due draft in the name of the person who scheduled it. The prices were confirmed then, so the draft is read under the lock of
 * the goods, and a draft that was saved meanwhile is no longer due. Returns whether it was published. Refuses like `publishOrScheduleDraft`.
 */
export async function publishDueDraft(tx: Tx, moment: Moment, goodsId: string): Promise<boolean> {
  await lockCategoriesAttributesAndPrices(tx)
  const work = await lockGoodsAtRowVersion(tx, { goodsId, rowVersion: undefined, staffId: null })
  const { draft } = work
  if (!isPublishingDue(draft, moment)) return false
  const { publishBy: staffId, publishNote: note } = draft
  await publishLocked(
    tx,
    moment,
    { ...work, ownShops: await findShopIdsThatStaffMayEdit(tx, { staffId }) },
    { note, confirmed: true, staffId },
  )
  return true
}

/** Refuses DRAFT_OUTDATED with the fields that both sides have changed: `from` is the published value, `to` the value of the draft. */
async function refuseOutdated(tx: Tx, goods: GoodsWithContent, { content, conflicts }: RebasedGoodsDraft) {
  const differences = listGoodsContentDifferences(goods.content, content, await readNamesForGoodsContents(tx, [goods.content, content]))
  const both = differences.filter(({ path }) => conflicts.includes(path))
  refuse('DRAFT_OUTDATED', { differences: both.map((difference) => ({ ...difference })) })
}
