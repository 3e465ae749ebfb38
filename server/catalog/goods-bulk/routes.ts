import type { consoleGoodsBulkEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listGoodsBulks, readGoodsBulk } from './bulk-store.ts'
import { listGoodsBulkRows } from './row-store.ts'
import { beginApplyingGoodsBulk, beginGoodsBulkUndo, createGoodsBulkAndBeginTrial, stopGoodsBulk } from './steps.ts'

export const goodsBulkHandlers: Handlers<typeof consoleGoodsBulkEndpoints> = {
  try: ({ goodsIds, filter, change }, { caller: { staffId }, moment, write }) =>
    write(async (tx) =>
      readGoodsBulk(tx, { id: await createGoodsBulkAndBeginTrial(tx, moment, { goodsIds, filter, change, staffId }), staffId }),
    ),
  state: ({ id }, { db, caller: { staffId } }) => readGoodsBulk(db, { id, staffId }),
  list: (paged, { db, caller: { staffId } }) => listGoodsBulks(db, staffId, toSlice(paged)),
  rows: async ({ id, result, questions, ...paged }, { db, caller: { staffId } }) => {
    await readGoodsBulk(db, { id, staffId })
    return listGoodsBulkRows(db, id, { result, questions, ...toSlice(paged) })
  },
  apply: async (asked, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginApplyingGoodsBulk(tx, moment, { ...asked, staffId }))
    return null
  },
  stop: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => stopGoodsBulk(tx, moment, { id, staffId }))
    return null
  },
  undo: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginGoodsBulkUndo(tx, moment, { id, staffId }))
    return null
  },
}
