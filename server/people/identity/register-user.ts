import {
  acceptInvitationsOfUser,
  insertEnterprise,
  insertMembership,
  listMembershipsOfOneUser,
} from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { consumeReservedUserIdOfInvitedMobile } from './invited-mobiles.ts'
import { insertUserWithMobileClaim, type NewUser, readClearTextMobileOfUser } from './users.ts'

/** Accepts all invitations to the mobile number of a new user, as the SMS of the invitation has announced. */
async function acceptInvitations(tx: Tx, moment: Moment, userId: string): Promise<void> {
  const memberships = await listMembershipsOfOneUser(tx, userId)
  await acceptInvitationsOfUser(tx, moment, { userId, enterpriseIds: memberships.map(({ enterpriseId }) => enterpriseId) })
}

/** Opens the ledger accounts of a new enterprise. It is passed in, because the ledger is a higher module. */
export type CreateLedgerAccounts = (tx: Tx, enterpriseId: string) => Promise<void>

/**
 * Registers a user: creates the user, an enterprise without a name, its ledger accounts, and its main account (domain §2).
 * Invitations to the mobile number become memberships.
 */
export async function registerUserWithEnterprise(
  tx: Tx,
  moment: Moment,
  { keys, user, openAccounts }: { keys: Keys; user: NewUser; openAccounts: CreateLedgerAccounts },
): Promise<{ userId: string; enterpriseId: string }> {
  const invited = await consumeReservedUserIdOfInvitedMobile(tx, { keys, mobile: user.mobile })
  const userId = await insertUserWithMobileClaim(tx, moment, { keys, user: invited === undefined ? user : { ...user, id: invited } })
  const enterpriseId = await insertEnterprise(tx, moment)
  await openAccounts(tx, enterpriseId)
  await insertMembership(tx, moment, { enterpriseId, userId, permCode: null })
  if (invited !== undefined) await acceptInvitations(tx, moment, userId)
  return { userId, enterpriseId }
}

const PROVEN_FOR_MS = 3_600_000

/**
 * Returns a user's mobile number in clear text if he has proven it by a code at his registration, within the last hour. undefined: it is longer
 * ago, or the number is another one since.
 */
export async function findMobileProvenWithinHour(
  db: Db,
  { moment, keys, userId }: { moment: Moment; keys: Keys; userId: string },
): Promise<string | undefined> {
  const found = db.selectFrom('app_user').select('mobile_verified_at').where('id', '=', userId)
  const { mobile_verified_at } = await found.executeTakeFirstOrThrow()
  const isProven = mobile_verified_at !== null && mobile_verified_at.getTime() > moment.now.getTime() - PROVEN_FOR_MS
  return isProven ? readClearTextMobileOfUser(db, keys, userId) : undefined
}
