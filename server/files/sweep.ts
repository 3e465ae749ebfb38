import { addHours } from '../../contract/shanghai.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { deleteFile, findOrphans, letGo } from './files.ts'
import type { FileStore } from './store.ts'

const UNBOUND_HOURS = 24

/**
 * Deletes pictures that nobody has bound within a day: first out of everybody's reach, then the bytes, then the row. Broken off between
 * any two, the next sweep finishes. Returns how many went.
 */
export async function sweepOrphans(db: Db, moment: Moment, store: FileStore): Promise<number> {
  const before = addHours(moment.now, -UNBOUND_HOURS)
  let swept = 0
  for (;;) {
    const orphans = await findOrphans(db, before)
    for (const orphan of orphans) {
      if (!(await inTransaction(db, (tx) => letGo(tx, orphan)))) continue
      await store.delete(orphan.id)
      await inTransaction(db, (tx) => deleteFile(tx, orphan))
      swept++
    }
    if (orphans.length === 0) return swept
  }
}
