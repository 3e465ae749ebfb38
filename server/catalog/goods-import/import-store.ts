// Reads and writes the table `goods_import`.
import { type GoodsImportState, type GoodsImportVerb, goodsImportLifecycle } from '#contract/catalog/goods-import/import-lifecycle.ts'
import type { GoodsImport, GoodsImportCounts, GoodsImportMode } from '#contract/catalog/goods-import/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { countImportFiles } from './archive/file-store.ts'

export interface GoodsImportRecord {
  id: string
  staffId: string
  fileName: string
  mode: GoodsImportMode
  clearEmpty: boolean
  state: GoodsImportState
  titles: string[]
  rowCount: number
  doneCount: number
  triedHash: Buffer | null
  appliedBy: string | null
  confirmed: boolean
  /** The uploaded archive in the file store; null: there is none, or it was deleted. */
  archiveId: string | null
}

const selectImports = (db: Db) => db.selectFrom('goods_import').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

const recordFrom = (row: Row): GoodsImportRecord => ({
  id: row.id,
  staffId: row.staff_id,
  fileName: row.file_name,
  mode: row.mode,
  clearEmpty: row.clear_empty,
  state: row.state,
  titles: row.titles as string[],
  rowCount: row.row_count,
  doneCount: row.done_count,
  triedHash: row.tried_hash,
  appliedBy: row.applied_by,
  confirmed: row.confirmed,
  archiveId: row.archive_id,
})

const NONE: GoodsImportCounts = { added: 0, changed: 0, same: 0, skipped: 0, refused: 0, applied: 0, questions: 0 }

