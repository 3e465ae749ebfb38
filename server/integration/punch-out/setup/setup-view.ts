import type { PunchOutSetup } from '#contract/integration/integration/punch-out/shapes.ts'
import { listSubAccounts } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findPunchOutSetup } from './setup-store.ts'

/** Describes a company's set-up for its main account and for staff, without anything that opens it; null: there is none. */
export async function readPunchOutSetup(db: Db, enterpriseId: string): Promise<PunchOutSetup | null> {
  const setup = await findPunchOutSetup(db, enterpriseId)
  if (!setup) return null
  const { userId, secretHash: _, oldSecretHash: __, enterpriseId: ___, ...shown } = setup
  const seat = (await listSubAccounts(db, enterpriseId)).find((one) => one.userId === userId)
  return { ...shown, subAccountId: seat?.id ?? null, subAccountName: seat?.name ?? '' }
}
