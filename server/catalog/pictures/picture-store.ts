// Reads and writes the table `catalog_picture`.
import type { GoodsLibraryPicture } from '#contract/catalog/pictures/picture-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'
import { isVisibleLibraryFileSql, type VisibleLibraryFiles } from './library-rows.ts'
import type { PicturePartPositions } from './packed-picture.ts'

/** The row of a picture before its bytes are stored. */
export interface NewPicture {
  id: string
  alt: string
  width: number
  height: number
  bytes: number
  places: PicturePartPositions
  contentHash: Buffer
  storedHash: Buffer
  /** null: a picture of the demo. */
  staffId: string | null
}

export async function insertPictures(tx: Tx, moment: Moment, pictures: readonly NewPicture[]): Promise<void> {
  const rows = pictures.map(({ id, alt, width, height, bytes, places, contentHash, storedHash, staffId }) => ({
    id,
    state: 'storing' as const,
    alt,
    width,
    height,
    bytes,
    parts: JSON.stringify(places),
    content_hash: contentHash,
    stored_hash: storedHash,
    staff_id: staffId,
    created_at: moment.now,
  }))
  // An interrupted demo is filled again with the same ids.
  await tx
    .insertInto('catalog_picture')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Finds the picture that was made from the same bytes before. */
export async function findPictureIdByContent(db: Db, contentHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('catalog_picture')
    .select('id')
    .where('content_hash', '=', contentHash)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return row?.id
}

/** The data that is needed to serve a picture. */
export interface ServedPicture {
  places: PicturePartPositions
  storedHash: Buffer
}

export async function findServedPicture(db: Db, id: string): Promise<ServedPicture | undefined> {
  const row = await db
    .selectFrom('catalog_picture')
    .select(['parts', 'stored_hash'])
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return row && { places: row.parts as unknown as PicturePartPositions, storedHash: row.stored_hash }
}

/** A picture that can be used for goods. */
export interface UsablePicture {
  id: string
  alt: string
}

/** Finds pictures by id, unsorted. Unknown ids are left out. */
export async function findPicturesById(db: Db, ids: readonly string[]): Promise<UsablePicture[]> {
  if (ids.length === 0) return []
  return db.selectFrom('catalog_picture').select(['id', 'alt']).where('id', '=', anyOfIdsSql(ids)).where('state', '=', 'kept').execute()
}

const selectLibrary = (db: Db) =>
  db
    .selectFrom('catalog_picture')
    .select(['id', 'alt', 'width', 'height', 'bytes', 'created_at', 'staff_id', 'used_at'])
    .select(buildRowVersionSubquery('picture', 'catalog_picture.id').as('rowVersion'))
    .where('state', '=', 'kept')

type LibraryRow = Awaited<ReturnType<ReturnType<typeof selectLibrary>['execute']>>[number]

const pictureFrom = ({ created_at, staff_id, used_at, ...row }: LibraryRow, names: ReadonlyMap<string, string>): GoodsLibraryPicture => ({
  ...row,
  createdAt: created_at,
  staffName: names.get(staff_id ?? '') ?? '',
  used: used_at !== null,
})

/** Lists the pictures of the library that a person may see, newest first. */
export async function listLibraryPicturesVisibleToStaff(
  db: Db,
  { unused, own, slice }: { unused: boolean; own: VisibleLibraryFiles | null; slice: RowSlice },
): Promise<{ dataList: GoodsLibraryPicture[]; total: number }> {
  const all = own === null ? selectLibrary(db) : selectLibrary(db).where(isVisibleLibraryFileSql(own))
  const matching = unused ? all.where('used_at', 'is', null) : all
  const { rows, total } = await fetchPageWithTotal(matching.orderBy('created_at', 'desc').orderBy('id', 'desc'), matching, slice)
  const names = await listStaffNamesById(db)
  return { dataList: rows.map((row) => pictureFrom(row, names)), total }
}

/** Reads one picture of the library. Refuses PICTURE_NOT_FOUND. */
export async function readLibraryPicture(db: Db, id: string): Promise<GoodsLibraryPicture> {
  const row = await selectLibrary(db).where('id', '=', id).executeTakeFirst()
  return row ? pictureFrom(row, await listStaffNamesById(db)) : refuse('PICTURE_NOT_FOUND')
}

/** Changes the description of a picture. Refuses ROW_CHANGED, PICTURE_NOT_FOUND. */
export async function updatePictureDescription(
  tx: Tx,
  moment: Moment,
  { id, alt, rowVersion, staffId }: { id: string; alt: string; rowVersion: number; staffId: string },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'picture', key: id, seen: rowVersion })
  const [before] = await findPicturesById(tx, [id])
  if (!before) refuse('PICTURE_NOT_FOUND')
  await tx.updateTable('catalog_picture').set({ alt }).where('id', '=', id).execute()
  await recordRowEdit(tx, moment, { kind: 'picture', key: id, staffId, what: formatRowEdit({ alt: '图片说明' }, before, { alt }) })
}
