import { refuse } from '#contract/platform/core/refusals.ts'
import { findUser, lockUser, updateUserStatusColumn } from '#server/people/identity/public.ts'
import { lockEnterprise, requireEnterprise, updateEnterpriseStatusColumn } from '#server/people/organisation/public.ts'
import { endSessions, endSessionsOfEnterprise } from '#server/people/sessions/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * Freezes a user: ends all his sessions on every node and prevents new ones. The user's row is changed first, because a concurrent login
 * locks it; then the sessions end, including one of such a login. Returns how many sessions ended.
 */
export async function freezeUserAndEndSessions(tx: Tx, moment: Moment, userId: string): Promise<number> {
  if (!(await updateUserStatusColumn(tx, userId, 0))) refuse('USER_NOT_FOUND')
  return endSessions(tx, moment, { userId, reason: 'user frozen' })
}

export async function unfreezeUser(tx: Tx, userId: string): Promise<void> {
  if (!(await updateUserStatusColumn(tx, userId, 1))) refuse('USER_NOT_FOUND')
}

/**
 * Freezes an enterprise in the same way: nobody can act for it. Its orders are still shipped and its debts are still due, because staff and
 * jobs do that without its sessions.
 */
export async function freezeEnterpriseAndEndSessions(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  if (!(await updateEnterpriseStatusColumn(tx, enterpriseId, 0))) refuse('ENTERPRISE_NOT_FOUND')
  return endSessionsOfEnterprise(tx, moment, { enterpriseId, reason: 'enterprise frozen' })
}

/** Refuses ENTERPRISE_NOT_FOUND, ENTERPRISE_CLOSED. */
export async function unfreezeEnterprise(tx: Tx, enterpriseId: string): Promise<void> {
  const enterprise = await lockEnterprise(tx, enterpriseId)
  if (enterprise && enterprise.closedAt !== null) refuse('ENTERPRISE_CLOSED')
  if (!(await updateEnterpriseStatusColumn(tx, enterpriseId, 1))) refuse('ENTERPRISE_NOT_FOUND')
}

/** Ends one session or all sessions of a user. */
export async function endOneOrAllSessionsOfUserByStaff(
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

/** Ends all sessions of an enterprise. Its members can log in again. */
export async function endAllSessionsOfEnterpriseByStaff(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  await requireEnterprise(tx, enterpriseId)
  return endSessionsOfEnterprise(tx, moment, { enterpriseId, reason: 'ended by staff' })
}
