import type { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { findAttributesOfCategory } from '#server/catalog/attributes/public.ts'
import { changeGoodsState } from '#server/catalog/goods-editing/change-state.ts'
import { copyGoodsAsDraft, restoreGoodsVersionAsDraft } from '#server/catalog/goods-editing/from-other-content.ts'
import { publishOrScheduleDraft } from '#server/catalog/goods-editing/publishing/publish-draft.ts'
import {
  createGoodsWithDraft,
  discardDraftAndUnpublishedGoods,
  findDraftProblems,
  saveDraft,
} from '#server/catalog/goods-editing/save-draft.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readGoodsForEditing, readGoodsHistory, readGoodsVersion } from './goods-detail.ts'
import { listGoodsForConsole } from './goods-list.ts'
import { findNamesOfGoodsSkusAndMachineModels } from './names.ts'
import { readGoodsPreview } from './preview.ts'

export const consoleGoodsHandlers: Handlers<typeof consoleGoodsEndpoints> = {
  list: (asked, { db, caller }) => listGoodsForConsole(db, asked, caller),
  detail: ({ goodsId }, { db, moment, caller: { staffId } }) => readGoodsForEditing(db, moment, { goodsId, staffId }),
  preview: ({ goodsId, level, enterpriseId }, { db, caller: { staffId }, moment }) =>
    readGoodsPreview(db, { level, enterpriseId, now: moment.now }, { goodsId, staffId }),
  save: ({ goodsId, rowVersion, content }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      const saved = await (goodsId === undefined
        ? createGoodsWithDraft(tx, moment, { content, staffId })
        : saveDraft(tx, moment, { goodsId, rowVersion, content, staffId }))
      const { code, skus } = saved.content
      return {
        goodsId: saved.goodsId,
        rowVersion: saved.rowVersion,
        code,
        skuIds: skus.flatMap(({ skuId }) => skuId ?? []),
        problems: await findDraftProblems(tx, moment, saved),
      }
    }),
  discardDraft: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => discardDraftAndUnpublishedGoods(tx, moment, { ...seen, staffId }))
    return null
  },
  publish: (asked, { caller: { staffId }, moment, write }) => write((tx) => publishOrScheduleDraft(tx, moment, { ...asked, staffId })),
  takeOff: (seen, { caller: { staffId }, moment, write }) => write((tx) => changeGoodsState(tx, moment, 'takeOff', { ...seen, staffId })),
  relist: (seen, { caller: { staffId }, moment, write }) => write((tx) => changeGoodsState(tx, moment, 'relist', { ...seen, staffId })),
  archive: (seen, { caller: { staffId }, moment, write }) => write((tx) => changeGoodsState(tx, moment, 'archive', { ...seen, staffId })),
  copy: ({ goodsId: from }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      const { goodsId, rowVersion } = await copyGoodsAsDraft(tx, moment, { goodsId: from, staffId })
      return { goodsId, rowVersion }
    }),
  attributes: ({ categoryId }, { db }) => findAttributesOfCategory(db, categoryId),
  names: (ids, { db }) => findNamesOfGoodsSkusAndMachineModels(db, ids),
  history: ({ goodsId, ...paged }, { db, caller: { staffId } }) => readGoodsHistory(db, { goodsId, staffId, ...toSlice(paged) }),
  version: (asked, { db, caller: { staffId } }) => readGoodsVersion(db, { ...asked, staffId }),
  restore: (asked, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ rowVersion: (await restoreGoodsVersionAsDraft(tx, moment, { ...asked, staffId })).rowVersion })),
}
