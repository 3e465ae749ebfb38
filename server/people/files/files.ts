// Reads and writes the table `file`.
import { sql } from 'kysely'
import type { FilePurpose } from '#contract/people/files/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The row of a picture. Its bytes are in the store under its id. */
export interface FileRow {
  enterpriseId: string
  id: string
  userId: string
  purpose: FilePurpose
  type: string
  /** The size of the picture as it is shown. */
  bytes: number
  width: number
  height: number
  /** SHA-256 of the bytes in the store. */
  storedHash: Buffer
  /** The sealed key of the file; null: the bytes are not encrypted. */
  sealedKey: Buffer | null
  boundTo: string | null
}

export async function insertFile(tx: Tx, moment: Moment, file: Omit<FileRow, 'boundTo'>): Promise<void> {
  await tx
    .insertInto('file')
    .values({
      enterprise_id: file.enterpriseId,
      id: file.id,
      user_id: file.userId,
      purpose: file.purpose,
      media_type: file.type,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      stored_hash: file.storedHash,
      sealed_key: file.sealedKey,
      created_at: moment.now,
    })
    .execute()
}

/** Finds a picture of one of the given enterprises. */
export async function findFile(db: Db, enterpriseIds: readonly string[], id: string): Promise<FileRow | undefined> {
  const row = await db
    .selectFrom('file')
    .selectAll()
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.bound_to === GOING) return undefined
  return {
    enterpriseId: row.enterprise_id,
    id: row.id,
    userId: row.user_id,
    purpose: row.purpose as FilePurpose,
    type: row.media_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    storedHash: row.stored_hash,
    sealedKey: row.sealed_key,
    boundTo: row.bound_to,
  }
}

interface MembershipRef {
  enterpriseId: string
  userId: string
}

/** Counts the files that a member has uploaded and that are not bound yet, with their total size in bytes. */
export async function countUnboundFiles(db: Db, { enterpriseId, userId }: MembershipRef): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('file')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('bound_to', 'is', null)
    .executeTakeFirstOrThrow()
  return { files, bytes: Number(bytes ?? 0) }
}

interface Binding extends MembershipRef {
  fileId: string
  purpose: FilePurpose
  /** The owner of the bound file, for example `submission:…`. Bound files are never deleted as orphans. */
  boundTo: string
}

/**
 * Binds a picture to its purpose. Only the person who uploaded it can bind it, and only for the purpose of the upload; else it refuses
 * FILE_NOT_FOUND. A person has one avatar: his former one is released. Returns the SHA-256 of the stored bytes.
 */
export async function bindFile(tx: Tx, { enterpriseId, userId, fileId, purpose, boundTo }: Binding): Promise<Buffer> {
  const bound = await tx
    .updateTable('file')
    .set({ bound_to: boundTo })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', 'is', null)
    .returning('stored_hash')
    .executeTakeFirst()
  if (!bound) refuse('FILE_NOT_FOUND')
  if (purpose !== 'avatar') return bound.stored_hash
  await tx
    .updateTable('file')
    .set({ bound_to: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('bound_to', '=', boundTo)
    .where('id', '!=', fileId)
    .execute()
  return bound.stored_hash
}

/** What is known of a file when it is bound. */
export interface BoundFile {
  fileId: string
  mediaType: string
  bytes: number
}

/** Binds several files as `bindFile` does one, with one statement, and says what each is. Those that are not found are left out. */
export async function bindFiles(
  tx: Tx,
  { enterpriseId, userId, fileIds, purpose, boundTo }: Omit<Binding, 'fileId'> & { fileIds: readonly string[] },
): Promise<BoundFile[]> {
  if (fileIds.length === 0) return []
  const bound = await tx
    .updateTable('file')
    .set({ bound_to: boundTo })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(fileIds))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', 'is', null)
    .returning(['id', 'media_type', 'bytes'])
    .execute()
  return bound.map(({ id, media_type, bytes }) => ({ fileId: id, mediaType: media_type, bytes }))
}

/** Releases the files of something that has ended. The next run of the retention job deletes them. */
export async function unbindFilesOfObject(tx: Tx, { enterpriseId, boundTo }: Pick<Binding, 'enterpriseId' | 'boundTo'>): Promise<void> {
  await tx.updateTable('file').set({ bound_to: null }).where('enterprise_id', '=', enterpriseId).where('bound_to', '=', boundTo).execute()
}

const BATCH = 200

export interface FileRef {
  enterpriseId: string
  id: string
}

/** The owner of a file that is being deleted: nobody can see or bind it, and after an interruption the next run finds it. */
const GOING = 'going'

/** Finds files of all enterprises that have been unbound since before a time, and those whose deletion has started. */
export async function findOrphanFileRefs(db: Db, { before, skip }: { before: Date; skip: number }): Promise<FileRef[]> {
  const orphans = withoutTenantGuard(db, 'retention')
    .selectFrom('file')
    .select(['enterprise_id', 'id'])
    .where((eb) => eb.or([eb('bound_to', 'is', null), eb('bound_to', '=', sql.lit(GOING))]))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
  const rows = await fetchSlice(orphans, { limit: BATCH, offset: skip })
  return rows.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}

/** Marks an unbound file for deletion. Returns false if somebody has bound it meanwhile. */
export async function markFileForDeletion(tx: Tx, { enterpriseId, id }: FileRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file')
    .set({ bound_to: GOING })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('bound_to', 'is', null), eb('bound_to', '=', GOING)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteFileRow(tx: Tx, { enterpriseId, id }: FileRef): Promise<void> {
  await tx.deleteFrom('file').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}
