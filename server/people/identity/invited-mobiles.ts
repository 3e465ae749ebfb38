// The table `invited_mobile`: who was invited before he has registered, and the id that he will have.
import { sql } from 'kysely'
import { maskMobile } from '#contract/people/identity/masking.ts'
import { listMembershipsOfUser } from '#server/people/organisation/public.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findUserByMobile, findUsers } from './users.ts'

/** Holds a mobile until the transaction ends: of inviting and registering it at once, the one sees what the other has done. */
async function holdMobile(tx: Tx, mobileHmac: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mobile ${mobileHmac.toString('hex')}`}, 0))`.execute(tx)
}

const findInvited = (tx: Tx, mobileHmac: Buffer) =>
  tx.selectFrom('invited_mobile').select('user_id').where('mobile_hmac', '=', mobileHmac).executeTakeFirst()

/**
 * Whom an invitation to a mobile is for: its owner, or the id that he will have once he registers. The mobile stays held, so that it is
 * invited by one company at a time.
 */
export async function findOrReserveInvitee(
  tx: Tx,
  moment: Moment,
  { keys, mobile }: { keys: Keys; mobile: string },
): Promise<{ userId: string; registered: boolean }> {
  const mobileHmac = keys.hmac('mobile', mobile)
  await holdMobile(tx, mobileHmac)
  const user = await findUserByMobile(tx, mobileHmac)
  if (user) return { userId: user.id, registered: true }
  const invited = await findInvited(tx, mobileHmac)
  if (invited) return { userId: invited.user_id, registered: false }
  const userId = moment.newId()
  await tx
    .insertInto('invited_mobile')
    .values({ mobile_hmac: mobileHmac, user_id: userId, mobile_masked: maskMobile(mobile), invited_at: moment.now })
    .execute()
  return { userId, registered: false }
}

/** A mobile is being registered: the id that its invitations were made out to, which is nobody's any more; undefined: there were none. */
export async function consumeInvitedMobile(tx: Tx, { keys, mobile }: { keys: Keys; mobile: string }): Promise<string | undefined> {
  const mobileHmac = keys.hmac('mobile', mobile)
  await holdMobile(tx, mobileHmac)
  const row = await tx.deleteFrom('invited_mobile').where('mobile_hmac', '=', mobileHmac).returning('user_id').executeTakeFirst()
  return row?.user_id
}

/** An invitation was taken back: a mobile that nobody else has invited is forgotten. */
export async function deleteInvitedMobile(tx: Tx, userId: string): Promise<void> {
  const row = await tx.selectFrom('invited_mobile').select('mobile_hmac').where('user_id', '=', userId).executeTakeFirst()
  if (!row) return
  await holdMobile(tx, row.mobile_hmac)
  if ((await listMembershipsOfUser(tx, userId)).length > 0) return
  await tx.deleteFrom('invited_mobile').where('mobile_hmac', '=', row.mobile_hmac).execute()
}

/** The masked mobiles of some people, registered or not, by person. */
export async function findMaskedMobiles(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await findUsers(db, userIds)
  const invited = await db.selectFrom('invited_mobile').select(['user_id', 'mobile_masked']).where('user_id', '=', anyOf(userIds)).execute()
  return new Map([
    ...invited.map(({ user_id, mobile_masked }) => [user_id, mobile_masked] as const),
    ...users.map(({ id, mobileMasked }) => [id, mobileMasked] as const),
  ])
}
