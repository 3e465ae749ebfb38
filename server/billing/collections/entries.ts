// Reads and writes the table `collection_entry`: what has happened to a task.
import {
  COLLECTION_TASK_DETAIL_ROWS_MAX,
  type CollectionTaskEntry,
  type CollectionTaskEntryKind,
} from '#contract/billing/collections/shapes.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A task by its company and id. */
export interface CollectionTaskRef {
  enterpriseId: string
  id: string
}

interface NewEntry extends CollectionTaskRef {
  kind: CollectionTaskEntryKind
  note: string
  /** Null: the job. */
  staffId: string | null
}

/** Writes entries of the histories of tasks, in the transaction of what has happened. */
export async function insertCollectionTaskEntries(tx: Tx, moment: Moment, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('collection_entry')
    .values(
      entries.map(({ enterpriseId, id, kind, note, staffId }) => ({
        enterprise_id: enterpriseId,
        id: moment.newId(),
        task_id: id,
        kind,
        note,
        staff_id: staffId,
        at: moment.now,
      })),
    )
    .execute()
}

/** Lists the newest entries of a task. */
export async function listCollectionTaskEntries(db: Db, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionTaskEntry[]> {
  const rows = await db
    .selectFrom('collection_entry')
    .select(['id', 'kind', 'note', 'staff_id', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('task_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(COLLECTION_TASK_DETAIL_ROWS_MAX)
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map(({ id: entryId, kind, note, staff_id, at }) => ({
    id: entryId,
    kind: kind as CollectionTaskEntryKind,
    note,
    staffName: staff_id === null ? null : (people.get(staff_id) ?? ''),
    at,
  }))
}
