import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, isUniqueViolation, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { encodeGoodsPicture, type GoodsPictureParts } from './encode-picture.ts'
import { deleteRow, markRowsKept, renewRow } from './library-rows.ts'
import { packPicture } from './packed-picture.ts'
import { findPictureByContent, insertPictures, type NewPicture } from './picture-store.ts'

/** A picture in all its parts, however it came to them. */
export interface EncodedPicture extends GoodsPictureParts {
  id: string
  alt: string
  /** SHA-256 of what was brought; left out: of the parts themselves. */
  contentHash?: Buffer
  staffId: string | null
}

/** What pictures are stored with. */
export interface PictureSink {
  db: Db
  moment: Moment
  files: FileStore
}

/** So many files are written at once. */
const AT_ONCE = 16

function rowOf({ id, alt, width, height, parts, contentHash, staffId }: EncodedPicture): { row: NewPicture; packed: Buffer } {
  const { bytes, places } = packPicture(parts)
  const storedHash = sha256(bytes)
  return {
    row: { id, alt, width, height, places, bytes: bytes.length, contentHash: contentHash ?? storedHash, storedHash, staffId },
    packed: bytes,
  }
}

/** Inserts the rows of pictures and then stores their bytes, so that no bytes lie in the store without a row. They are not kept yet. */
async function storeParts({ db, moment, files }: PictureSink, pictures: readonly EncodedPicture[]): Promise<void> {
  const stored = pictures.map(rowOf)
  await runInTransaction(db, (tx) =>
    insertPictures(
      tx,
      moment,
      stored.map(({ row }) => row),
    ),
  )
  for (let at = 0; at < stored.length; at += AT_ONCE)
    await Promise.all(stored.slice(at, at + AT_ONCE).map(({ row, packed }) => files.put(row.id, packed)))
}

/**
 * Stores pictures that are already encoded. An upload comes here after it was encoded. The demo brings the sizes that were rendered for it,
 * because encoding some hundred pictures whenever a mall is filled would take minutes. No call leads here without encoding first.
 */
export async function storeEncodedPictures(sink: PictureSink, pictures: readonly EncodedPicture[]): Promise<void> {
  await storeParts(sink, pictures)
  const ids = pictures.map(({ id }) => id)
  await runInTransaction(sink.db, (tx) => markRowsKept(tx, 'pictures', ids))
}

interface Around extends PictureSink {
  log: FastifyBaseLogger
  /** Opens the transaction in which the picture becomes part of the library. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Stores one encoded picture. The store's failure is logged and refused as OVERLOADED. */
async function storeNew({ log, write, ...sink }: Around, picture: EncodedPicture): Promise<void> {
  await storeParts(sink, [picture]).catch(async (error: unknown) => {
    log.error({ err: error }, 'the store did not take a picture')
    await runInTransaction(sink.db, (tx) => deleteRow(tx, 'pictures', picture.id))
    refuse('OVERLOADED')
  })
  await write((tx) => markRowsKept(tx, 'pictures', [picture.id]))
}

/**
 * Stores a picture of goods that staff bring, and returns its id. The same bytes are stored once: whoever brings them again gets the
 * picture that is there, and an unused one is kept for another day. Refuses NOT_AN_IMAGE, IMAGE_TOO_LARGE, IMAGE_TOO_SMALL.
 */
export async function storePicture(around: Around, given: { file: Buffer; alt: string; staffId: string }): Promise<string> {
  const { db, moment, write } = around
  const contentHash = sha256(given.file)
  const reuse = async () => {
    const known = await findPictureByContent(db, contentHash)
    return known !== undefined && (await write((tx) => renewRow(tx, moment, 'pictures', known))) ? known : undefined
  }
  const known = await reuse()
  if (known !== undefined) return known
  const { file, ...rest } = given
  const id = moment.newId()
  try {
    await storeNew(around, { id, contentHash, ...rest, ...(await encodeGoodsPicture(file)) })
    return id
  } catch (error) {
    // Somebody else has brought it at the same time. What was stored here is deleted with the unused ones.
    const other = isUniqueViolation(error) ? await reuse() : undefined
    if (other === undefined) throw error
    return other
  }
}
