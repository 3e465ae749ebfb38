// Creates, finds, locks and ends a session; end-sessions.ts ends many at once.
import { refuse } from '#contract/platform/core/refusals.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { uuidFromBytes, uuidToBytes } from '#server/platform/core/uuid-bytes.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'

const DAY_MS = 86_400_000
export const SESSION_IDLE_MS = 7 * DAY_MS
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** A punch-out is one visit: it is over after a working day, whether the cart went back or not. */
export const PUNCH_OUT_LIFETIME_MS = DAY_MS / 2
/** Open sessions of one user. A further one ends the oldest. */
const LIVE_MAX = 5
/** The precision of `last_seen_at`. A higher one would need a write for each request. */
const SEEN_EVERY_MS = 60_000

const PREFIX = 'mt_'
const TOKEN_SHAPE = /^mt_[A-Za-z0-9_-]{64}$/
const USER_BYTES = 16
const SECRET_BYTES = 32

/** The fields of a membership that a session copies. */
export interface SessionMembership {
  userId: string
  enterpriseId: string
  accountType: 1 | 2
  permCode: string | null
  /** The parent as whose buyer he acts (集团采购); null or left out: he is an own person of the enterprise. */
  parent?: { name: string } | null
  /** The visit of a procurement system that the session is for; left out: the person has logged in himself. */
  punchOutId?: string
}

/** Creates a token with the id of its user, by which its row is found, and 256 random bits. Only its SHA-256 is stored. */
function newToken(moment: Moment, userId: string): string {
  return PREFIX + Buffer.concat([uuidToBytes(userId), moment.bytes(SECRET_BYTES)]).toString('base64url')
}

const ownerOf = (token: string): string => uuidFromBytes(Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(0, USER_BYTES))

/** Ends the oldest sessions of a person, so that one more is not too many. */
async function endTooManySessions(tx: Tx, moment: Moment, userId: string): Promise<void> {
  const live = await tx
    .selectFrom('session')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('punch_out_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(LIVE_MAX - 1)
    .execute()
  for (const { token_hash } of live) await endSession(tx, moment, { userId, tokenHash: token_hash, reason: 'too many' })
}

/**
 * Creates a session and returns its token. Ends the user's oldest session if there would be too many; punch-outs do not count, because many
 * people visit as one sub-account. The caller has locked the user, so that no other session of his starts meanwhile. The remaining sessions are
 * not locked, because a login would then wait for their writes.
 */
export async function createSession(
  tx: Tx,
  moment: Moment,
  { membership, origin }: { membership: SessionMembership; origin: RequestOrigin },
): Promise<string> {
  const token = newToken(moment, membership.userId)
  if (membership.punchOutId === undefined) await endTooManySessions(tx, moment, membership.userId)
  await tx
    .insertInto('session')
    .values({
      user_id: membership.userId,
      token_hash: sha256(token),
      id: moment.newId(),
      enterprise_id: membership.enterpriseId,
      account_type: membership.accountType,
      perm_code: membership.permCode,
      parent_name: membership.parent?.name ?? null,
      punch_out_id: membership.punchOutId ?? null,
      created_at: moment.now,
      last_seen_at: moment.now,
      ip: origin.ip,
      user_agent: origin.userAgent,
    })
    .execute()
  return token
}

export const subtractMsFromNow = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() - ms)

interface OpenSession {
  userId: string
  tokenHash: Buffer
  createdAfter: Date
  seenAfter: Date
}

