// The only file that touches the tables `staff` and `staff_session`: the platform's own people.
import { type StaffRole, staffRoleNames } from '../../contract/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Staff } from '../http/caller.ts'
import type { Origin } from '../http/context.ts'
import type { Db, Tx } from '../platform/db.ts'
import { sha256 } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'

const IDLE_MS = 8 * 3_600_000
const SEEN_EVERY_MS = 60_000
const TOKEN_SHAPE = /^st_[A-Za-z0-9_-]{43}$/

export interface StaffPerson {
  id: string
  email: string
  name: string
  roles: StaffRole[]
  passwordHash: string
  status: 0 | 1
}

const rolesFrom = (roles: string): StaffRole[] => staffRoleNames.filter((role) => roles.split(',').includes(role))

export async function insertStaff(
  tx: Tx,
  moment: Moment,
  { email, name, roles, passwordHash }: { email: string; name: string; roles: readonly StaffRole[]; passwordHash: string },
): Promise<string> {
  const id = moment.newId()
  const row = { id, email, name, roles: roles.join(','), password_hash: passwordHash, status: 1, created_at: moment.now }
  await tx.insertInto('staff').values(row).execute()
  return id
}

const find = (db: Db) => db.selectFrom('staff').select(['id', 'email', 'name', 'roles', 'password_hash', 'status'])

const personFrom = (row: {
  id: string
  email: string
  name: string
  roles: string
  password_hash: string
  status: number
}): StaffPerson => ({
  id: row.id,
  email: row.email,
  name: row.name,
  roles: rolesFrom(row.roles),
  passwordHash: row.password_hash,
  status: row.status === 1 ? 1 : 0,
})

export async function findStaffByEmail(db: Db, email: string): Promise<StaffPerson | undefined> {
  const row = await find(db).where('email', '=', email).executeTakeFirst()
  return row && personFrom(row)
}

export async function findStaff(db: Db, id: string): Promise<StaffPerson | undefined> {
  const row = await find(db).where('id', '=', id).executeTakeFirst()
  return row && personFrom(row)
}

/** Names of some people, for records that show who did what. */
export async function staffNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function openStaffSession(tx: Tx, moment: Moment, { staffId, origin }: { staffId: string; origin: Origin }): Promise<string> {
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

/** Who a staff token stands for; undefined when it has ended or idled for eight hours. Roles are read anew each time. */
export async function findStaffSession(db: Db, moment: Moment, token: string): Promise<Staff | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined
  const tokenHash = sha256(token)
  const row = await db
    .selectFrom('staff_session as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['staff.id', 'staff.name', 'staff.roles', 'session.last_seen_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('session.last_seen_at', '>', new Date(moment.now.getTime() - IDLE_MS))
    .where('staff.status', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  if (moment.now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await db.updateTable('staff_session').set({ last_seen_at: moment.now }).where('token_hash', '=', tokenHash).execute()
  }
  return { kind: 'staff', staffId: row.id, name: row.name, tokenHash, roles: rolesFrom(row.roles) }
}

/** Holds a staff session for a transaction, as a member's is held. */
export async function holdStaffSession(tx: Tx, caller: Staff): Promise<void> {
  const row = await tx
    .selectFrom('staff_session')
    .select('ended_at')
    .where('token_hash', '=', caller.tokenHash)
    .forShare()
    .executeTakeFirst()
  if (!row || row.ended_at !== null) refuse('NOT_LOGGED_IN')
}

export async function endStaffSession(tx: Tx, moment: Moment, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_at: moment.now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}
