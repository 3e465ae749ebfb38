import { sql } from 'kysely'
import { deleteExpiredCaptchas } from '../identity/public.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import { deleteOldKeys } from '../platform/idempotency.ts'
import type { Moment } from '../platform/moment.ts'
import { deleteOldSessions } from '../sessions/public.ts'

/** Forgets what nobody needs any more, and makes room for the months to come. */
export async function keepHouse(db: Db, moment: Moment): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteExpiredCaptchas(tx, moment)
    await deleteOldKeys(tx, moment)
    await deleteOldSessions(tx, moment)
    await sql`select ensure_partitions(${moment.now})`.execute(tx)
  })
}
