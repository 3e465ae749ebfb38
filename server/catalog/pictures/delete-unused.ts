import { addHours } from '#contract/platform/core/shanghai.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachFoundCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  claimLibraryRowForDeletion,
  deleteLibraryRow,
  findUnusedLibraryRows,
  type LibraryKind,
  markLibraryRowForDeletion,
} from './library-rows.ts'

const UNUSED_HOURS = 24

/** Deletes the bytes and then the row of something that is marked for deletion. After an interruption the retention job continues. */
async function deleteMarked({ db, files }: { db: Db; files: FileStore }, library: LibraryKind, id: string): Promise<void> {
  await files.delete(id)
  await runInTransaction(db, (tx) => deleteLibraryRow(tx, library, id))
}

async function deleteUnused(around: { db: Db; files: FileStore }, moment: Moment, library: LibraryKind): Promise<number> {
  const before = addHours(moment.now, -UNUSED_HOURS)
  return forEachFoundCollectingErrors(
    (skip) => findUnusedLibraryRows(around.db, library, { before, skip }),
    async ({ id }) => {
      if (!(await runInTransaction(around.db, (tx) => claimLibraryRowForDeletion(tx, library, { id, before })))) return false
      await deleteMarked(around, library, id)
      return true
    },
  )
}

/** Deletes pictures that no goods have used within a day, and those whose bytes never arrived. Returns how many were deleted. */
export const deleteUnusedPictures = (db: Db, moment: Moment, files: FileStore): Promise<number> =>
  deleteUnused({ db, files }, moment, 'pictures')

/** The same for documents. */
export const deleteUnusedDocuments = (db: Db, moment: Moment, files: FileStore): Promise<number> =>
  deleteUnused({ db, files }, moment, 'documents')

type Write = <T>(work: (tx: Parameters<typeof markLibraryRowForDeletion>[0]) => Promise<T>) => Promise<T>

/** Deletes an unused file at once. Refuses if it is used or does not exist. */
export async function deleteUnusedFileFromLibrary(
  { write, ...around }: { db: Db; files: FileStore; write: Write },
  library: LibraryKind,
  id: string,
): Promise<void> {
  await write((tx) => markLibraryRowForDeletion(tx, library, id))
  await deleteMarked(around, library, id)
}
