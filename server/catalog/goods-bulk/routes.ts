import type { goodsBulkEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listBulks, readBulk } from './bulk-store.ts'
import { listRows } from './row-store.ts'
import { beginApplyingBulk, beginUndo, createBulkAndBeginTrial, stopBulk } from './steps.ts'

export const goodsBulkHandlers: Handlers<typeof goodsBulkEndpoints> = {
  try: ({ goodsIds, filter, change }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => readBulk(tx, { id: await createBulkAndBeginTrial(tx, moment, { goodsIds, filter, change, staffId }), staffId })),
  state: ({ id }, { db, caller: { staffId } }) => readBulk(db, { id, staffId }),
  list: (paged, { db, caller: { staffId } }) => listBulks(db, staffId, toSlice(paged)),
  rows: async ({ id, result, questions, ...paged }, { db, caller: { staffId } }) => {
    await readBulk(db, { id, staffId })
    return listRows(db, id, { result, questions, ...toSlice(paged) })
  },
  apply: async (asked, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginApplyingBulk(tx, moment, { ...asked, staffId }))
    return null
  },
  stop: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => stopBulk(tx, moment, { id, staffId }))
    return null
  },
  undo: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginUndo(tx, moment, { id, staffId }))
    return null
  },
}