const selectOpenSession = compileOnce((db, { userId, tokenHash, createdAfter, seenAfter }: OpenSession) =>
  db
    .selectFrom('session')
    .select(['id', 'user_id', 'enterprise_id', 'account_type', 'perm_code', 'parent_name', 'punch_out_id', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .where('last_seen_at', '>', seenAfter),
)

/** Returns the member of a token; undefined if there is no such session, or if it has ended or expired. */
export async function findMemberBySessionToken(db: Db, moment: Moment, token: string): Promise<Member | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined
  const tokenHash = sha256(token)
  const row = await selectOpenSession(db, {
    userId: ownerOf(token),
    tokenHash,
    createdAfter: subtractMsFromNow(moment, SESSION_LIFETIME_MS),
    seenAfter: subtractMsFromNow(moment, SESSION_IDLE_MS),
  }).executeTakeFirst()
  if (!row || (row.punch_out_id !== null && row.created_at < subtractMsFromNow(moment, PUNCH_OUT_LIFETIME_MS))) return undefined
  if (moment.now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) await touch(db, moment, { userId: row.user_id, tokenHash })
  return {
    kind: 'member',
    userId: row.user_id,
    enterpriseId: row.enterprise_id,
    sessionId: row.id,
    tokenHash,
    accountType: row.account_type === 1 ? 1 : 2,
    permCode: row.perm_code,
    parentName: row.parent_name,
    punchOutId: row.punch_out_id,
  }
}

/**
 * Returns which members' sessions are still open, and with which membership, as hex digests of their tokens. It does not count as activity,
 * so a screen that only listens does not extend its session.
 */
export async function findActiveSessionTokenDigests(db: Db, moment: Moment, members: readonly Member[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('session')
    .select('token_hash')
    .where('user_id', '=', anyOfIdsSql([...new Set(members.map(({ userId }) => userId))]))
    .where(
      'token_hash',
      'in',
      members.map(({ tokenHash }) => tokenHash),
    )
    .where('ended_at', 'is', null)
    .where('created_at', '>', subtractMsFromNow(moment, SESSION_LIFETIME_MS))
    .where('last_seen_at', '>', subtractMsFromNow(moment, SESSION_IDLE_MS))
    .execute()
  return new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
}

/** Closes the push connections of ended sessions. */
export async function closePushStreamsOfEndedSessions(
  tx: Tx,
  moment: Moment,
  target: { enterpriseId?: string; userIds?: string[] },
): Promise<void> {
  await publishEvents(tx, moment, [{ topic: 'push.made', payload: { kind: 'session', ...target } }])
}

async function touch(db: Db, moment: Moment, { userId, tokenHash }: { userId: string; tokenHash: Buffer }): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: moment.now })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

const lockSession = compileOnce((tx, { userId, tokenHash }: Pick<Member, 'userId' | 'tokenHash'>) =>
  tx.selectFrom('session').select(['ended_at', 'perm_code']).where('user_id', '=', userId).where('token_hash', '=', tokenHash).forShare(),
)

/**
 * Locks a session until the transaction ends. A call that ends it or changes its permissions waits; if that call was first, this one
 * refuses. So nothing is committed with a permission after the call that has removed it returns. The lock is sent with the next statement,
 * which refuses if the session has ended.
 */
export async function requireLockedActiveSession(tx: Tx, member: Member): Promise<void> {
  const { userId, tokenHash } = member
  const lock = lockSession(tx, { userId, tokenHash })
  await sendWithNextStatement(tx, lock, ({ rows: [row] }) => {
    if (!row || row.ended_at !== null) refuse('NOT_LOGGED_IN')
    if (row.perm_code !== member.permCode) refuse('NO_PERMISSION')
  })
}

/** Ends a session. Returns false if it had ended already. Of concurrent calls only one gets true. */
export async function endSession(
  tx: Tx,
  moment: Moment,
  { userId, tokenHash, reason }: { userId: string; tokenHash: Buffer; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ ended_at: moment.now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await closePushStreamsOfEndedSessions(tx, moment, { userIds: [userId] })
  return numUpdatedRows > 0n
}

/** Deletes sessions some days after their end or expiry. */
export async function deleteOldSessions(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await tx.deleteFrom('session').where('ended_at', '<', daysBefore(moment, keptDays)).execute()
  await tx
    .deleteFrom('session')
    .where('created_at', '<', new Date(daysBefore(moment, keptDays).getTime() - SESSION_LIFETIME_MS))
    .execute()
}
