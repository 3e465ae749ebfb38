// Reads and writes the table `collection_handover`: tasks that a counsel has, with the papers of the mandates in the file store.
import { collectionTaskLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { COUNSEL_HANDOVER_DAYS_BACK_MAX } from '#contract/billing/collections/console-api.ts'
import { COLLECTION_TASK_DETAIL_ROWS_MAX, type CollectionCounselHandover } from '#contract/billing/collections/shapes.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { areSameDigests, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries } from './entries.ts'
import { lockCollectionTask, lockOpenCollectionTask, updateCollectionTaskStateColumn } from './tasks.ts'

export interface CounselHandoverInput extends CollectionTaskRef {
  firm: string
  counsel: string
  day: string
  note: string
  fileName: string
  staffId: string
}

/** Refuses HANDOVER_FILE unless the bytes are those of a PDF. */
export function requireCounselHandoverFileIsPdf(file: Buffer): void {
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-', 'latin1'))) refuse('HANDOVER_FILE', { field: 'file' })
}

/**
 * Records that counsel has the task since a day. The bytes of the paper are stored after the transaction. Refuses HANDOVER_DAY,
 * COLLECTION_NOT_FOUND, COLLECTION_CLOSED, COLLECTION_WITH_COUNSEL. Returns the id of the hand-over.
 */
export async function recordCounselHandover(
  tx: Tx,
  moment: Moment,
  { staffId, ...given }: CounselHandoverInput,
  file: Buffer,
): Promise<string> {
  const { enterpriseId, id: taskId, firm, counsel, day, note, fileName } = given
  const today = toShanghaiDay(moment.now)
  if (day > today || day < addDays(today, -COUNSEL_HANDOVER_DAYS_BACK_MAX)) refuse('HANDOVER_DAY', { field: 'day' })
  const task = await lockOpenCollectionTask(tx, given)
  const { from, to } = collectionTaskLifecycle.verbs.handOver
  if (!from.some((state) => state === task.state)) refuse('COLLECTION_WITH_COUNSEL')
  const id = moment.newId()
  await tx
    .insertInto('collection_handover')
    .values({
      enterprise_id: enterpriseId,
      id,
      task_id: taskId,
      firm,
      counsel,
      day,
      note,
      file_name: fileName,
      file_bytes: file.length,
      file_hash: sha256(file),
      made_by: staffId,
      made_at: moment.now,
    })
    .execute()
  await updateCollectionTaskStateColumn(tx, task, to)
  const text = `${day} 移交 ${firm} ${counsel}${note === '' ? '' : `：${note}`}`
  await insertCollectionTaskEntries(tx, moment, [{ enterpriseId, id: taskId, kind: 'handOver', note: text, staffId }])
  return id
}

/** Stores the bytes of a paper whose row is there, and marks them as complete. */
export async function storeCounselHandoverFile(
  { db, files }: { db: Db; files: FileStore },
  moment: Moment,
  { enterpriseId, id }: CollectionTaskRef,
  file: Buffer,
): Promise<void> {
  await files.put(id, file)
  await runInTransaction(db, (tx) =>
    tx
      .updateTable('collection_handover')
      .set({ stored_at: moment.now })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .execute(),
  )
}

/** Takes a task back from its counsel. Refuses COLLECTION_NOT_FOUND, COLLECTION_NOT_WITH_COUNSEL. */
export async function recallFromCounsel(
  tx: Tx,
  moment: Moment,
  { reason, staffId, ...ref }: CollectionTaskRef & { reason: string; staffId: string },
): Promise<void> {
  const task = await lockCollectionTask(tx, ref)
  const { from, to } = collectionTaskLifecycle.verbs.takeBack
  if (!from.some((state) => state === task.state)) refuse('COLLECTION_NOT_WITH_COUNSEL')
  await updateCollectionTaskStateColumn(tx, ref, to)
  await insertCollectionTaskEntries(tx, moment, [{ ...ref, kind: 'takeBack', note: reason, staffId }])
}

/** Lists the hand-overs of a task, the newest first. */
export async function listCounselHandovers(db: Db, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionCounselHandover[]> {
  const rows = await db
    .selectFrom('collection_handover')
    .select(['id', 'firm', 'counsel', 'day', 'note', 'file_name', 'file_hash', 'made_by', 'made_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('task_id', '=', id)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(COLLECTION_TASK_DETAIL_ROWS_MAX)
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    firm: row.firm,
    counsel: row.counsel,
    day: row.day,
    note: row.note,
    fileName: row.file_name,
    hash: row.file_hash.toString('hex'),
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
  }))
}

/** Reads the paper of a hand-over. Refuses HANDOVER_FILE_NOT_FOUND. Throws if the store has lost or changed it. */
export async function readCounselHandoverFile(db: Db, files: FileStore, { enterpriseId, id }: CollectionTaskRef): Promise<BinaryFile> {
  const row = await db
    .selectFrom('collection_handover')
    .select(['file_name', 'file_hash'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()
  if (!row) refuse('HANDOVER_FILE_NOT_FOUND')
  const bytes = await files.get(id)
  if (!bytes || !areSameDigests(sha256(Buffer.from(bytes)), row.file_hash)) throw new Error(`the store has lost or changed ${id}`)
  return { type: 'application/pdf', bytes, name: row.file_name }
}
