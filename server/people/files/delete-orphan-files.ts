import { addHours } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachFoundCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { FileStore } from './file-store.ts'
import { deleteFileRow, type FileRef, findOrphanFileRefs, markFileForDeletion } from './files.ts'

const UNBOUND_HOURS = 24

/**
 * Deletes pictures that nobody has bound within a day: first the row is marked, so that nobody can use it, then the bytes are deleted, and
 * then the row. After an interruption the next run continues. A failure does not stop the others. Returns how many were deleted.
 */
export async function deleteOrphanFiles(db: Db, moment: Moment, store: FileStore): Promise<number> {
  const before = addHours(moment.now, -UNBOUND_HOURS)
  return forEachFoundCollectingErrors<FileRef>(
    (skip) => findOrphanFileRefs(db, { before, skip }),
    async (orphan) => {
      if (!(await runInTransaction(db, (tx) => markFileForDeletion(tx, orphan)))) return false
      await store.delete(orphan.id)
      await runInTransaction(db, (tx) => deleteFileRow(tx, orphan))
      return true
    },
  )
}
