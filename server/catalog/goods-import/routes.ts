import type { goodsExportEndpoints, goodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { beginApply, stopImport } from './apply-goods.ts'
import { listImports, readImport } from './import-store.ts'
import { listRows } from './row-store.ts'
import { exportGoods } from './sheets/export-goods.ts'
import { exportResult } from './sheets/result.ts'
import { exportTemplate } from './sheets/template.ts'
import { createImport, readGoodsFile } from './upload.ts'

export const goodsImportHandlers: Handlers<typeof goodsImportEndpoints> = {
  try: async ({ fileName, mode, clearEmpty }, { db, caller: { staffId }, moment, write, replay, file: bytes }) => {
    await replay()
    const file = await readGoodsFile(db, bytes)
    return write(async (tx) =>
      readImport(tx, await createImport(tx, moment, { file, fileName, mode, clearEmpty: clearEmpty === 'yes', staffId })),
    )
  },
  state: ({ id }, { db }) => readImport(db, id),
  list: (paged, { db }) => listImports(db, toSlice(paged)),
  rows: async ({ id, verdict, questions, ...paged }, { db }) => {
    await readImport(db, id)
    return listRows(db, id, { verdict, questions, ...toSlice(paged) })
  },
  apply: async (asked, { caller: { staffId }, moment, write }) => {
    await write((tx) => beginApply(tx, moment, { ...asked, staffId }))
    return null
  },
  stop: async ({ id }, { moment, write }) => {
    await write((tx) => stopImport(tx, moment, id))
    return null
  },
  result: (asked, context) => exportResult(context, asked),
  template: ({ categoryId }, { db, caller: { staffId } }) => exportTemplate(db, { categoryId, staffId }),
}

export const goodsExportHandlers: Handlers<typeof goodsExportEndpoints> = {
  goods: (asked, context) => exportGoods(context, asked),
}
