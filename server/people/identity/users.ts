// Reads and writes the tables `app_user` and `mobile_claim`.

import { sql } from 'kysely'
import { maskMobile } from '#contract/people/identity/masking.ts'
import { CLOSED_ACCOUNT_NAME } from '#contract/people/identity/personal-data-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfDigestsSql, anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { ERASED_SEALED_VALUE } from '#server/platform/core/sealing.ts'

export interface User {
  id: string
  mobileMasked: string
  userName: string | null
  headImg: string | null
  passwordHash: string | null
  status: 0 | 1
  lastEnterpriseId: string | null
  createdAt: Date
  /** When he closed his account; null: he did not. */
  closedAt: Date | null
}

const columns = [
  ...(['id', 'mobile_masked', 'user_name', 'head_img', 'password_hash', 'status', 'last_enterprise_id'] as const),
  ...(['created_at', 'closed_at'] as const),
] as const

interface Row {
  id: string
  mobile_masked: string
  user_name: string | null
  head_img: string | null
  password_hash: string | null
  status: number
  last_enterprise_id: string | null
  created_at: Date
  closed_at: Date | null
}

const userFrom = (row: Row): User => ({
  id: row.id,
  mobileMasked: row.mobile_masked,
  userName: row.user_name,
  headImg: row.head_img,
  passwordHash: row.password_hash,
  status: row.status === 1 ? 1 : 0,
  lastEnterpriseId: row.last_enterprise_id,
  createdAt: row.created_at,
  closedAt: row.closed_at,
})

/** The row and column for which a mobile number is sealed. */
const mobilePlace = (userId: string) => `app_user|mobile_sealed|${userId}`

/** Seals the mobile number of a user for his own row. */
const sealMobile = (keys: Keys, moment: Moment, { id, mobile }: { id: string; mobile: string }): Buffer =>
  keys.seal(moment, mobilePlace(id), mobile)

/** The rows that claim a mobile number for a user: one, or two during a change of MALL_SECRET. */
const toClaims = (keys: Keys, moment: Moment, { id, mobile }: { id: string; mobile: string }) =>
  keys.claimHmacs('mobile', mobile).map((mobile_hmac) => ({ mobile_hmac, user_id: id, claimed_at: moment.now }))

export interface NewUser {
  /** The reserved id of an invited person; else a new one is created. */
  id?: string
  mobile: string
  userName?: string
  passwordHash: string | null
  /** He has just proven the mobile number by a code. Left out: he has not. */
  hasProvenMobile?: boolean
}

/** Inserts a user. The claim on the mobile number is unique: of two concurrent registrations one fails with a unique violation. */
export async function insertUserWithMobileClaim(tx: Tx, moment: Moment, { keys, user }: { keys: Keys; user: NewUser }): Promise<string> {
  const id = user.id ?? moment.newId()
  await tx
    .insertInto('mobile_claim')
    .values(toClaims(keys, moment, { id, mobile: user.mobile }))
    .execute()
  await tx
    .insertInto('app_user')
    .values({
      id,
      mobile_sealed: sealMobile(keys, moment, { id, mobile: user.mobile }),
      mobile_masked: maskMobile(user.mobile),
      user_name: user.userName ?? null,
      password_hash: user.passwordHash,
      status: 1,
      mobile_verified_at: user.hasProvenMobile ? moment.now : null,
      created_at: moment.now,
    })
    .execute()
  return id
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirst()
  return row && userFrom(row)
}

/** Finds users by id, unsorted. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  const rows = await db.selectFrom('app_user').select(columns).where('id', '=', anyOfIdsSql(ids)).execute()
  return rows.map(userFrom)
}

/** Finds a user by the claim on his mobile number: two lookups by key, and no mobile number in clear text in the database. */
export async function findUserByMobileDigest(db: Db, mobileHmac: Buffer): Promise<User | undefined> {
  const claim = await db.selectFrom('mobile_claim').select('user_id').where('mobile_hmac', '=', mobileHmac).executeTakeFirst()
  return claim && findUser(db, claim.user_id)
}

