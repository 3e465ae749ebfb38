import type { goodsExportEndpoints, goodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { guardHandlers } from '#server/catalog/shops/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { beginApply, stopImport } from './apply-goods.ts'
import { deleteImportArchive, listImports, readImport, refuseImportOfOthers } from './import-store.ts'
import { listRows } from './row-store.ts'
import { exportGoods } from './sheets/export-goods.ts'
import { exportImportResult } from './sheets/result.ts'
import { exportGoodsImportTemplate } from './sheets/template.ts'
import { createImport, readGoodsFile, saveRowsAndScheduleTrial } from './upload.ts'

/** Limits the calls about one import to those of the person himself, if he keeps certain shops. */
const guardImports = <Group extends Parameters<typeof guardHandlers>[0]>(handlers: Group): Group =>
  guardHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if ('id' in input && typeof input.id === 'string') await refuseImportOfOthers(db, { id: input.id, staffId })
  })

export const createGoodsImportHandlers = (files: FileStore): Handlers<typeof goodsImportEndpoints> =>
  guardImports({
    try: async ({ fileName, mode, clearEmpty }, { db, caller: { staffId }, moment, write, writeSeparately, replay, file: bytes }) => {
      await replay()
      const file = await readGoodsFile(db, bytes)
      const id = moment.newId()
      const given = { id, file, fileName, mode, clearEmpty: clearEmpty === 'yes', staffId }
      const archiveId = file.files ? moment.newId() : null
      if (archiveId !== null) {
        // The row is there before the bytes, so that nothing lies in the store that no row names.
        await writeSeparately((tx) => createImport(tx, moment, { ...given, archiveId }))
        await files.put(archiveId, bytes)
      }
      return write(async (tx) => {
        if (archiveId === null) await createImport(tx, moment, { ...given, archiveId })
        await saveRowsAndScheduleTrial(tx, moment, given)
        return readImport(tx, id)
      })
    },
    state: ({ id }, { db }) => readImport(db, id),
    list: (paged, { db, caller }) => listImports(db, caller.staffId, toSlice(paged)),
    rows: async ({ id, result, questions, ...paged }, { db }) => {
      await readImport(db, id)
      return listRows(db, id, { result, questions, ...toSlice(paged) })
    },
    apply: async (asked, { caller: { staffId }, moment, write }) => {
      await write((tx) => beginApply(tx, moment, { ...asked, staffId }))
      return null
    },
    stop: async ({ id }, { db, moment, write }) => {
      await deleteImportArchive(db, files, await write((tx) => stopImport(tx, moment, id)))
      return null
    },
    result: (asked, context) => exportImportResult(context, asked),
    template: ({ categoryId }, { db, caller: { staffId } }) => exportGoodsImportTemplate(db, { categoryId, staffId }),
  })

export const goodsExportHandlers: Handlers<typeof goodsExportEndpoints> = {
  goods: (asked, context) => exportGoods(context, asked),
}
