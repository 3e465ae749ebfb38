// Reads the table `app_user` and writes `mobile_claim`.

import { anyOfDigestsSql, type Db } from '#server/platform/core/db.ts'
import { runBatchesByIdInOwnTransactions } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { unsealMobile } from './users.ts'

const BATCH = 200

/**
 * Claims the mobile number of every user under the digests of this process's secrets, and with `drop` removes the claims under other
 * digests. It may be stopped and restarted while the mall is running: the users of a batch are locked, so that nobody changes his number
 * meanwhile. `written` counts new claims, `dropped` removed ones, `lost` the numbers that no key opens.
 */
export async function recomputeMobileClaimsOfAllUsers(
  db: Db,
  moment: Moment,
  { keys, drop }: { keys: Keys; drop: boolean },
): Promise<{ written: number; dropped: number; lost: number }> {
  const done = { written: 0, dropped: 0, lost: 0 }
  await runBatchesByIdInOwnTransactions(db, async (tx, after) => {
    const users = tx.selectFrom('app_user').select('id').where('id', '>', after).where('closed_at', 'is', null)
    const found = await users.orderBy('id').limit(BATCH).execute()
    const rows = await lockRowsByKey(
      found.map(({ id }) => id),
      (user) => {
        const open = tx.selectFrom('app_user').select(['id', 'mobile_sealed']).where('id', '=', user).where('closed_at', 'is', null)
        return open.forNoKeyUpdate().execute()
      },
    )
    const people = rows.map(({ id, mobile_sealed }) => ({ id, mobile: unsealMobile(keys, id, mobile_sealed) }))
    const known = people.flatMap(({ id, mobile }) => (mobile === undefined ? [] : [{ id, mobile }]))
    done.lost += people.length - known.length
    if (known.length > 0) {
      const claims = known.flatMap(({ id, mobile }) =>
        keys.claimHmacs('mobile', mobile).map((mobile_hmac) => ({ mobile_hmac, user_id: id, claimed_at: moment.now })),
      )
      const insert = tx.insertInto('mobile_claim').values(claims)
      const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
      done.written += Number(numInsertedOrUpdatedRows ?? 0)
    }
    if (drop && known.length > 0) {
      const old = known.flatMap(({ mobile }) => keys.hmacs('mobile', mobile).slice(keys.claimHmacs('mobile', mobile).length))
      const { numDeletedRows } = await tx.deleteFrom('mobile_claim').where('mobile_hmac', '=', anyOfDigestsSql(old)).executeTakeFirst()
      done.dropped += Number(numDeletedRows)
    }
    return found.at(-1)?.id
  })
  return done
}
