// Reads and writes the table `invited_mobile`: mobile numbers that were invited before their owner has registered, with his future user id.
import { sql } from 'kysely'
import { maskMobile } from '#contract/people/identity/masking.ts'
import { listMembershipsOfOneUser } from '#server/people/organisation/public.ts'
import { anyOfDigestsSql, anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findUserByMobileDigest, findUsers } from './users.ts'

/** Locks a mobile number until the transaction ends, so that a concurrent invitation and registration see each other's result. */
async function holdMobile(tx: Tx, hmacs: readonly Buffer[]): Promise<void> {
  const locks = hmacs.map((hmac) => `mobile ${hmac.toString('hex')}`).sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as lock(name)`.execute(tx)
}

const findInvited = (tx: Tx, hmacs: readonly Buffer[]) =>
  tx.selectFrom('invited_mobile').select('user_id').where('mobile_hmac', '=', anyOfDigestsSql(hmacs)).executeTakeFirst()

/**
 * Returns the user id for an invitation: of the owner of the mobile number, or the future id of its owner. The number stays locked, so that
 * only one enterprise invites it at a time.
 */
export async function lockMobileAndFindOrReserveInviteeId(
  tx: Tx,
  moment: Moment,
  { keys, mobile }: { keys: Keys; mobile: string },
): Promise<{ userId: string; registered: boolean }> {
  const mobileHmac = keys.hmac('mobile', mobile)
  // The number itself is not stored, so an invitation keeps the digest that it was created with.
  const hmacs = keys.hmacs('mobile', mobile)
  await holdMobile(tx, hmacs)
  const user = await findUserByMobileDigest(tx, mobileHmac)
  if (user) return { userId: user.id, registered: true }
  const invited = await findInvited(tx, hmacs)
  if (invited) return { userId: invited.user_id, registered: false }
  const userId = moment.newId()
  await tx
    .insertInto('invited_mobile')
    .values({ mobile_hmac: mobileHmac, user_id: userId, mobile_masked: maskMobile(mobile), invited_at: moment.now })
    .execute()
  return { userId, registered: false }
}

/** Takes the user id that invitations to a mobile number have used, because its owner registers now; undefined: there were none. */
export async function consumeReservedUserIdOfInvitedMobile(
  tx: Tx,
  { keys, mobile }: { keys: Keys; mobile: string },
): Promise<string | undefined> {
  const hmacs = keys.hmacs('mobile', mobile)
  await holdMobile(tx, hmacs)
  const row = await tx
    .deleteFrom('invited_mobile')
    .where('mobile_hmac', '=', anyOfDigestsSql(hmacs))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the invited number when an invitation is withdrawn and no other enterprise has invited it. */
export async function deleteInvitedMobileIfNotInvitedElsewhere(tx: Tx, userId: string): Promise<void> {
  const row = await tx.selectFrom('invited_mobile').select('mobile_hmac').where('user_id', '=', userId).executeTakeFirst()
  if (!row) return
  await holdMobile(tx, [row.mobile_hmac])
  if ((await listMembershipsOfOneUser(tx, userId)).length > 0) return
  await tx.deleteFrom('invited_mobile').where('mobile_hmac', '=', row.mobile_hmac).execute()
}

/** Returns the masked mobile numbers of the given people, registered or not, by person. */
export async function findMaskedMobilesByUserId(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await findUsers(db, userIds)
  const invited = await db
    .selectFrom('invited_mobile')
    .select(['user_id', 'mobile_masked'])
    .where('user_id', '=', anyOfIdsSql(userIds))
    .execute()
  return new Map([
    ...invited.map(({ user_id, mobile_masked }) => [user_id, mobile_masked] as const),
    ...users.map(({ id, mobileMasked }) => [id, mobileMasked] as const),
  ])
}
