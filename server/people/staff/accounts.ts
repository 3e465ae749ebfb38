// The actions of administrators on the accounts of others. Nobody can apply them to his own account, so at least one administrator remains.

import type { consoleStaffAccountEndpoints, StaffAccountRow } from '#contract/people/staff/staff-api.ts'
import { findWrongRolesField, formatAllRoles, rolesMistakes } from '#contract/people/staff/staff-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { computeStaffPermissionCodes, type StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { recordStaffAccountIntervention } from '#server/people/dual-control/public.ts'
import { hashPassword } from '#server/people/identity/public.ts'
import { resetAllLoginCountersOfAccount } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery, formatRowEdit, recordRowEdit } from '#server/platform/core/row-edits.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import { computeHeldCodes, requireCustomRoles, requireOwnPermissions } from './custom-roles/change-custom-roles.ts'
import {
  type CustomRoleRecord,
  findCustomRolesByStaff,
  findCustomRolesOfStaff,
  setCustomRolesOfStaff,
} from './custom-roles/custom-role-store.ts'
import { requireLockedStaffWithinOwnShops, requireWithinOwnShops } from './custom-roles/own-shops.ts'
import { computeEmailRateKey } from './log-in.ts'
import { countOpenSessionsByStaff, endSessionsOfStaff } from './staff-sessions.ts'
import {
  findStaffByEmail,
  insertStaff,
  lockAndCheckAnotherActiveAdmin,
  lockStaff,
  parseRoles,
  type StaffPerson,
  updateStaffRow,
} from './staff-store.ts'

const INITIAL_MS = 72 * 3_600_000
/** 32 characters that cannot be confused with each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_SIGNS = 4

/** A stored initial password: its hash, and until when it can be used to set one's own. */
export interface StoredInitialPassword {
  hash: string
  initialUntil: Date
}
/** A password that is shown once and typed once: sixty random bits, valid for three days. */
export interface InitialPassword extends StoredInitialPassword {
  initialPwd: string
}

