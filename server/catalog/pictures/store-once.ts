import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, isUniqueViolation, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { deleteLibraryRow, type LibraryKind, markLibraryRowsStored, restartUnusedLibraryRowLifetime } from './library-rows.ts'

/** The dependencies for storing pictures and documents. */
export interface FileStorageContext {
  db: Db
  moment: Moment
  files: FileStore
  log: FastifyBaseLogger
  /** Opens the transaction in which the row becomes part of the library. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A row to insert, and its bytes. */
export interface PreparedFile {
  bytes: Buffer
  insert: (tx: Tx) => Promise<void>
}

/** Inserts the row, stores the bytes, and then marks both as complete. A failure of the store is logged and refused as OVERLOADED. */
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
 * Stores an upload of staff once, and returns its id: a second upload of the same bytes gets the file that `findSame` finds, and an unused
 * file is kept for another day.
 */
export async function saveFileOnce(
  around: FileStorageContext,
  library: LibraryKind,
  { findSame, prepare }: { findSame: () => Promise<string | undefined>; prepare: (id: string) => Promise<PreparedFile> },
): Promise<string> {
  const { moment, write } = around
  const reuse = async () => {
    const known = await findSame()
    return known !== undefined && (await write((tx) => restartUnusedLibraryRowLifetime(tx, moment, library, known))) ? known : undefined
  }
  const known = await reuse()
  if (known !== undefined) return known
  const id = moment.newId()
  try {
    await storeNew(around, library, { id, ...(await prepare(id)) })
    return id
  } catch (error) {
    // Somebody else uploaded it at the same time. The file stored here is deleted with the unused ones.
    const other = isUniqueViolation(error) ? await reuse() : undefined
    if (other === undefined) throw error
    return other
  }
}
