/**
 * Owns the pictures and documents of goods that staff upload, and the pictures of shops, brands and categories: their rows, their bytes in
 * the file store, and their addresses. Writes the tables `catalog_document` and `catalog_picture`. Never stores a picture as it was
 * uploaded, and never deletes one that was used.
 */
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { markLibraryRowsUsed } from './library-rows.ts'
import { findPicturesById } from './picture-store.ts'

export { deleteUnusedDocuments, deleteUnusedPictures } from './delete-unused.ts'
export { findDocumentsById } from './document-store.ts'
export { findPicturesById } from './picture-store.ts'
export { registerCatalogFileRoutes } from './serve-files.ts'
export { storeGoodsDocumentOnce } from './store-document.ts'
export { type EncodedPicture, storeEncodedPictures, storeGoodsPictureOnce } from './store-picture.ts'

/** Marks pictures as used, so that they stay for ever. Refuses PICTURE_NOT_FOUND if one of them does not exist. */
export const markPicturesUsed = (tx: Tx, moment: Moment, ids: readonly string[]): Promise<void> =>
  markLibraryRowsUsed(tx, moment, 'pictures', ids)

/**
 * Marks the new picture of a shop, a brand or a category as used, if it differs from the former one. Refuses PICTURE_NOT_FOUND at its
 * field.
 */
export async function markNewPictureUsed(tx: Tx, moment: Moment, { was, is }: Record<'was' | 'is', string | null>): Promise<void> {
  if (is === null || is === was) return
  if ((await findPicturesById(tx, [is])).length === 0) refuse('PICTURE_NOT_FOUND', { field: 'pictureId' })
  await markPicturesUsed(tx, moment, [is])
}

/** Marks documents as used, so that they stay for ever. Refuses DOCUMENT_NOT_FOUND if one of them does not exist. */
export const markDocumentsUsed = (tx: Tx, moment: Moment, ids: readonly string[]): Promise<void> =>
  markLibraryRowsUsed(tx, moment, 'documents', ids)