/** `from` is the start of its validity, if it is later than now. */
export async function createInitialPassword(keys: Keys, moment: Moment, from: Date = moment.now): Promise<InitialPassword> {
  const group = () => [...moment.bytes(GROUP_SIGNS)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  const initialPwd = Array.from({ length: GROUPS }, group).join('-')
  return { initialPwd, initialUntil: new Date(from.getTime() + INITIAL_MS), hash: await hashPassword(keys, initialPwd) }
}

export interface NewStaffAccount {
  /** The id, if it was chosen before for a requested account. */
  staffId?: string
  email: string
  name: string
  roles: readonly StaffRole[]
  customRoleIds: readonly string[]
  initial: StoredInitialPassword
  /** The administrator who creates it. */
  byId: string
}

/** Refuses STAFF_EXISTS: an e-mail address has one account, regardless of case. */
export async function requireUnusedStaffEmail(db: Db, email: string): Promise<void> {
  if (await findStaffByEmail(db, email)) refuse('STAFF_EXISTS', { field: 'email' })
}

/** Creates an account. Refuses STAFF_EXISTS, CUSTOM_ROLE_NOT_FOUND, BEYOND_OWN_PERMISSIONS. */
export async function createStaff(
  tx: Tx,
  moment: Moment,
  { initial, byId, staffId: id, customRoleIds, ...account }: NewStaffAccount,
): Promise<string> {
  await requireMayGiveRoles(tx, byId, { roles: account.roles, customRoleIds })
  const { hash: passwordHash, initialUntil } = initial
  const given = { ...account, passwordHash, initialUntil, ...(id === undefined ? {} : { id }) }
  const staffId = await insertStaff(tx, moment, given).catch((error) => {
    if (isUniqueViolation(error)) refuse('STAFF_EXISTS', { field: 'email' })
    throw error
  })
  await setCustomRolesOfStaff(tx, staffId, customRoleIds)
  await recordStaffAccountIntervention(tx, moment, { staffId, byId, kind: 'created' })
  return staffId
}

const requireLockedStaff = async (tx: Tx, staffId: string): Promise<StaffPerson> =>
  (await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')

/**
 * Locks the account of somebody else who has no permission and no shop that the caller lacks. Refuses OWN_ACCOUNT, STAFF_NOT_FOUND,
 * BEYOND_OWN_PERMISSIONS.
 */
export async function requireLockedStaffWithinOwnPermissions(tx: Tx, byId: string, staffId: string): Promise<StaffPerson> {
  const person = await requireLockedStaffWithinOwnShops(tx, byId, staffId)
  await requireOwnPermissions(tx, byId, computeHeldCodes(person))
  return person
}

/**
 * Checks that a person may give these roles, which are all that the other one has then, and returns what they permit. Refuses INVALID_INPUT
 * for none, or an auditor with others, CUSTOM_ROLE_NOT_FOUND for one that has ended, BEYOND_OWN_PERMISSIONS for what he does not have himself.
 */
export async function requireMayGiveRoles(
  tx: Tx,
  byId: string,
  { roles, customRoleIds }: { roles: readonly StaffRole[]; customRoleIds: readonly string[] },
): Promise<{ customRoles: CustomRoleRecord[]; customCodes: StaffPermissionCode[] }> {
  const field = findWrongRolesField({ roles, customRoleIds })
  if (field) refuse('INVALID_INPUT', { field, msg: rolesMistakes[field] })
  const customRoles = await requireCustomRoles(tx, customRoleIds)
  const customCodes = customRoles.flatMap((role) => role.codes)
  const codes = computeStaffPermissionCodes(roles, customCodes)
  await requireOwnPermissions(tx, byId, computeHeldCodes({ roles: [...roles], codes }))
  return { customRoles, customCodes }
}

/** Refuses LAST_ADMIN if the account is the only active administrator. */
async function requireAnotherAdmin(tx: Tx, { id, roles, status }: StaffPerson): Promise<void> {
  if (status === 1 && roles.includes('admin') && !(await lockAndCheckAnotherActiveAdmin(tx, id))) refuse('LAST_ADMIN')
}

interface Acting {
  tx: Tx
  moment: Moment
  /** The administrator who acts. */
  byId: string
}

export interface StaffAccountUpdate {
  staffId: string
  name: string
  roles: readonly StaffRole[]
  customRoleIds: readonly string[]
}

/** Whether two lists have the same roles. */
const areSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

/** Changes name and roles. The roles apply from the next call on; calls in progress with the old roles end first. */
export async function updateStaffAccount({ tx, moment, byId }: Acting, update: StaffAccountUpdate): Promise<void> {
  const { staffId, name, roles, customRoleIds } = update
  const person = await requireLockedStaff(tx, staffId)
  const held = await findCustomRolesOfStaff(tx, staffId)
  const heldIds = held.map(({ roleId }) => roleId)
  const sameRoles = areSameRoles(person.roles, roles) && areSameRoles(heldIds, customRoleIds)
  if (person.id === byId && !sameRoles) refuse('OWN_ACCOUNT')
  await requireOwnPermissions(tx, byId, computeHeldCodes(person))
  await requireWithinOwnShops(tx, byId, staffId)
  const { customRoles } = await requireMayGiveRoles(tx, byId, { roles, customRoleIds })
  if (!roles.includes('admin')) await requireAnotherAdmin(tx, person)
  await updateStaffRow(tx, staffId, { name, roles })
  await setCustomRolesOfStaff(tx, staffId, customRoleIds)
  const what = formatRowEdit(
    { name: '姓名', roles: '角色' },
    { name: person.name, roles: formatAllRoles(person.roles, held) },
    { name, roles: formatAllRoles(roles, customRoles) },
  )
  await recordRowEdit(tx, moment, { kind: 'staff', key: staffId, staffId: byId, what })
  if (!sameRoles) await recordStaffAccountIntervention(tx, moment, { staffId, byId, kind: 'roles' })
}

/**
 * Enables or disables an account. Disabling ends its sessions on every node. If the state is the same already, no intervention is recorded.
 */
export async function enableOrDisableStaffAccount(
  { tx, moment, byId }: Acting,
  { staffId, status }: { staffId: string; status: 0 | 1 },
): Promise<void> {
  const person = await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
  if (person.status === status) return
  if (status === 0) await requireAnotherAdmin(tx, person)
  await updateStaffRow(tx, staffId, { status })
  if (status === 0) await endSessionsOfStaff(tx, moment, staffId)
  else await recordStaffAccountIntervention(tx, moment, { staffId, byId, kind: 'enabled' })
}

/** Sets an initial password for a person who has forgotten his own, and unlocks the account. */
export async function setInitialStaffPasswordAndUnlock(
  { tx, moment, byId }: Acting,
  { keys, staffId, initial }: { keys: Keys; staffId: string; initial: StoredInitialPassword },
): Promise<void> {
  const { email } = await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
  await updateStaffRow(tx, staffId, { password: { hash: initial.hash, initialUntil: initial.initialUntil } })
  await endSessionsOfStaff(tx, moment, staffId)
  await resetAllLoginCountersOfAccount(tx, computeEmailRateKey(keys, email))
  await recordStaffAccountIntervention(tx, moment, { staffId, byId, kind: 'password' })
}

/** Removes the second factor of a person who has lost his telephone. He sets up a new one at the next login. */
export async function removeStaffTotp({ tx, moment, byId }: Acting, staffId: string): Promise<void> {
  await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
  await updateStaffRow(tx, staffId, { totpSealed: null })
  await endSessionsOfStaff(tx, moment, staffId)
  await recordStaffAccountIntervention(tx, moment, { staffId, byId, kind: 'secondFactor' })
}

interface Surroundings {
  tx: Tx
  moment: Moment
  caller: Staff
}

/** Ends the sessions of somebody who has nothing that the caller lacks, or one's own sessions except the present one. */
export async function endStaffSessionsExceptPresent({ tx, moment, caller }: Surroundings, staffId: string): Promise<number> {
  if (staffId !== caller.staffId) await requireLockedStaffWithinOwnPermissions(tx, caller.staffId, staffId)
  return endSessionsOfStaff(tx, moment, staffId, caller.tokenHash)
}

/** Creates or restores an administrator from the command line, whatever was lost. Returns the initial password. */
export async function createOrRestoreAdmin(
  tx: Tx,
  moment: Moment,
  { keys, email, name }: { keys: Keys; email: string; name: string },
): Promise<string> {
  const { initialPwd, initialUntil, hash } = await createInitialPassword(keys, moment)
  const known = await findStaffByEmail(tx, email)
  if (known) {
    const password = { hash, initialUntil }
    await updateStaffRow(tx, known.id, { name, roles: [...known.roles, 'admin'], status: 1, password, totpSealed: null })
    await endSessionsOfStaff(tx, moment, known.id)
    await resetAllLoginCountersOfAccount(tx, computeEmailRateKey(keys, email))
  }
  const id = known?.id ?? (await insertStaff(tx, moment, { email, name, roles: ['admin'], passwordHash: hash, initialUntil }))
  const origin = { requestId: moment.newId(), ip: '' }
  await recordAudit(tx, moment, { origin, actor: { kind: 'system' }, action: 'seat administrator', objectKind: 'staff', objectId: id })
  return initialPwd
}

/** Returns a page of accounts: active ones first, then by age. */
export async function listStaff(
  db: Db,
  moment: Moment,
  { pageNo, pageSize, keyword, status }: InputOf<typeof consoleStaffAccountEndpoints.list>,
): Promise<{ dataList: StaffAccountRow[]; total: number }> {
  const matching = () => {
    let query = db.selectFrom('staff')
    if (status !== undefined) query = query.where('status', '=', status)
    if (!keyword) return query
    return query.where((eb) =>
      eb.or([eb('name', 'ilike', formatLikeContainsPattern(keyword)), eb('email', 'ilike', formatLikeContainsPattern(keyword))]),
    )
  }
  const { rows, total } = await fetchPageWithTotal(
    matching()
      .select(['id', 'email', 'name', 'roles', 'status', 'initial_until', 'totp_confirmed_at', 'created_at'])
      .select(buildRowVersionSubquery('staff', 'staff.id').as('rowVersion'))
      .orderBy('status', 'desc')
      .orderBy('created_at')
      .orderBy('id'),
    matching(),
    toSlice({ pageNo, pageSize }),
  )
  const ids = rows.map(({ id }) => id)
  const live = await countOpenSessionsByStaff(db, moment, ids)
  const customRoles = await findCustomRolesByStaff(db, ids)
  const dataList = rows.map((row) => ({
    staffId: row.id,
    email: row.email,
    name: row.name,
    roles: parseRoles(row.roles),
    customRoles: customRoles.get(row.id) ?? [],
    createdAt: row.created_at,
    rowVersion: row.rowVersion,
    status: row.status === 1 ? (1 as const) : (0 as const),
    secondFactor: row.totp_confirmed_at !== null,
    initialUntil: row.initial_until,
    sessions: live.get(row.id)?.sessions ?? 0,
    lastSeenAt: live.get(row.id)?.lastSeenAt ?? null,
  }))
  return { dataList, total }
}
