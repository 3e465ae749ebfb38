import * as z from 'zod/mini'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { listGoodsContentDifferences, type NamesInGoodsContent } from '#contract/catalog/goods-editing/differences.ts'
import { type GoodsVerb, goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { type RebasedGoodsDraft, rebaseGoodsDraft } from '#contract/catalog/goods-editing/rebase.ts'
import { GoodsChangedMeanwhileDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { findBrandNamesById } from '#server/catalog/brands/public.ts'
import { findShopOfGoods, listAllCategories, listShopNamesById, lockGoods } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { findDraftsByGoods, type StoredDraft } from './content-store.ts'
import { type GoodsWithContent, readGoodsWithContentById } from './published-content.ts'

/** Goods with their draft in the current state. */
export interface GoodsWithDraft {
  goods: GoodsWithContent
  draft: StoredDraft | undefined
  /** The draft on top of the current published content; undefined without a draft. */
  rebased: RebasedGoodsDraft | undefined
  /** The shops whose goods the person may change; null: all shops. */
  ownShops: readonly string[] | null
}

/** The person who changes the goods; null: the system. */
export interface EditingStaff {
  staffId: string | null
}

/** The shops whose goods the person may change; null: all shops. */
export const findShopIdsThatStaffMayEdit = async (db: Db, { staffId }: EditingStaff): Promise<string[] | null> =>
  staffId === null ? null : findShopIdsStaffIsLimitedTo(db, staffId)

/** Refuses SHOP_NOT_YOURS if a person moves goods to a shop that he does not keep. */
export function requireStaffMayMoveGoodsToShop(ownShops: readonly string[] | null, shopId: string | null): void {
  if (ownShops !== null && shopId !== null && !ownShops.includes(shopId))
    refuse('SHOP_NOT_YOURS', { msg: '您只负责指定的店铺，请选择其中一个' })
}

/** Refuses GOODS_NOT_FOUND, also for goods of a shop that the person does not keep. */
export async function requireStaffMayEditGoods(db: Db, goodsId: string, editor: EditingStaff): Promise<void> {
  const { shopId } = (await findShopOfGoods(db, goodsId)) ?? refuse('GOODS_NOT_FOUND')
  const ownShops = await findShopIdsThatStaffMayEdit(db, editor)
  if (shopId !== null && ownShops !== null && !ownShops.includes(shopId)) refuse('GOODS_NOT_FOUND')
}

/**
 * Reads goods and their drafts, in the given order. Refuses GOODS_NOT_FOUND, also for goods of a shop that the person does not keep. The
 * number of statements does not grow with the goods.
 */
async function readGoodsWithDrafts(db: Db, goodsIds: readonly string[], editor: EditingStaff): Promise<GoodsWithDraft[]> {
  if (goodsIds.length === 0) return []
  const found = await readGoodsWithContentById(db, goodsIds)
  const ownShops = await findShopIdsThatStaffMayEdit(db, editor)
  const drafts = await findDraftsByGoods(db, goodsIds)
  return goodsIds.map((goodsId) => {
    const goods = found.get(goodsId) ?? refuse('GOODS_NOT_FOUND')
    const { shopId } = goods.head
    if (shopId !== null && ownShops !== null && !ownShops.includes(shopId)) refuse('GOODS_NOT_FOUND')
    const draft = drafts.get(goodsId)
    const rebased =
      draft &&
      (draft.base === null
        ? { content: draft.content, conflicts: [] }
        : rebaseGoodsDraft({ base: draft.base, draft: draft.content, current: goods.content }))
    return { goods, draft, rebased, ownShops }
  })
}

/** Does the same for one product. */
export const readGoodsWithDraft = async (db: Db, goodsId: string, editor: EditingStaff): Promise<GoodsWithDraft> =>
  (await readGoodsWithDrafts(db, [goodsId], editor))[0] ?? refuse('GOODS_NOT_FOUND')

/** Reads the names of the things that contents refer to by id. */
export async function readNamesForGoodsContents(db: Db, contents: readonly Pick<GoodsContent, 'brandId'>[]): Promise<NamesInGoodsContent> {
  const categories = new Map((await listAllCategories(db)).map(({ id, name }) => [id, name]))
  const brandIds = [...new Set(contents.flatMap(({ brandId }) => brandId ?? []))]
  return { shops: await listShopNamesById(db), categories, brands: await findBrandNamesById(db, brandIds) }
}

/** Goods as the editor has read them. */
export interface GoodsRowVersionRef {
  goodsId: string
  /** The version that the editor has read; undefined: any version, for the system. */
  rowVersion: number | undefined
}

export interface GoodsAtRowVersion extends EditingStaff, GoodsRowVersionRef {}

/** Refuses ROW_CHANGED with the name of the person who changed the goods meanwhile, and with the differences from what the editor sends. */
async function refuseChanged(tx: Tx, { goods, rebased }: GoodsWithDraft, sent: GoodsContent | undefined): Promise<never> {
  const by = goods.changedBy === null ? null : ((await listStaffNamesById(tx)).get(goods.changedBy) ?? null)
  const at = formatShanghaiTime(goods.changedAt).slice(0, 16)
  const current = rebased?.content ?? goods.content
  const differences = sent ? listGoodsContentDifferences(sent, current, await readNamesForGoodsContents(tx, [sent, current])) : []
  const collision = { rowVersion: goods.rowVersion, by, at: goods.changedAt, what: goods.changeNote, differences }
  return refuse('ROW_CHANGED', {
    msg: `${by ?? '系统'} 已于 ${at} 修改：${goods.changeNote}。您填写的没有保存，请核对后再保存`,
    ...z.encode(GoodsChangedMeanwhileDetail, collision),
  })
}

/**
 * Locks some goods against all other changes, in the given order. Refuses GOODS_NOT_FOUND, and ROW_CHANGED if somebody has changed one of
 * them since the editor read it; that refusal names the person and the differences from what the editor sends.
 */
export async function lockManyGoodsAtRowVersions(
  tx: Tx,
  seen: readonly (GoodsRowVersionRef & { sent?: GoodsContent | undefined })[],
  editor: EditingStaff,
): Promise<GoodsWithDraft[]> {
  const goodsIds = seen.map(({ goodsId }) => goodsId)
  await lockGoods(tx, goodsIds)
  const found = await readGoodsWithDrafts(tx, goodsIds, editor)
  for (const [at, one] of found.entries()) {
    const { rowVersion, sent } = seen[at] ?? {}
    if (rowVersion !== undefined && rowVersion !== one.goods.rowVersion) await refuseChanged(tx, one, sent)
  }
  return found
}

/** Does the same for one product. */
export const lockGoodsAtRowVersion = async (
  tx: Tx,
  { goodsId, rowVersion, staffId }: GoodsAtRowVersion,
  sent?: GoodsContent,
): Promise<GoodsWithDraft> =>
  (await lockManyGoodsAtRowVersions(tx, [{ goodsId, rowVersion, sent }], { staffId }))[0] ?? refuse('GOODS_NOT_FOUND')

/** Refuses GOODS_STATE_WRONG if the lifecycle has no such step from the current state. */
export function requireGoodsVerbAllowed({ state }: GoodsWithContent, verb: GoodsVerb): void {
  const { from } = goodsLifecycle.verbs[verb]
  if (!from.some((one) => one === state)) refuse('GOODS_STATE_WRONG')
}

/** Refuses GOODS_STATE_WRONG for archived goods, because nobody can edit them. */
export function requireGoodsEditable({ state }: GoodsWithContent): void {
  if (state === 'archived') refuse('GOODS_STATE_WRONG', { msg: '商品已归档，不能修改' })
}
