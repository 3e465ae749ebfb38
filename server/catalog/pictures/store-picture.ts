import { runInTransaction } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { encodeGoodsPicture, type GoodsPictureParts } from './encode-picture.ts'
import { markLibraryRowsStored } from './library-rows.ts'
import { packPictureParts } from './packed-picture.ts'
import { findPictureIdByContent, insertPictures, type NewPicture } from './picture-store.ts'
import { type FileStorageContext, saveFileOnce } from './store-once.ts'

/** A picture with all its parts, encoded here or elsewhere. */
export interface EncodedPicture extends GoodsPictureParts {
  id: string
  alt: string
  /** SHA-256 of the uploaded bytes; left out: of the parts themselves. */
  contentHash?: Buffer
  staffId: string | null
}

/** The dependencies for storing pictures. */
type PictureStorageContext = Pick<FileStorageContext, 'db' | 'moment' | 'files'>

/** How many files are written at once. */
const AT_ONCE = 16

function rowOf({ id, alt, width, height, parts, contentHash, staffId }: EncodedPicture): { row: NewPicture; packed: Buffer } {
  const { bytes, places } = packPictureParts(parts)
  const storedHash = sha256(bytes)
  return {
    row: { id, alt, width, height, places, bytes: bytes.length, contentHash: contentHash ?? storedHash, storedHash, staffId },
    packed: bytes,
  }
}

/**
 * Stores pictures that are already encoded: the rows and then the bytes, so that the store has no bytes without a row. The demo brings
 * pictures in all sizes, because encoding some hundred of them for each new mall would take minutes. No call uses it.
 */
export async function storeEncodedPictures(
  { db, moment, files }: PictureStorageContext,
  pictures: readonly EncodedPicture[],
): Promise<void> {
  const stored = pictures.map(rowOf)
  const rows = stored.map(({ row }) => row)
  await runInTransaction(db, (tx) => insertPictures(tx, moment, rows))
  for (let at = 0; at < stored.length; at += AT_ONCE)
    await Promise.all(stored.slice(at, at + AT_ONCE).map(({ row, packed }) => files.put(row.id, packed)))
  const ids = rows.map(({ id }) => id)
  await runInTransaction(db, (tx) => markLibraryRowsStored(tx, 'pictures', ids))
}

/**
 * Stores a picture of goods that staff upload, and returns its id. The same bytes are stored once. Refuses NOT_AN_IMAGE, IMAGE_TOO_LARGE,
 * IMAGE_TOO_SMALL.
 */
export function storeGoodsPictureOnce(
  around: FileStorageContext,
  { file, ...rest }: { file: Buffer; alt: string; staffId: string },
): Promise<string> {
  const contentHash = sha256(file)
  return saveFileOnce(around, 'pictures', {
    findSame: () => findPictureIdByContent(around.db, contentHash),
    prepare: async (id) => {
      const { row, packed } = rowOf({ id, contentHash, ...rest, ...(await encodeGoodsPicture(file)) })
      return { bytes: packed, insert: (tx) => insertPictures(tx, around.moment, [row]) }
    },
  })
}
