import { findUserWithMemberships, isActiveMembership } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { PunchOutSetupRecord } from './setup-store.ts'

/**
 * Finds the person and the membership that a company's procurement system acts as. undefined: the person is disabled, the company is frozen,
 * or the membership has ended or was switched off.
 */
export async function findSeatInUse(db: Db, { enterpriseId, userId }: Pick<PunchOutSetupRecord, 'enterpriseId' | 'userId'>) {
  const person = await findUserWithMemberships(db, userId)
  const seat = person?.memberships.find(({ enterprise }) => enterprise.id === enterpriseId)
  const isInUse = person?.user.status === 1 && seat !== undefined && isActiveMembership(seat)
  return isInUse ? { person, membership: seat.membership } : undefined
}
