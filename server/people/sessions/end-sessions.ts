// Lists a user's sessions and ends many at once; sessions.ts opens and finds them.
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { closePushStreamsOfEndedSessions, SESSION_IDLE_MS, SESSION_LIFETIME_MS, subtractMsFromNow } from './sessions.ts'

export interface SessionRow {
  id: string
  userId: string
  enterpriseId: string
  tokenHash: Buffer
  device: string
  ip: string
  createdAt: Date
  lastSeenAt: Date
}

const live = (db: Db, moment: Moment) =>
  db
    .selectFrom('session')
    .select(['id', 'user_id', 'enterprise_id', 'token_hash', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('ended_at', 'is', null)
    .where('created_at', '>', subtractMsFromNow(moment, SESSION_LIFETIME_MS))
    .where('last_seen_at', '>', subtractMsFromNow(moment, SESSION_IDLE_MS))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')

type LiveRow = Awaited<ReturnType<ReturnType<typeof live>['execute']>>[number]

const sessionFrom = (row: LiveRow): SessionRow => ({
  id: row.id,
  userId: row.user_id,
  enterpriseId: row.enterprise_id,
  tokenHash: row.token_hash,
  device: row.user_agent ?? '',
  ip: row.ip ?? '',
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
})

/** Lists the sessions of a user, last used first. */
export async function listOpenSessionsOfUser(db: Db, moment: Moment, userId: string): Promise<SessionRow[]> {
  return (await live(db, moment).where('user_id', '=', userId).execute()).map(sessionFrom)
}

/** Lists the sessions of an enterprise, last used first. */
export async function listOpenSessionsOfEnterprise(db: Db, moment: Moment, enterpriseId: string): Promise<SessionRow[]> {
  return (await live(db, moment).where('enterprise_id', '=', enterpriseId).execute()).map(sessionFrom)
}

export interface EndSessionsInput {
  userId: string
  reason: string
  /** Only those in this enterprise. */
  enterpriseId?: string
  /** Only this session. */
  sessionId?: string
  /** All sessions except this one. */
  except?: Buffer
}

/**
 * Ends sessions of a user on every node. It waits for writes that are in progress; after it returns, nothing is committed with these
 * sessions. Returns how many ended.
 */
export async function endSessions(
  tx: Tx,
  moment: Moment,
  { userId, reason, enterpriseId, sessionId, except }: EndSessionsInput,
): Promise<number> {
  let ending = tx
    .updateTable('session')
    .set({ ended_at: moment.now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (enterpriseId !== undefined) ending = ending.where('enterprise_id', '=', enterpriseId)
  if (sessionId !== undefined) ending = ending.where('id', '=', sessionId)
  if (except !== undefined) ending = ending.where('token_hash', '<>', except)
  const { numUpdatedRows } = await ending.executeTakeFirst()
  if (numUpdatedRows > 0n) await closePushStreamsOfEndedSessions(tx, moment, { userIds: [userId] })
  return Number(numUpdatedRows)
}

/** Updates the permission codes of a membership's open sessions. Its punch-outs have fewer codes, so they end: the next one has the new ones. */
export async function updatePermissionsOfOpenSessions(
  tx: Tx,
  moment: Moment,
  { userId, enterpriseId }: { userId: string; enterpriseId: string },
  permCode: string,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ perm_code: permCode })
    .where('user_id', '=', userId)
    .where('enterprise_id', '=', enterpriseId)
    .where('punch_out_id', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('session')
    .set({ ended_at: moment.now, end_reason: 'permissions changed' })
    .where('user_id', '=', userId)
    .where('enterprise_id', '=', enterpriseId)
    .where('punch_out_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the sessions of an enterprise's punch-outs on every node, and of no person's own login. */
export async function endPunchOutSessionsOfEnterprise(tx: Tx, moment: Moment, enterpriseId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: moment.now, end_reason: 'punch-out switched off' })
    .where('enterprise_id', '=', enterpriseId)
    .where('punch_out_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of an enterprise on every node. Returns how many ended. */
export async function endSessionsOfEnterprise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, reason }: { enterpriseId: string; reason: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ ended_at: moment.now, end_reason: reason })
    .where('enterprise_id', '=', enterpriseId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await closePushStreamsOfEndedSessions(tx, moment, { enterpriseId })
  return Number(numUpdatedRows)
}
