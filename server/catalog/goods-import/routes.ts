import type { consoleGoodsExportEndpoints, consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { addCheckToConsoleHandlers } from '#server/catalog/shops/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { beginApplyingGoodsImport, stopGoodsImport } from './apply-goods.ts'
import { deleteGoodsImportArchive, listGoodsImports, readGoodsImport, requireStaffMaySeeGoodsImport } from './import-store.ts'
import { listGoodsImportRows } from './row-store.ts'
import { exportGoodsAsImportSheet } from './sheets/export-goods.ts'
import { exportGoodsImportResult } from './sheets/export-import-result.ts'
import { exportGoodsImportTemplate } from './sheets/template.ts'
import { createGoodsImport, parseGoodsFile, saveImportRowsAndScheduleTrial } from './upload.ts'

/** A person who keeps certain shops may only make calls about his own imports. */
const guardImports = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if ('id' in input && typeof input.id === 'string') await requireStaffMaySeeGoodsImport(db, { id: input.id, staffId })
  })

export const createGoodsImportHandlers = (files: FileStore): Handlers<typeof consoleGoodsImportEndpoints> =>
  guardImports({
    try: async ({ fileName, mode, clearEmpty }, { db, caller: { staffId }, moment, write, writeSeparately, replay, file: bytes }) => {
      await replay()
      const file = await parseGoodsFile(db, bytes)
      const id = moment.newId()
      const given = { id, file, fileName, mode, clearEmpty: clearEmpty === 'yes', staffId }
      const archiveId = file.files ? moment.newId() : null
      if (archiveId !== null) {
        // The row is inserted before the bytes are stored, so that the store has no file without a row.
        await writeSeparately((tx) => createGoodsImport(tx, moment, { ...given, archiveId }))
        await files.put(archiveId, bytes)
      }
      return write(async (tx) => {
        if (archiveId === null) await createGoodsImport(tx, moment, { ...given, archiveId })
        await saveImportRowsAndScheduleTrial(tx, moment, given)
        return readGoodsImport(tx, id)
      })
    },
    state: ({ id }, { db }) => readGoodsImport(db, id),
    list: (paged, { db, caller }) => listGoodsImports(db, caller.staffId, toSlice(paged)),
    rows: async ({ id, result, questions, ...paged }, { db }) => {
      await readGoodsImport(db, id)
      return listGoodsImportRows(db, id, { result, questions, ...toSlice(paged) })
    },
    apply: async (asked, { caller: { staffId }, moment, write }) => {
      await write((tx) => beginApplyingGoodsImport(tx, moment, { ...asked, staffId }))
      return null
    },
    stop: async ({ id }, { db, moment, write }) => {
      await deleteGoodsImportArchive(db, files, await write((tx) => stopGoodsImport(tx, moment, id)))
      return null
    },
    result: (asked, context) => exportGoodsImportResult(context, asked),
    template: ({ categoryId }, { db, caller: { staffId } }) => exportGoodsImportTemplate(db, { categoryId, staffId }),
  })

export const goodsExportHandlers: Handlers<typeof consoleGoodsExportEndpoints> = {
  goods: (asked, context) => exportGoodsAsImportSheet(context, asked),
}
