import type { consoleGoodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import type { consoleGoodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteUnusedFileFromLibrary } from './delete-unused.ts'
import { listLibraryDocumentsVisibleToStaff, readLibraryDocument } from './document-store.ts'
import { type FindFileIdsOfStaffShopsSql, findLibraryFilesVisibleToStaff, requireLibraryFileIsVisible } from './library-rows.ts'
import { listLibraryPicturesVisibleToStaff, readLibraryPicture, updatePictureDescription } from './picture-store.ts'
import { storeGoodsDocumentOnce } from './store-document.ts'
import { storeGoodsPictureOnce } from './store-picture.ts'

export const createGoodsPictureHandlers = (
  files: FileStore,
  findFiles: FindFileIdsOfStaffShopsSql,
): Handlers<typeof consoleGoodsPictureEndpoints> => ({
  upload: async ({ alt = '' }, { db, moment, log, write, file, caller: { staffId } }) => {
    const id = await storeGoodsPictureOnce({ db, moment, log, write, files }, { file, alt, staffId })
    return readLibraryPicture(db, id)
  },
  list: async ({ unused = false, ...page }, { db, caller: { staffId } }) =>
    listLibraryPicturesVisibleToStaff(db, {
      unused,
      own: await findLibraryFilesVisibleToStaff(db, findFiles, { staffId, library: 'pictures' }),
      slice: toSlice(page),
    }),
  saveAlt: async (given, { db, moment, write, caller: { staffId } }) => {
    await requireLibraryFileIsVisible(db, 'pictures', {
      id: given.id,
      own: await findLibraryFilesVisibleToStaff(db, findFiles, { staffId, library: 'pictures' }),
    })
    await write((tx) => updatePictureDescription(tx, moment, { ...given, staffId }))
    return null
  },
  delete: async ({ id }, { db, write, caller: { staffId } }) => {
    await requireLibraryFileIsVisible(db, 'pictures', {
      id,
      own: await findLibraryFilesVisibleToStaff(db, findFiles, { staffId, library: 'pictures' }),
    })
    await deleteUnusedFileFromLibrary({ db, write, files }, 'pictures', id)
    return null
  },
})

export const createGoodsDocumentHandlers = (
  files: FileStore,
  findFiles: FindFileIdsOfStaffShopsSql,
): Handlers<typeof consoleGoodsDocumentEndpoints> => ({
  upload: async ({ validUntil = null, ...given }, { db, moment, log, write, file, caller: { staffId } }) => {
    const id = await storeGoodsDocumentOnce({ db, moment, log, write, files }, { ...given, validUntil, file, staffId })
    return readLibraryDocument(db, id)
  },
  list: async ({ unused = false, ...page }, { db, caller: { staffId } }) =>
    listLibraryDocumentsVisibleToStaff(db, {
      unused,
      own: await findLibraryFilesVisibleToStaff(db, findFiles, { staffId, library: 'documents' }),
      slice: toSlice(page),
    }),
  delete: async ({ id }, { db, write, caller: { staffId } }) => {
    await requireLibraryFileIsVisible(db, 'documents', {
      id,
      own: await findLibraryFilesVisibleToStaff(db, findFiles, { staffId, library: 'documents' }),
    })
    await deleteUnusedFileFromLibrary({ db, write, files }, 'documents', id)
    return null
  },
})