/** Whether a user still has a mobile number. Call it after the user is locked. */
export async function isMobileOwnedByUser(tx: Tx, { userId, mobileHmac }: { userId: string; mobileHmac: Buffer }): Promise<boolean> {
  const claim = await tx.selectFrom('mobile_claim').select('user_id').where('mobile_hmac', '=', mobileHmac).executeTakeFirst()
  return claim?.user_id === userId
}

/**
 * Whether users are found by their own mobile numbers, which is true only with the keys that wrote them. undefined: no user's number can be
 * opened with these keys.
 */
export async function areMobileDigestsOfTheseKeys(db: Db, keys: Keys): Promise<boolean | undefined> {
  const rows = await db.selectFrom('app_user').select(['id', 'mobile_sealed']).where('closed_at', 'is', null).limit(20).execute()
  let found: boolean | undefined
  for (const { id, mobile_sealed } of rows) {
    const mobile = unsealMobile(keys, id, mobile_sealed)
    if (mobile === undefined) continue
    if ((await findUserByMobileDigest(db, keys.hmac('mobile', mobile)))?.id === id) return true
    found = false
  }
  return found
}

/** A mobile number in clear text; undefined: no key of this process opens it. */
export function unsealMobile(keys: Keys, id: string, sealed: Buffer): string | undefined {
  try {
    return keys.open(mobilePlace(id), sealed)
  } catch {
    return undefined
  }
}

/** Returns a user's mobile number in clear text, to send an SMS. */
export async function readClearTextMobileOfUser(db: Db, keys: Keys, userId: string): Promise<string> {
  const row = await db.selectFrom('app_user').select('mobile_sealed').where('id', '=', userId).executeTakeFirstOrThrow()
  return keys.open(mobilePlace(userId), row.mobile_sealed)
}

