import type { consoleGoodsBulkEditEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listGoodsBulkEdits, readGoodsBulkEdit } from './bulk-store.ts'
import { listGoodsBulkEditRows } from './row-store.ts'
import { beginApplyingGoodsBulkEdit, beginGoodsBulkEditUndo, createGoodsBulkEditAndBeginTrial, stopGoodsBulkEdit } from './steps.ts'

export const goodsBulkEditHandlers: Handlers<typeof consoleGoodsBulkEditEndpoints> = {
  try: ({ goodsIds, filter, change }, { caller: { staffId }, moment, write }) =>
    write(async (tx) =>
      readGoodsBulkEdit(tx, { id: await createGoodsBulkEditAndBeginTrial(tx, moment, { goodsIds, filter, change, staffId }), staffId }),
    ),
  state: ({ id }, { db, caller: { staffId } }) => readGoodsBulkEdit(db, { id, staffId }),
  list: (paged, { db, caller: { staffId } }) => listGoodsBulkEdits(db, staffId, toSlice(paged)),
  rows: async ({ id, result, questions, ...paged }, { db, caller: { staffId } }) => {
    await readGoodsBulkEdit(db, { id, staffId })
    return listGoodsBulkEditRows(db, id, { result, questions, ...toSlice(paged) })
  },
  apply: async (asked, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginApplyingGoodsBulkEdit(tx, moment, { ...asked, staffId }))
    return null
  },
  stop: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => stopGoodsBulkEdit(tx, moment, { id, staffId }))
    return null
  },
  undo: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginGoodsBulkEditUndo(tx, moment, { id, staffId }))
    return null
  },
}
