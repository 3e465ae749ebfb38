// Reads and writes the table `staff_session`.
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { isLimitedToOwnEnterprises, parseStaffPermissions } from './staff-store.ts'

const IDLE_MS = 8 * 3_600_000
const SEEN_EVERY_MS = 60_000
const TOKEN_SHAPE = /^st_[A-Za-z0-9_-]{43}$/

const idleSince = (moment: Moment): Date => new Date(moment.now.getTime() - IDLE_MS)

export async function createStaffSession(
  tx: Tx,
  moment: Moment,
  { staffId, origin }: { staffId: string; origin: RequestOrigin },
): Promise<string> {
  const token = `st_${moment.bytes(32).toString('base64url')}`
  const row = {
    token_hash: sha256(token),
    staff_id: staffId,
    created_at: moment.now,
    last_seen_at: moment.now,
    ip: origin.ip,
    user_agent: origin.userAgent,
  }
  await tx.insertInto('staff_session').values(row).execute()
  return token
}

/**
 * Returns the member of staff of a token; undefined if the session has ended or was idle for eight hours. Roles and permissions are read each time. With
 * `requireTotp`, people without a confirmed second factor are refused, so that old sessions of a demo are useless.
 */
export async function findStaffBySessionToken(
  db: Db,
  moment: Moment,
  token: string,
  { requireTotp = false }: { requireTotp?: boolean } = {},
): Promise<Staff | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined
  const tokenHash = sha256(token)
  const row = await db
    .selectFrom('staff_session as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['staff.id', 'staff.name', 'staff.roles', 'staff.custom_codes', 'staff.totp_confirmed_at', 'session.last_seen_at'])
    .select('staff.own_enterprises_only')
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('session.last_seen_at', '>', idleSince(moment))
    .where('staff.status', '=', 1)
    .executeTakeFirst()
  if (!row || (requireTotp && row.totp_confirmed_at === null)) return undefined
  if (moment.now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await db.updateTable('staff_session').set({ last_seen_at: moment.now }).where('token_hash', '=', tokenHash).execute()
  }
  const scope = { ownEnterprisesOnly: isLimitedToOwnEnterprises(row) }
  return { kind: 'staff', staffId: row.id, name: row.name, tokenHash, ...scope, ...parseStaffPermissions(row) }
}

/**
 * Locks a staff session and the permissions of its person until the transaction ends. A call that ends it, disables the person or changes the
 * roles waits; if that call was first, this one refuses. So two people who revoke each other's roles at once cannot both succeed.
 * The lock is sent with the next statement, which refuses.
 */
export async function requireLockedActiveStaffSession(tx: Tx, caller: Staff): Promise<void> {
  const lock = tx
    .selectFrom('staff_session as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['session.ended_at', 'staff.status', 'staff.roles', 'staff.custom_codes', 'staff.own_enterprises_only'])
    .where('session.token_hash', '=', caller.tokenHash)
    .forShare()
  await sendWithNextStatement(tx, lock, ({ rows: [row] }) => {
    if (!row || row.ended_at !== null || row.status !== 1) refuse('NOT_LOGGED_IN')
    const { roles, codes } = parseStaffPermissions(row)
    if (isLimitedToOwnEnterprises(row) !== caller.ownEnterprisesOnly) refuse('OWN_ENTERPRISES_ONLY')
    if (roles.join() !== caller.roles.join() || codes.join() !== caller.codes.join()) refuse('STAFF_ONLY')
  })
}

export async function endStaffSession(tx: Tx, moment: Moment, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_at: moment.now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of a person except one. Returns how many ended. */
export async function endSessionsOfStaff(tx: Tx, moment: Moment, staffId: string, except?: Buffer): Promise<number> {
  let ending = tx
    .updateTable('staff_session')
    .set({ ended_at: moment.now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', idleSince(moment))
  if (except !== undefined) ending = ending.where('token_hash', '<>', except)
  const { numUpdatedRows } = await ending.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Counts the sessions of the given people, with the time of the latest activity. */
export async function countOpenSessionsByStaff(
  db: Db,
  moment: Moment,
  staffIds: readonly string[],
): Promise<Map<string, { sessions: number; lastSeenAt: Date }>> {
  const rows = await db
    .selectFrom('staff_session')
    .select(['staff_id', db.fn.countAll<number>().as('sessions'), db.fn.max('last_seen_at').as('lastSeenAt')])
    .where('staff_id', '=', anyOfIdsSql(staffIds))
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', idleSince(moment))
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staff_id, sessions, lastSeenAt }) => [staff_id, { sessions, lastSeenAt }]))
}

/** Deletes sessions some days after their end, or after the last call of one that nobody has ended. */
export async function deleteOldStaffSessions(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  const before = daysBefore(moment, keptDays)
  await tx
    .deleteFrom('staff_session')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('last_seen_at', '<', before)]))
    .execute()
}
