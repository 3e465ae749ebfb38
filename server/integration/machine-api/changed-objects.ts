import { type FeedChange, type FeedChangeKind, findLastChangeNumber, listFeedChanges } from '#server/integration/change-feed/public.ts'
import type { Db } from '#server/platform/core/db.ts'

export interface ChangedObjectsInput {
  enterpriseId: string
  kind: FeedChangeKind
  cursor?: string | undefined
  updatedSince?: Date | undefined
  size: number
}

interface Pulled<Row> {
  dataList: (Row & { changedAt: Date })[]
  nextCursor: string
  more: boolean
}

const cursorAt = (seq: number): string => `c${seq}`

/** Reads the rows of some changed objects, keyed by the object of the change. */
type Read<Row> = (db: Db, enterpriseId: string, objects: readonly string[]) => Promise<ReadonlyMap<string, Row>>

/**
 * Returns a page of changed objects, the earliest change first, each in its current state. An object that changes during a pull gets a
 * higher number and comes again at the end. So following the cursor misses no change, and repeats only objects that have changed again.
 */
export async function listChangedObjects<Row extends object>(db: Db, request: ChangedObjectsInput, read: Read<Row>): Promise<Pulled<Row>> {
  const { enterpriseId, kind, cursor, updatedSince: since, size } = request
  const after = cursor === undefined ? undefined : Number(cursor.slice(1))
  // The latest number is read before the changes: a later number belongs to the next pull.
  const last = await findLastChangeNumber(db, enterpriseId)
  const found = await listFeedChanges(db, { enterpriseId, kind, after, since, limit: size + 1 })
  const changes: FeedChange[] = found.slice(0, size)
  const rows = await read(
    db,
    enterpriseId,
    changes.map(({ object }) => object),
  )
  return {
    dataList: changes.flatMap(({ object, at }) => {
      const row = rows.get(object)
      return row ? [{ ...row, changedAt: at }] : []
    }),
    nextCursor: cursorAt(changes.at(-1)?.seq ?? after ?? last),
    more: found.length > size,
  }
}
