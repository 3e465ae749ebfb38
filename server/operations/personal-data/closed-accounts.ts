// Reads and writes the table `closed_account`: the former holder of each closed account, sealed.
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'

/** The data of a person that is kept. */
export interface ClosedAccount {
  userId: string
  mobile: string
  userName: string | null
  /** His name in each enterprise. */
  memberships: { enterpriseId: string; name: string | null }[]
}

/** The data is sealed for its own row, so that it cannot be opened after it was copied to another row. */
const placeOf = (userId: string) => `closed_account|sealed|${userId}`

export async function insertClosedAccount(tx: Tx, moment: Moment, keys: Keys, { userId, ...kept }: ClosedAccount): Promise<void> {
  const sealed = keys.seal(moment, placeOf(userId), JSON.stringify(kept))
  await tx.insertInto('closed_account').values({ id: userId, sealed, closed_at: moment.now }).execute()
}

/** Deletes the holders of accounts that were closed years ago. */
export async function deleteOldClosedAccounts(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await tx.deleteFrom('closed_account').where('closed_at', '<', daysBefore(moment, keptDays)).execute()
}
