import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { updateGoodsRow } from '#server/catalog/goods/public.ts'
import { insertGoodsVersions, type NewGoodsVersion } from '#server/catalog/goods-editing/content-store.ts'
import type { GoodsWithContent } from '#server/catalog/goods-editing/published-content.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The version of goods that were published before versions existed. */
export function buildFirstVersionIfMissing({
  goodsId,
  state,
  version,
  content,
  publishedAt,
  changedAt,
}: GoodsWithContent): NewGoodsVersion[] {
  if (version > 0 || state === 'draft') return []
  return [{ goodsId, version: 1, content, staffId: null, at: publishedAt ?? changedAt, note: '保存版本之前的内容' }]
}

interface UnchangedContent {
  /** Locked. */
  goods: GoodsWithContent
  /** The new state; undefined: the same. */
  state?: GoodsState
  /** What is changed besides the content. */
  differences: readonly GoodsContentDifference[]
  staffId: string
  note: string
}

/**
 * Saves the published content of goods as a version again, after a change of what it does not contain: the state, the tax class. Returns the
 * new row version.
 */
export async function saveSameContentAsNewVersion(
  tx: Tx,
  { now }: Pick<Moment, 'now'>,
  { goods, state, differences, staffId, note }: UnchangedContent,
): Promise<number> {
  const { goodsId, content } = goods
  const first = buildFirstVersionIfMissing(goods)
  const version = Math.max(goods.version, first.length) + 1
  await insertGoodsVersions(tx, [...first, { goodsId, version, content, staffId, at: now, note, differences }])
  return updateGoodsRow(tx, { goodsId, version, state, staffId, now, note })
}
