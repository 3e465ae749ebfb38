import { refuse } from '#contract/platform/core/refusals.ts'
import { findUser, lockUser, setUserStatus } from '#server/people/identity/public.ts'
import { findEnterprise, setEnterpriseStatus } from '#server/people/organisation/public.ts'
import { endSessions, endSessionsOfEnterprise } from '#server/people/sessions/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * Freezes a person: outside at once, on every node, and not let in again. First the row, which a login under way holds; then the sessions,
 * that of this login among them. Returns how many ended.
 */
export async function freezeUser(tx: Tx, moment: Moment, userId: string): Promise<number> {
  if (!(await setUserStatus(tx, userId, 0))) refuse('USER_NOT_FOUND')
  return endSessions(tx, moment, { userId, reason: 'user frozen' })
}

export async function unfreezeUser(tx: Tx, userId: string): Promise<void> {
  if (!(await setUserStatus(tx, userId, 1))) refuse('USER_NOT_FOUND')
}

/**
 * Freezes a company: nobody acts for it any more, in the same way. What it has ordered is still sent, what it owes is still owed: that is
 * the platform's side of it and needs no session of theirs.
 */
export async function freezeEnterprise(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  if (!(await setEnterpriseStatus(tx, enterpriseId, 0))) refuse('ENTERPRISE_NOT_FOUND')
  return endSessionsOfEnterprise(tx, moment, { enterpriseId, reason: 'enterprise frozen' })
}

export async function unfreezeEnterprise(tx: Tx, enterpriseId: string): Promise<void> {
  if (!(await setEnterpriseStatus(tx, enterpriseId, 1))) refuse('ENTERPRISE_NOT_FOUND')
}

/** Logs a person out, of one device or of all. */
export async function endSessionsOfUser(
  tx: Tx,
  moment: Moment,
  { userId, sessionId }: { userId: string; sessionId?: string | undefined },
): Promise<number> {
  await lockUser(tx, userId)
  if (!(await findUser(tx, userId))) refuse('USER_NOT_FOUND')
  const ended = await endSessions(tx, moment, { userId, reason: 'ended by staff', ...(sessionId === undefined ? {} : { sessionId }) })
  if (sessionId !== undefined && ended === 0) refuse('DEVICE_NOT_FOUND')
  return ended
}

/** Logs everybody of a company out; they may come again. */
export async function endAllSessionsOfEnterprise(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
  return endSessionsOfEnterprise(tx, moment, { enterpriseId, reason: 'ended by staff' })
}
