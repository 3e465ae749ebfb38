// Reads and writes the table `goods_import_file`.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { ArchiveFile } from './read-archive.ts'

export async function insertImportFiles(tx: Tx, importId: string, files: readonly ArchiveFile[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into goods_import_file (import_id, name, path, refused)
    select ${importId}, name, path, refused from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as given(name text, path text, refused text)`.execute(
    tx,
  )
}

const waiting = sql<boolean>`picture_id is null and document_id is null and refused is null`
const selectFiles = (db: Db, importId: string) => db.selectFrom('goods_import_file').where('import_id', '=', importId)

/** Lists some of the files that are not in the library yet. */
export const readWaitingImportFiles = (db: Db, importId: string, limit: number): Promise<{ name: string; path: string }[]> =>
  selectFiles(db, importId).select(['name', 'path']).where(waiting).orderBy('name').limit(limit).execute()

export interface ImportFileOutcome {
  pictureId?: string
  documentId?: string
  refused?: string
}

export async function updateImportFileRow(
  tx: Tx,
  importId: string,
  name: string,
  { pictureId, documentId, refused }: ImportFileOutcome,
): Promise<void> {
  await tx
    .updateTable('goods_import_file')
    .set({ picture_id: pictureId ?? null, document_id: documentId ?? null, refused: refused ?? null })
    .where('import_id', '=', importId)
    .where('name', '=', name)
    .execute()
}

/** A file of the archive, which cells may name. */
export interface ImportFile {
  pictureId: string | null
  documentId: string | null
  refused: string | null
}

/** The files of an archive by the names that cells use for them. */
export async function readImportFilesByName(db: Db, importId: string): Promise<Map<string, ImportFile>> {
  const rows = await selectFiles(db, importId).select(['name', 'picture_id', 'document_id', 'refused']).execute()
  return new Map(
    rows.map(({ name, picture_id, document_id, refused }) => [name, { pictureId: picture_id, documentId: document_id, refused }]),
  )
}

/** How many files an archive has, and how many of them are processed; null: the import has no archive. */
export async function countImportFiles(db: Db, importId: string): Promise<{ total: number; done: number } | null> {
  const { total, left } = await selectFiles(db, importId)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere(waiting).as('left')])
    .executeTakeFirstOrThrow()
  return total === 0 ? null : { total, done: total - left }
}
