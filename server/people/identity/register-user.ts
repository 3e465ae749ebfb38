import {
  acceptInvitationsOfUser,
  insertEnterprise,
  insertMembership,
  listMembershipsOfOneUser,
} from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { consumeReservedUserIdOfInvitedMobile } from './invited-mobiles.ts'
import { insertUserWithMobileClaim, type NewUser } from './users.ts'

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
