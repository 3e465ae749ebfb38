import { acceptMemberships, addMember, insertEnterprise, listMembershipsOfUser } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { consumeInvitedMobile } from './invited-mobiles.ts'
import { insertUser, type NewUser } from './users.ts'

/** Whoever registers a mobile that was invited before says yes to it, as the text that invited him told. */
async function acceptInvitations(tx: Tx, moment: Moment, userId: string): Promise<void> {
  const seats = await listMembershipsOfUser(tx, userId)
  await acceptMemberships(tx, moment, { userId, enterpriseIds: seats.map(({ enterpriseId }) => enterpriseId) })
}

/** Opens the ledger accounts of a new enterprise. Handed in, because the ledger stands above the people who use it. */
export type OpenAccounts = (tx: Tx, enterpriseId: string) => Promise<void>

/**
 * Registering makes a person, a nameless company with its books, and the main account's seat in it (domain §2). Companies that invited
 * the mobile before it was registered have their sub-account with it.
 */
export async function register(
  tx: Tx,
  moment: Moment,
  { keys, user, openAccounts }: { keys: Keys; user: NewUser; openAccounts: OpenAccounts },
): Promise<{ userId: string; enterpriseId: string }> {
  const invited = await consumeInvitedMobile(tx, { keys, mobile: user.mobile })
  const userId = await insertUser(tx, moment, { keys, user: invited === undefined ? user : { ...user, id: invited } })
  const enterpriseId = await insertEnterprise(tx, moment)
  await openAccounts(tx, enterpriseId)
  await addMember(tx, moment, { enterpriseId, userId, permCode: null })
  if (invited !== undefined) await acceptInvitations(tx, moment, userId)
  return { userId, enterpriseId }
}
