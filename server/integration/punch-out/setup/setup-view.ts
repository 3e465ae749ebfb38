import type { PunchOutSetup } from '#contract/integration/punch-out/shapes.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findPunchOutSetup } from './setup-store.ts'

/** Describes a company's set-up for its main account and for staff, without anything that opens it; null: there is none. */
export async function readPunchOutSetup(db: Db, enterpriseId: string): Promise<PunchOutSetup | null> {
  const setup = await findPunchOutSetup(db, enterpriseId)
  if (!setup) return null
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [setup.userId])
  const { secretHash: _, oldSecretHash: __, enterpriseId: ___, ...shown } = setup
  return { ...shown, userDisplayName: names.get(setup.userId) ?? '' }
}
