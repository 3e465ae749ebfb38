// What administrators do to the accounts of others. Nobody does it to his own, so there is always one left who may.
import type { InputOf } from '../../contract/endpoint.ts'
import type { StaffRole } from '../../contract/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import type { consoleStaff, StaffRow } from '../../contract/staff/staff-api.ts'
import type { Staff } from '../http/caller.ts'
import { hashPassword } from '../identity/public.ts'
import { audit } from '../platform/audit.ts'
import { type Db, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { forgive } from '../sessions/public.ts'
import { subjectOf } from './log-in.ts'
import { findStaffByEmail, insertStaff, lockStaff, rolesFrom, type StaffPerson, updateStaff } from './people.ts'
import { countStaffSessions, endSessionsOfStaff } from './staff-sessions.ts'

const INITIAL_MS = 72 * 3_600_000
/** Thirty-two signs that nobody takes for another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_SIGNS = 4

/** A password to be told and typed once: sixty bits, good for three days. */
export interface InitialPassword {
  initialPwd: string
  initialUntil: Date
  hash: string
}

export async function makeInitialPassword(keys: Keys, moment: Moment): Promise<InitialPassword> {
  const group = () => [...moment.bytes(GROUP_SIGNS)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  const initialPwd = Array.from({ length: GROUPS }, group).join('-')
  return { initialPwd, initialUntil: new Date(moment.now.getTime() + INITIAL_MS), hash: await hashPassword(keys, initialPwd) }
}

export interface NewAccount {
  email: string
  name: string
  roles: readonly StaffRole[]
  initial: InitialPassword
}

export async function addStaff(tx: Tx, moment: Moment, { initial, ...account }: NewAccount): Promise<string> {
  const { hash: passwordHash, initialUntil } = initial
  return insertStaff(tx, moment, { ...account, passwordHash, initialUntil }).catch((error) => {
    if (isUniqueViolation(error)) refuse('STAFF_EXISTS', { field: 'email' })
    throw error
  })
}

const findLocked = async (tx: Tx, staffId: string): Promise<StaffPerson> => (await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')

/** Somebody else, held. */
async function another(tx: Tx, caller: Staff, staffId: string): Promise<StaffPerson> {
  if (staffId === caller.staffId) refuse('OWN_ACCOUNT')
  return findLocked(tx, staffId)
}

interface Modification {
  staffId: string
  name: string
  roles: readonly StaffRole[]
}

/** Another name, other roles: they count from the next call on, and a call under way with the old ones is waited for. */
export async function modifyStaff(tx: Tx, caller: Staff, { staffId, name, roles }: Modification): Promise<void> {
  const person = await findLocked(tx, staffId)
  const sameRoles = person.roles.length === roles.length && person.roles.every((role) => roles.includes(role))
  if (staffId === caller.staffId && !sameRoles) refuse('OWN_ACCOUNT')
  await updateStaff(tx, staffId, { name, roles })
}

interface Surroundings {
  tx: Tx
  moment: Moment
  caller: Staff
}

/** Disabled somebody is outside at once, on every node. */
export async function setStaffStatus({ tx, moment, caller }: Surroundings, staffId: string, status: 0 | 1): Promise<void> {
  await another(tx, caller, staffId)
  await updateStaff(tx, staffId, { status })
  if (status === 0) await endSessionsOfStaff(tx, moment, staffId)
}

/** For who has forgotten his password: an initial one again. A lock by too many tries is lifted. */
export async function resetStaffPassword(
  { tx, moment, caller }: Surroundings,
  { keys, staffId, initial }: { keys: Keys; staffId: string; initial: InitialPassword },
): Promise<void> {
  const { email } = await another(tx, caller, staffId)
  await updateStaff(tx, staffId, { password: { hash: initial.hash, initialUntil: initial.initialUntil } })
  await endSessionsOfStaff(tx, moment, staffId)
  await forgive(tx, subjectOf(keys, email))
}

/** For who has lost his telephone: the second factor is bound anew at the next log-in. */
export async function resetStaffTotp({ tx, moment, caller }: Surroundings, staffId: string): Promise<void> {
  await another(tx, caller, staffId)
  await updateStaff(tx, staffId, { totpSealed: null })
  await endSessionsOfStaff(tx, moment, staffId)
}

/** Logs somebody out everywhere; oneself everywhere but here. */
export async function endStaffSessions({ tx, moment, caller }: Surroundings, staffId: string): Promise<number> {
  await findLocked(tx, staffId)
  return endSessionsOfStaff(tx, moment, staffId, caller.tokenHash)
}

/** Makes an administrator from outside the console, or restores one, whatever was lost. Returns the initial password. */
export async function seatAdmin(
  tx: Tx,
  moment: Moment,
  { keys, email, name }: { keys: Keys; email: string; name: string },
): Promise<string> {
  const { initialPwd, initialUntil, hash } = await makeInitialPassword(keys, moment)
  const known = await findStaffByEmail(tx, email)
  if (known) {
    const password = { hash, initialUntil }
    await updateStaff(tx, known.id, { name, roles: [...known.roles, 'admin'], status: 1, password, totpSealed: null })
    await endSessionsOfStaff(tx, moment, known.id)
    await forgive(tx, subjectOf(keys, email))
  }
  const id = known?.id ?? (await insertStaff(tx, moment, { email, name, roles: ['admin'], passwordHash: hash, initialUntil }))
  const origin = { requestId: moment.newId(), ip: '' }
  await audit(tx, moment, { origin, actor: { kind: 'system' }, action: 'seat administrator', objectKind: 'staff', objectId: id })
  return initialPwd
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A page of accounts: those in use first, then by age. */
export async function listStaff(
  db: Db,
  moment: Moment,
  { pageNo, pageSize, keyword, status }: InputOf<typeof consoleStaff.list>,
): Promise<{ dataList: StaffRow[]; total: number }> {
  const matching = () => {
    let query = db.selectFrom('staff')
    if (status !== undefined) query = query.where('status', '=', status)
    if (!keyword) return query
    return query.where((eb) => eb.or([eb('name', 'ilike', like(keyword)), eb('email', 'ilike', like(keyword))]))
  }
  const rows = await matching()
    .select(['id', 'email', 'name', 'roles', 'status', 'initial_until', 'totp_confirmed_at', 'created_at'])
    .orderBy('status', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await matching().select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const live = await countStaffSessions(db, moment, ids)
  const dataList = rows.map((row) => ({
    ...{ staffId: row.id, email: row.email, name: row.name, roles: rolesFrom(row.roles), createdAt: row.created_at },
    ...{ status: row.status === 1 ? (1 as const) : (0 as const), secondFactor: row.totp_confirmed_at !== null },
    ...{ initialUntil: row.initial_until, sessions: live.get(row.id)?.sessions ?? 0, lastSeenAt: live.get(row.id)?.lastSeenAt ?? null },
  }))
  return { dataList, total }
}