const viewOf = (row: Row, staff: ReadonlyMap<string, string>): GoodsImport => ({
  id: row.id,
  fileName: row.file_name,
  mode: row.mode,
  clearEmpty: row.clear_empty,
  state: row.state,
  rowCount: row.row_count,
  doneCount: row.done_count,
  counts: { ...NONE, ...(row.counts as Partial<GoodsImportCounts>) },
  files: null,
  seen: row.tried_hash?.toString('base64url') ?? null,
  by: staff.get(row.staff_id) ?? '',
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

export interface NewGoodsImport
  extends Pick<GoodsImportRecord, 'staffId' | 'fileName' | 'mode' | 'clearEmpty' | 'titles' | 'rowCount' | 'archiveId'> {
  id: string
  fileHash: Buffer
}

export async function insertGoodsImport(tx: Tx, moment: Moment, given: NewGoodsImport): Promise<void> {
  const { id, staffId, fileName, fileHash, mode, clearEmpty, titles, rowCount, archiveId } = given
  await tx
    .insertInto('goods_import')
    .values({
      id,
      staff_id: staffId,
      file_name: fileName,
      file_hash: fileHash,
      mode,
      clear_empty: clearEmpty,
      state: 'trying',
      titles: JSON.stringify(titles),
      row_count: rowCount,
      archive_id: archiveId,
      created_at: moment.now,
    })
    .execute()
}

export async function findGoodsImport(db: Db, id: string): Promise<GoodsImportRecord | undefined> {
  const row = await selectImports(db).where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

/** Whose imports a person sees: everybody's, or only his own if he keeps certain shops. */
const findAuthor = async (db: Db, staffId: string): Promise<string | undefined> =>
  (await findShopIdsStaffIsLimitedTo(db, staffId)) === null ? undefined : staffId

/**
 * Refuses GOODS_IMPORT_NOT_FOUND for another person's import if the person keeps certain shops, because its rows show goods of other shops.
 */
export async function requireStaffMaySeeGoodsImport(db: Db, { id, staffId }: { id: string; staffId: string }): Promise<void> {
  const author = await findAuthor(db, staffId)
  if (author !== undefined && (await findGoodsImport(db, id))?.staffId !== author) refuse('GOODS_IMPORT_NOT_FOUND')
}

/** Reads one import for people. Refuses GOODS_IMPORT_NOT_FOUND. */
export async function readGoodsImport(db: Db, id: string): Promise<GoodsImport> {
  const row = (await selectImports(db).where('id', '=', id).executeTakeFirst()) ?? refuse('GOODS_IMPORT_NOT_FOUND')
  return { ...viewOf(row, await listStaffNamesById(db)), files: await countImportFiles(db, id) }
}

/** Returns a page of imports, newest first. */
export async function listGoodsImports(db: Db, staffId: string, slice: RowSlice): Promise<{ dataList: GoodsImport[]; total: number }> {
  const author = await findAuthor(db, staffId)
  const own = <Q extends { where: (column: 'staff_id', is: '=', id: string) => Q }>(query: Q): Q =>
    author === undefined ? query : query.where('staff_id', '=', author)
  const page = own(selectImports(db)).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(page, own(db.selectFrom('goods_import')), slice)
  const staff = await listStaffNamesById(db)
  return { dataList: rows.map((row) => viewOf(row, staff)), total }
}

/** Locks an import for one step of its lifecycle. Refuses GOODS_IMPORT_NOT_FOUND, GOODS_IMPORT_STATE_WRONG. */
export async function requireLockedGoodsImport(tx: Tx, id: string, verb: GoodsImportVerb): Promise<GoodsImportRecord> {
  const row = (await selectImports(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? refuse('GOODS_IMPORT_NOT_FOUND')
  const { from } = goodsImportLifecycle.verbs[verb]
  if (!from.some((state) => state === row.state)) refuse('GOODS_IMPORT_STATE_WRONG')
  return recordFrom(row)
}

/** Locks an import, so that it cannot be stopped while its goods are written. Returns whether it is still in this state. */
export async function shareLockGoodsImportIfInState(tx: Tx, id: string, state: GoodsImportState): Promise<boolean> {
  const row = await tx.selectFrom('goods_import').select('state').where('id', '=', id).forShare().executeTakeFirst()
  return row?.state === state
}

/** Locks only the import, to record its progress. Returns whether it is still in this state. */
export async function lockGoodsImportIfInState(tx: Tx, id: string, state: GoodsImportState): Promise<boolean> {
  const row = await tx.selectFrom('goods_import').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.state === state
}

interface ImportChange {
  state?: GoodsImportState
  doneCount?: number
  counts?: GoodsImportCounts
  triedHash?: Buffer
  appliedBy?: string
  confirmed?: boolean
  endedAt?: Date
  archiveId?: null
}

export async function updateGoodsImportRow(tx: Tx, id: string, change: ImportChange): Promise<void> {
  await tx
    .updateTable('goods_import')
    .set({
      ...(change.state && { state: change.state }),
      ...(change.doneCount === undefined ? {} : { done_count: change.doneCount }),
      ...(change.counts && { counts: JSON.stringify(change.counts) }),
      ...(change.triedHash && { tried_hash: change.triedHash }),
      ...(change.appliedBy === undefined ? {} : { applied_by: change.appliedBy }),
      ...(change.confirmed === undefined ? {} : { confirmed: change.confirmed }),
      ...(change.endedAt && { ended_at: change.endedAt }),
      ...(change.archiveId === null && { archive_id: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Clears the archive of an import, and deletes it from the store. */
export async function deleteGoodsImportArchive(
  db: Db,
  files: FileStore,
  { id, archiveId }: Pick<GoodsImportRecord, 'id' | 'archiveId'>,
): Promise<void> {
  if (archiveId === null) return
  await files.delete(archiveId)
  await runInTransaction(db, (tx) => updateGoodsImportRow(tx, id, { archiveId: null }))
}

/** Deletes imports with their rows and archives some days after their upload. */
export async function deleteOldGoodsImports(
  db: Db,
  moment: Moment,
  { files, keptDays }: { files: FileStore; keptDays: number },
): Promise<void> {
  const old = selectImports(db).where('created_at', '<', daysBefore(moment, keptDays))
  for (const row of await old.execute()) {
    if (row.archive_id !== null) await files.delete(row.archive_id)
    await runInTransaction(db, (tx) => tx.deleteFrom('goods_import').where('id', '=', row.id).execute())
  }
}
