// Reads and writes the table `catalog_document`.
import type { GoodsLibraryDocument, goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { isVisibleLibraryFileSql, type VisibleLibraryFiles } from './library-rows.ts'

/** What distinguishes two documents. */
export interface DocumentIdentity {
  name: string
  kind: keyof typeof goodsDocumentKinds
  validUntil: string | null
  contentHash: Buffer
}

export interface NewDocument extends DocumentIdentity {
  id: string
  bytes: number
  staffId: string | null
}

export async function insertDocument(tx: Tx, moment: Moment, document: NewDocument): Promise<void> {
  const { id, name, kind, validUntil, bytes, contentHash, staffId } = document
  const facts = { id, name, kind, bytes, valid_until: validUntil, content_hash: contentHash, staff_id: staffId }
  await tx
    .insertInto('catalog_document')
    .values({ ...facts, state: 'storing', created_at: moment.now })
    .execute()
}

/** Finds an earlier upload of the same document: the same bytes, name and day. */
export async function findSameDocumentId(db: Db, { name, kind, validUntil, contentHash }: DocumentIdentity): Promise<string | undefined> {
  const row = await db
    .selectFrom('catalog_document')
    .select('id')
    .where('content_hash', '=', contentHash)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('valid_until', 'is not distinct from', validUntil)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return row?.id
}

export async function findServedDocument(db: Db, id: string): Promise<{ name: string; hash: Buffer } | undefined> {
  const query = db.selectFrom('catalog_document').select(['name', 'content_hash as hash'])
  return query.where('id', '=', id).where('state', '=', 'kept').executeTakeFirst()
}

/** A document that goods can name. */
export type UsableDocument = Pick<GoodsLibraryDocument, 'id' | 'name' | 'kind' | 'validUntil' | 'bytes'>

/** Finds documents by id, unsorted. Unknown ids are left out. */
export async function findDocumentsById(db: Db, ids: readonly string[]): Promise<UsableDocument[]> {
  if (ids.length === 0) return []
  const query = db.selectFrom('catalog_document').select(['id', 'name', 'kind', 'valid_until as validUntil', 'bytes'])
  return query.where('id', '=', anyOfIdsSql(ids)).where('state', '=', 'kept').execute()
}

const selectLibrary = (db: Db) =>
  db
    .selectFrom('catalog_document')
    .select(['id', 'name', 'kind', 'valid_until', 'bytes', 'created_at', 'staff_id', 'used_at'])
    .where('state', '=', 'kept')

type LibraryRow = Awaited<ReturnType<ReturnType<typeof selectLibrary>['execute']>>[number]

const documentFrom = (
  { created_at, staff_id, used_at, valid_until, ...row }: LibraryRow,
  names: ReadonlyMap<string, string>,
): GoodsLibraryDocument => ({
  ...row,
  validUntil: valid_until,
  createdAt: created_at,
  staffName: names.get(staff_id ?? '') ?? '',
  used: used_at !== null,
})

/** Lists the documents of the library that a person may see, newest first. */
export async function listLibraryDocumentsVisibleToStaff(
  db: Db,
  { unused, own, slice }: { unused: boolean; own: VisibleLibraryFiles | null; slice: RowSlice },
): Promise<{ dataList: GoodsLibraryDocument[]; total: number }> {
  const all = own === null ? selectLibrary(db) : selectLibrary(db).where(isVisibleLibraryFileSql(own))
  const matching = unused ? all.where('used_at', 'is', null) : all
  const { rows, total } = await fetchPageWithTotal(matching.orderBy('created_at', 'desc').orderBy('id', 'desc'), matching, slice)
  const names = await listStaffNamesById(db)
  return { dataList: rows.map((row) => documentFrom(row, names)), total }
}

/** Reads one document of the library. Refuses DOCUMENT_NOT_FOUND. */
export async function readLibraryDocument(db: Db, id: string): Promise<GoodsLibraryDocument> {
  const row = await selectLibrary(db).where('id', '=', id).executeTakeFirst()
  return row ? documentFrom(row, await listStaffNamesById(db)) : refuse('DOCUMENT_NOT_FOUND')
}
