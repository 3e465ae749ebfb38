import type { goodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import type { goodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteFromLibrary } from './delete-unused.ts'
import { listDocuments, readLibraryDocument } from './document-store.ts'
import { listPictures, readPicture, updatePictureDescription } from './picture-store.ts'
import { storeDocument } from './store-document.ts'
import { storePicture } from './store-picture.ts'

export const createGoodsPictureHandlers = (files: FileStore): Handlers<typeof goodsPictureEndpoints> => ({
  upload: async ({ alt = '' }, { db, moment, log, write, file, caller: { staffId } }) => {
    const id = await storePicture({ db, moment, log, write, files }, { file, alt, staffId })
    return readPicture(db, id)
  },
  list: ({ unused = false, ...page }, { db }) => listPictures(db, { unused, slice: toSlice(page) }),
  saveAlt: async (given, { moment, write, caller: { staffId } }) => {
    await write((tx) => updatePictureDescription(tx, moment, { ...given, staffId }))
    return null
  },
  delete: async ({ id }, { db, write }) => {
    await deleteFromLibrary({ db, write, files }, 'pictures', id)
    return null
  },
})

export const createGoodsDocumentHandlers = (files: FileStore): Handlers<typeof goodsDocumentEndpoints> => ({
  upload: async ({ validUntil = null, ...given }, { db, moment, log, write, file, caller: { staffId } }) => {
    const id = await storeDocument({ db, moment, log, write, files }, { ...given, validUntil, file, staffId })
    return readLibraryDocument(db, id)
  },
  list: ({ unused = false, ...page }, { db }) => listDocuments(db, { unused, slice: toSlice(page) }),
  delete: async ({ id }, { db, write }) => {
    await deleteFromLibrary({ db, write, files }, 'documents', id)
    return null
  },
})
