import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, isUniqueViolation, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { deleteLibraryRow, type LibraryKind, markLibraryRowsStored, renewUnusedLibraryRow } from './library-rows.ts'

/** What pictures and documents are stored with. */
export interface FileStorageContext {
  db: Db
  moment: Moment
  files: FileStore
  log: FastifyBaseLogger
  /** Opens the transaction in which the row becomes part of the library. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A row that is still to be inserted, and its bytes. */
export interface PreparedFile {
  bytes: Buffer
  insert: (tx: Tx) => Promise<void>
}

/** Inserts the row, then stores the bytes, and then keeps both. A failure of the store is logged and refused as OVERLOADED. */
async function storeNew(
  { db, files, log, write }: FileStorageContext,
  library: LibraryKind,
  { id, bytes, insert }: PreparedFile & { id: string },
) {
  await runInTransaction(db, insert)
  await files.put(id, bytes).catch(async (error: unknown) => {
    log.error({ err: error }, `the store did not take one of the ${library}`)
    await runInTransaction(db, (tx) => deleteLibraryRow(tx, library, id))
    refuse('OVERLOADED')
  })
  await write((tx) => markLibraryRowsStored(tx, library, [id]))
}

/**
 * Stores what staff bring once, and returns its id: whoever brings the same again gets what `findSame` finds, and an unused one is kept for
 * another day.
 */
export async function saveFileOnce(
  around: FileStorageContext,
  library: LibraryKind,
  { findSame, prepare }: { findSame: () => Promise<string | undefined>; prepare: (id: string) => Promise<PreparedFile> },
): Promise<string> {
  const { moment, write } = around
  const reuse = async () => {
    const known = await findSame()
    return known !== undefined && (await write((tx) => renewUnusedLibraryRow(tx, moment, library, known))) ? known : undefined
  }
  const known = await reuse()
  if (known !== undefined) return known
  const id = moment.newId()
  try {
    await storeNew(around, library, { id, ...(await prepare(id)) })
    return id
  } catch (error) {
    // Somebody else has brought it at the same time. What was stored here is deleted with the unused ones.
    const other = isUniqueViolation(error) ? await reuse() : undefined
    if (other === undefined) throw error
    return other
  }
}
