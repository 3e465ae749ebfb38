import { sql } from 'kysely'
import { purgeOldApiKeys } from '../api-keys/public.ts'
import { deleteOrphanFiles, type FileStore } from '../files/public.ts'
import { deleteExpiredCaptchas } from '../identity/public.ts'
import { deleteOldDailyCalls } from '../platform/daily-calls.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import { deleteOldIdempotencyKeys } from '../platform/idempotency.ts'
import { forEachIsolated } from '../platform/isolated-batches.ts'
import type { Moment } from '../platform/moment.ts'
import { deleteEndedCounters } from '../rate-limits/public.ts'
import { deleteOldSessions } from '../sessions/public.ts'
import { deleteOldSmsCodes, deleteOldTickets } from '../sms/public.ts'
import { deleteOldStaffNotices } from '../staff-notices/public.ts'
import { purgeRejected } from '../verification/public.ts'
import { purgeOldDeliveries } from '../webhooks/public.ts'

const makeRoom = (tx: Tx, moment: Moment) => sql`select ensure_partitions(${moment.now})`.execute(tx)

/** Each in a transaction of its own: one that fails keeps no other from being done. */
const chores: readonly ((tx: Tx, moment: Moment) => Promise<unknown>)[] = [
  makeRoom,
  deleteExpiredCaptchas,
  deleteOldIdempotencyKeys,
  deleteOldDailyCalls,
  deleteOldSessions,
  deleteOldSmsCodes,
  deleteEndedCounters,
  deleteOldTickets,
  purgeOldApiKeys,
  purgeOldDeliveries,
  deleteOldStaffNotices,
]

/** Forgets what nobody needs any more, and makes room for the months to come. */
export async function runRetention(db: Db, moment: Moment, files: FileStore): Promise<void> {
  const short = chores.map((chore) => () => inTransaction(db, (tx) => chore(tx, moment)))
  const long = [() => purgeRejected(db, moment), () => deleteOrphanFiles(db, moment, files)]
  await forEachIsolated([...short, ...long], async (chore) => {
    await chore()
    return true
  })
}
