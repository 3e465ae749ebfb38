// People who come with a company of an older system. They have no password until they set one with an SMS code.
import { sql } from 'kysely'
import { maskMobile } from '#contract/people/identity/masking.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { sealMobile } from '#server/people/identity/users.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A person with the id that was reserved for him. */
export interface MovedUser {
  id: string
  mobile: string
  name: string
}

const anyOfMobiles = (hmacs: readonly Buffer[]) => sql<Buffer>`any(${[...hmacs]}::bytea[])`

/** Who has some mobile numbers: the id of the user, or of the person who is invited but has not registered. Numbers that nobody has are left out. */
export async function findMobileOwners(
  db: Db,
  keys: Keys,
  mobiles: readonly string[],
): Promise<Map<string, { userId: string; registered: boolean }>> {
  const byHmac = new Map(mobiles.map((mobile) => [keys.hmac('mobile', mobile).toString('hex'), mobile]))
  const hmacs = [...byHmac.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const claims = await db
    .selectFrom('mobile_claim')
    .select(['mobile_hmac', 'user_id'])
    .where('mobile_hmac', '=', anyOfMobiles(hmacs))
    .execute()
  const invited = await db
    .selectFrom('invited_mobile')
    .select(['mobile_hmac', 'user_id'])
    .where('mobile_hmac', '=', anyOfMobiles(hmacs))
    .execute()
  const owner = (registered: boolean) => (row: { mobile_hmac: Buffer; user_id: string }) =>
    [byHmac.get(row.mobile_hmac.toString('hex')) ?? '', { userId: row.user_id, registered }] as const
  return new Map([...invited.map(owner(false)), ...claims.map(owner(true))])
}

/**
 * Inserts people without a password, as far as they are not there with exactly this id: one person may come with several companies. Refuses
 * MOBILE_TAKEN if somebody else has, or was invited with, one of the numbers. Five statements, whatever their number.
 */
export async function insertMovedUsers(
  tx: Tx,
  moment: Moment,
  { keys, users }: { keys: Keys; users: readonly MovedUser[] },
): Promise<void> {
  const hmacs = users.map(({ mobile }) => keys.hmac('mobile', mobile))
  const locks = hmacs.map((hmac) => `mobile ${hmac.toString('hex')}`).sort()
  // An invitation to one of them waits, and then finds its owner.
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as lock(name)`.execute(tx)
  const owners = await findMobileOwners(
    tx,
    keys,
    users.map(({ mobile }) => mobile),
  )
  const isThere = ({ id, mobile }: MovedUser) => owners.get(mobile)?.userId === id && owners.get(mobile)?.registered === true
  const fresh = users.filter((user) => !isThere(user))
  const taken = fresh.find(({ mobile }) => owners.has(mobile))
  if (taken) refuse('MOBILE_TAKEN', { msg: `手机号 ${maskMobile(taken.mobile)} 已在商城注册或被邀请` })
  if (fresh.length === 0) return
  await tx
    .insertInto('mobile_claim')
    .values(fresh.map(({ id, mobile }) => ({ mobile_hmac: keys.hmac('mobile', mobile), user_id: id, claimed_at: moment.now })))
    .execute()
  await tx
    .insertInto('app_user')
    .values(
      fresh.map(({ id, mobile, name }) => ({
        id,
        mobile_sealed: sealMobile(keys, moment, { id, mobile }),
        mobile_masked: maskMobile(mobile),
        user_name: name,
        password_hash: null,
        status: 1,
        created_at: moment.now,
      })),
    )
    .execute()
}
