// Shared code for the tables `catalog_picture` and `catalog_document`: a row exists before and after its bytes, and unused rows are
// deleted.
import { type RawBuilder, sql } from 'kysely'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchSlice } from '#server/platform/core/paging.ts'

const pictures = {
  select: (db: Db) => db.selectFrom('catalog_picture'),
  update: (tx: Tx) => tx.updateTable('catalog_picture'),
  delete: (tx: Tx) => tx.deleteFrom('catalog_picture'),
  absent: 'PICTURE_NOT_FOUND' as RefusalName,
  inUse: 'PICTURE_IN_USE' as RefusalName,
}
const documents = {
  select: (db: Db) => db.selectFrom('catalog_document'),
  update: (tx: Tx) => tx.updateTable('catalog_document'),
  delete: (tx: Tx) => tx.deleteFrom('catalog_document'),
  absent: 'DOCUMENT_NOT_FOUND' as RefusalName,
  inUse: 'DOCUMENT_IN_USE' as RefusalName,
}
export type LibraryKind = 'pictures' | 'documents'

/** The statements below use only columns that both tables have, so the types of one table serve for both. */
const libraries: Record<LibraryKind, typeof pictures> = { pictures, documents: documents as unknown as typeof pictures }

/** The files of the goods of certain shops, as a subquery of their ids; null: of all shops. The goods module knows them. */
export type FindFileIdsOfStaffShopsSql = (db: Db, of: { staffId: string; library: LibraryKind }) => Promise<RawBuilder<string> | null>

/** The files that a staff member sees if he keeps certain shops: those of their goods, and his own uploads. */
export interface VisibleLibraryFiles {
  staffId: string
  inUse: RawBuilder<string>
}

/** Finds the files of a library that a staff member sees; null: all. */
export async function findLibraryFilesVisibleToStaff(
  db: Db,
  find: FindFileIdsOfStaffShopsSql,
  of: { staffId: string; library: LibraryKind },
): Promise<VisibleLibraryFiles | null> {
  const inUse = await find(db, of)
  return inUse && { staffId: of.staffId, inUse }
}

/** The condition that a row of a library is among these files. */
export const isVisibleLibraryFileSql = ({ staffId, inUse }: VisibleLibraryFiles): RawBuilder<boolean> =>
  sql<boolean>`(staff_id = ${staffId} or id in ${inUse})`

/** Refuses PICTURE_NOT_FOUND or DOCUMENT_NOT_FOUND for a file that the staff member does not see. */
export async function requireLibraryFileIsVisible(
  db: Db,
  library: LibraryKind,
  { id, own }: { id: string; own: VisibleLibraryFiles | null },
): Promise<void> {
  if (own === null) return
  const row = await libraries[library].select(db).select('id').where('id', '=', id).where(isVisibleLibraryFileSql(own)).executeTakeFirst()
  if (!row) refuse(libraries[library].absent)
}

/** Marks rows as complete, once their bytes are stored. */
export async function markLibraryRowsStored(tx: Tx, library: LibraryKind, ids: readonly string[]): Promise<void> {
  await libraries[library].update(tx).set({ state: 'kept' }).where('id', '=', anyOfIdsSql(ids)).where('state', '=', 'storing').execute()
}

/** Restarts the day of an unused row. Returns false if the row no longer exists. */
export async function restartUnusedLibraryRowLifetime(tx: Tx, moment: Moment, library: LibraryKind, id: string): Promise<boolean> {
  const row = await libraries[library]
    .select(tx)
    .select('used_at')
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .forUpdate()
    .executeTakeFirst()
  if (row?.used_at === null) await libraries[library].update(tx).set({ created_at: moment.now }).where('id', '=', id).execute()
  return row !== undefined
}

/** Marks rows as used, so that they stay for ever. Refuses PICTURE_NOT_FOUND or DOCUMENT_NOT_FOUND if one of them does not exist. */
export async function markLibraryRowsUsed(tx: Tx, moment: Moment, library: LibraryKind, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const locked = await libraries[library]
    .select(tx)
    .select(['id', 'used_at'])
    .where('id', '=', anyOfIdsSql(wanted))
    .where('state', '=', 'kept')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length < wanted.length) refuse(libraries[library].absent)
  const fresh = locked.filter(({ used_at }) => used_at === null).map(({ id }) => id)
  if (fresh.length > 0) await libraries[library].update(tx).set({ used_at: moment.now }).where('id', '=', anyOfIdsSql(fresh)).execute()
}

/** Marks an unused row for deletion, so that nobody finds it any more. Refuses if it is used or does not exist. */
export async function markLibraryRowForDeletion(tx: Tx, library: LibraryKind, id: string): Promise<void> {
  const row = await libraries[library]
    .select(tx)
    .select('used_at')
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse(libraries[library].absent)
  if (row.used_at !== null) refuse(libraries[library].inUse)
  await libraries[library].update(tx).set({ state: 'deleting' }).where('id', '=', id).execute()
}

const BATCH = 200

/**
 * Finds unused rows by their age, including those whose bytes never arrived and those whose deletion was interrupted. The first `skip` are
 * left out.
 */
export async function findUnusedLibraryRows(
  db: Db,
  library: LibraryKind,
  { before, skip }: { before: Date; skip: number },
): Promise<{ id: string }[]> {
  const unused = libraries[library].select(db).select('id').where('used_at', 'is', null).where('created_at', '<', before)
  return fetchSlice(unused.orderBy('created_at').orderBy('id'), { limit: BATCH, offset: skip })
}

/** Claims a row for deletion in any state. Returns false if it was used or uploaded again meanwhile. */
export async function claimLibraryRowForDeletion(
  tx: Tx,
  library: LibraryKind,
  { id, before }: { id: string; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await libraries[library]
    .update(tx)
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteLibraryRow(tx: Tx, library: LibraryKind, id: string): Promise<void> {
  await libraries[library].delete(tx).where('id', '=', id).execute()
}