/** Locks a user until the transaction ends, so that no session of his starts meanwhile. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

export async function updateUserNameAndAvatar(tx: Tx, userId: string, profile: { userName?: string; headImg?: string }): Promise<void> {
  const { userName, headImg } = profile
  await tx
    .updateTable('app_user')
    .set({ ...(userName === undefined ? {} : { user_name: userName }), ...(headImg === undefined ? {} : { head_img: headImg }) })
    .where('id', '=', userId)
    .execute()
}

/** Changes a user's mobile number: claims the new one and releases the old one. A number of another user is a unique violation. */
export async function updateUserMobileWithClaim(
  tx: Tx,
  moment: Moment,
  { keys, userId, from, to }: { keys: Keys; userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('mobile_claim')
    .values(toClaims(keys, moment, { id: userId, mobile: to }))
    .execute()
  await tx
    .deleteFrom('mobile_claim')
    .where('mobile_hmac', '=', anyOfDigestsSql(keys.hmacs('mobile', from)))
    .where('user_id', '=', userId)
    .execute()
  await tx
    .updateTable('app_user')
    .set({ mobile_sealed: sealMobile(keys, moment, { id: userId, mobile: to }), mobile_masked: maskMobile(to), mobile_verified_at: null })
    .where('id', '=', userId)
    .execute()
}

/**
 * Records the enterprise that the user has worked in last; the next login starts there. It locks the user against freezing until the
 * transaction ends.
 */
export async function lockUserAndRecordLastEnterprise(tx: Tx, userId: string, enterpriseId: string): Promise<void> {
  await tx.updateTable('app_user').set({ last_enterprise_id: enterpriseId }).where('id', '=', userId).execute()
}

/** Freezes or unfreezes a user. Returns false if there is none, or if he has closed his account. */
export async function updateUserStatusColumn(tx: Tx, userId: string, status: 0 | 1): Promise<boolean> {
  const open = tx.updateTable('app_user').set({ status }).where('id', '=', userId).where('closed_at', 'is', null)
  const { numUpdatedRows } = await open.executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Erases a person's data from his row: his name, his picture, his password and his mobile number, which others can register from now on.
 * The row stays, because orders and the audit log refer to it. `mobile`: his current number.
 */
export async function erasePersonalDataOfUserRow(
  tx: Tx,
  moment: Moment,
  { keys, userId, mobile }: { keys: Keys; userId: string; mobile: string },
): Promise<void> {
  const claims = tx.deleteFrom('mobile_claim').where('mobile_hmac', '=', anyOfDigestsSql(keys.hmacs('mobile', mobile)))
  await claims.where('user_id', '=', userId).execute()
  await tx
    .updateTable('app_user')
    .set({ mobile_sealed: ERASED_SEALED_VALUE, mobile_masked: '', user_name: CLOSED_ACCOUNT_NAME, head_img: null, password_hash: null })
    .set({ status: 0, last_enterprise_id: null, closed_at: moment.now })
    .where('id', '=', userId)
    .execute()
}

/** A person with the id that was reserved for him. */
export interface MovedInUser {
  id: string
  mobile: string
  name: string
}

/**
 * Finds the holders of some mobile numbers: the id of the user, or of the person who is invited but has not registered. Numbers without a
 * holder are left out.
 */
export async function findUserOrInviteeIdsByMobile(
  db: Db,
  keys: Keys,
  mobiles: readonly string[],
): Promise<Map<string, { userId: string; registered: boolean }>> {
  const byHmac = new Map(mobiles.flatMap((mobile) => keys.hmacs('mobile', mobile).map((hmac) => [hmac.toString('hex'), mobile] as const)))
  const hmacs = [...byHmac.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const claims = await db
    .selectFrom('mobile_claim')
    .select(['mobile_hmac', 'user_id'])
    .where('mobile_hmac', '=', anyOfDigestsSql(hmacs))
    .execute()
  const invited = await db
    .selectFrom('invited_mobile')
    .select(['mobile_hmac', 'user_id'])
    .where('mobile_hmac', '=', anyOfDigestsSql(hmacs))
    .execute()
  const owner = (registered: boolean) => (row: { mobile_hmac: Buffer; user_id: string }) =>
    [byHmac.get(row.mobile_hmac.toString('hex')) ?? '', { userId: row.user_id, registered }] as const
  return new Map([...invited.map(owner(false)), ...claims.map(owner(true))])
}

/**
 * Inserts people without a password, unless they exist with exactly this id: one person may belong to several companies. Refuses
 * MOBILE_TAKEN if somebody else has, or was invited with, one of the numbers. Five statements, whatever their number.
 */
export async function insertMovedInUsers(
  tx: Tx,
  moment: Moment,
  { keys, users }: { keys: Keys; users: readonly MovedInUser[] },
): Promise<void> {
  const hmacs = users.flatMap(({ mobile }) => keys.hmacs('mobile', mobile))
  const locks = hmacs.map((hmac) => `mobile ${hmac.toString('hex')}`).sort()
  // A concurrent invitation of one of them waits, and then finds its owner.
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as lock(name)`.execute(tx)
  const owners = await findUserOrInviteeIdsByMobile(
    tx,
    keys,
    users.map(({ mobile }) => mobile),
  )
  const isThere = ({ id, mobile }: MovedInUser) => owners.get(mobile)?.userId === id && owners.get(mobile)?.registered === true
  const fresh = users.filter((user) => !isThere(user))
  const taken = fresh.find(({ mobile }) => owners.has(mobile))
  if (taken) refuse('MOBILE_TAKEN', { msg: `手机号 ${maskMobile(taken.mobile)} 已在商城注册或被邀请` })
  if (fresh.length === 0) return
  await tx
    .insertInto('mobile_claim')
    .values(fresh.flatMap((user) => toClaims(keys, moment, user)))
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
