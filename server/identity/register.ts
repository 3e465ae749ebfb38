import { openBooks } from '../ledger/public.ts'
import { addMember, insertEnterprise } from '../organisation/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { insertUser, type NewUser } from './users.ts'

/** Registering makes a person, a nameless company with its books, and the main account's seat in it (domain §2). */
export async function register(
  tx: Tx,
  moment: Moment,
  { keys, user }: { keys: Keys; user: NewUser },
): Promise<{ userId: string; enterpriseId: string }> {
  const userId = await insertUser(tx, moment, { keys, user })
  const enterpriseId = await insertEnterprise(tx, moment)
  await openBooks(tx, enterpriseId)
  await addMember(tx, moment, { enterpriseId, userId, permCode: null })
  return { userId, enterpriseId }
}
