import { listChangedSettings, settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsById } from '#server/catalog/goods/public.ts'
import { findPicturesById, markNewPictureUsed } from '#server/catalog/pictures/public.ts'
import { lockSettingGroup, saveSettingGroup } from '#server/content/content/public.ts'
import { recordSettingsAudit, requireSettingUnchangedSinceRead } from '#server/operations/sensitive-changes/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'

interface NewHeroPicture {
  /** null: the stage has its words alone. */
  pictureId: string | null
  /** The goods whose dimensions are shown; null: none. */
  goodsId: string | null
}

/**
 * Puts a picture on the stage of the home page; `by` is null where the program does it. All nodes show it within a second. Refuses
 * PICTURE_NOT_FOUND, GOODS_NOT_FOUND, ROW_CHANGED.
 */
export async function saveHomeHeroPicture(
  tx: Tx,
  moment: Moment,
  { pictureId, goodsId, rowVersion, by }: NewHeroPicture & { rowVersion: number; by: { staffId: string; origin: RequestOrigin } | null },
): Promise<void> {
  const stored = await lockSettingGroup(tx, 'stage')
  await requireSettingUnchangedSinceRead(tx, rowVersion, stored)
  if (goodsId !== null && (await findOncePublishedGoodsById(tx, [goodsId])).length === 0) refuse('GOODS_NOT_FOUND', { field: 'goodsId' })
  await markNewPictureUsed(tx, moment, { was: stored.values.pictureId, is: pictureId })
  const [picture] = pictureId === null ? [] : await findPicturesById(tx, [pictureId])
  const values = { pictureId, goodsId, alt: picture?.alt ?? '' }
  const changes = listChangedSettings('stage', stored.values, values)
  await saveSettingGroup(tx, moment, { group: 'stage', values, staffId: by?.staffId ?? null, changes })
  if (by) await recordSettingsAudit(tx, moment, { subject: settingGroupTitles.stage, changes, ...by })
}
