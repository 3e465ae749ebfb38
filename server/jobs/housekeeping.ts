import { sql } from 'kysely'
import { forgetOldKeys } from '../api-keys/public.ts'
import { type FileStore, sweepOrphans } from '../files/public.ts'
import { deleteExpiredCaptchas } from '../identity/public.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import { deleteOldKeys } from '../platform/idempotency.ts'
import type { Moment } from '../platform/moment.ts'
import { deleteOldSessions } from '../sessions/public.ts'
import { deleteOldCodes, deleteOldTickets } from '../sms/public.ts'
import { forgetRejected } from '../verification/public.ts'
import { forgetOldDeliveries } from '../webhooks/public.ts'

/** Forgets what nobody needs any more, and makes room for the months to come. */
export async function keepHouse(db: Db, moment: Moment, files: FileStore): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteExpiredCaptchas(tx, moment)
    await deleteOldKeys(tx, moment)
    await deleteOldSessions(tx, moment)
    await deleteOldCodes(tx, moment)
    await deleteOldTickets(tx, moment)
    await forgetOldKeys(tx, moment)
    await forgetOldDeliveries(tx, moment)
    await sql`select ensure_partitions(${moment.now})`.execute(tx)
  })
  await forgetRejected(db, moment)
  await sweepOrphans(db, moment, files)
}
