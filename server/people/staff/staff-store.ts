// Reads and writes the table `staff`: the people of the platform. staff-sessions.ts has their sessions.
import { sql } from 'kysely'
import {
  addAuditorToAccessRule,
  hasPermission,
  type StaffPermissionHolder,
  type StaffRole,
  staffRoleNames,
} from '#contract/platform/core/permissions.ts'
import {
  computeStaffPermissionCodes,
  hasRolePermission,
  parseStaffPermissionCodes,
  type StaffPermissionCode,
} from '#contract/platform/core/staff-permissions.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface StaffPerson {
  id: string
  email: string
  name: string
  roles: StaffRole[]
  /** What his roles permit, built-in ones and the mall's own. */
  codes: StaffPermissionCode[]
  /** He sees and works on his own companies alone. */
  ownEnterprisesOnly: boolean
  /** What the mall's own roles among them permit. */
  customCodes: StaffPermissionCode[]
  passwordHash: string
  /** Until when an initial password can be used to set one's own; null: the password is the person's own. */
  initialUntil: Date | null
  status: 0 | 1
  totp: Totp | null
}

/** A second factor. It is valid after its first code has confirmed it. */
export interface Totp {
  sealed: Buffer
  confirmed: boolean
  /** The time step of the last code; earlier codes are refused. */
  lastStep: number | null
}

export const parseRoles = (roles: string): StaffRole[] => staffRoleNames.filter((role) => roles.split(',').includes(role))
/** The permissions of a row of `staff`: its built-in roles, and what they permit together with the mall's own roles. */
export function parseStaffPermissions(row: {
  roles: string
  custom_codes: string
}): StaffPermissionHolder & { roles: StaffRole[]; codes: StaffPermissionCode[] } {
  const roles = parseRoles(row.roles)
  return { roles, codes: computeStaffPermissionCodes(roles, parseStaffPermissionCodes(row.custom_codes)) }
}
const ALL_ENTERPRISES = addAuditorToAccessRule({ staff: 'accountManagerAssign' })
/** Whoever gives companies to account managers, and the auditor, sees all of them, whatever was set before. */
export const seesAllEnterprises = (holder: StaffPermissionHolder): boolean => hasPermission(holder, ALL_ENTERPRISES)
export const isLimitedToOwnEnterprises = (row: { own_enterprises_only: boolean; roles: string; custom_codes: string }): boolean =>
  row.own_enterprises_only && !seesAllEnterprises(parseStaffPermissions(row))
/** Sorts the roles, so that equal roles are equal texts. */
const rolesText = (roles: readonly StaffRole[]): string => staffRoleNames.filter((role) => roles.includes(role)).join(',')

export interface NewStaff {
  email: string
  name: string
  roles: readonly StaffRole[]
  passwordHash: string
  initialUntil?: Date
  /** The id, if it was chosen before for a requested account. */
  id?: string
}

/** Inserts an account. An e-mail address that has one already is a unique violation. */
export async function insertStaff(
  tx: Tx,
  moment: Moment,
  { email, name, roles, passwordHash, initialUntil, id = moment.newId() }: NewStaff,
): Promise<string> {
  await tx
    .insertInto('staff')
    .values({
      id,
      email: email.toLowerCase(),
      name,
      roles: rolesText(roles),
      password_hash: passwordHash,
      initial_until: initialUntil ?? null,
      status: 1,
      created_at: moment.now,
    })
    .execute()
  return id
}

/** Whether any of the given e-mail addresses has an account. */
export async function hasStaffWithAnyEmail(db: Db, emails: readonly string[]): Promise<boolean> {
  return (
    (await db
      .selectFrom('staff')
      .select('id')
      .where('email', 'in', [...emails])
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

const columns = [
  ...(['id', 'email', 'name', 'roles', 'custom_codes', 'own_enterprises_only', 'password_hash', 'initial_until', 'status'] as const),
  ...(['totp_sealed', 'totp_confirmed_at', 'totp_last_step'] as const),
]

interface Row {
  id: string
  email: string
  name: string
  roles: string
  custom_codes: string
  own_enterprises_only: boolean
  password_hash: string
  initial_until: Date | null
  status: number
  totp_sealed: Buffer | null
  totp_confirmed_at: Date | null
  totp_last_step: number | null
}

const personFrom = (row: Row): StaffPerson => ({
  id: row.id,
  email: row.email,
  name: row.name,
  ...parseStaffPermissions(row),
  ownEnterprisesOnly: isLimitedToOwnEnterprises(row),
  customCodes: parseStaffPermissionCodes(row.custom_codes),
  passwordHash: row.password_hash,
  initialUntil: row.initial_until,
  status: row.status === 1 ? 1 : 0,
  totp:
    row.totp_sealed === null ? null : { sealed: row.totp_sealed, confirmed: row.totp_confirmed_at !== null, lastStep: row.totp_last_step },
})

export async function findStaffByEmail(db: Db, email: string): Promise<StaffPerson | undefined> {
  const row = await db.selectFrom('staff').select(columns).where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row && personFrom(row)
}

export async function findStaff(db: Db, id: string): Promise<StaffPerson | undefined> {
  const row = await db.selectFrom('staff').select(columns).where('id', '=', id).executeTakeFirst()
  return row && personFrom(row)
}

const withRole = (roles: readonly StaffRole[]) => sql<boolean>`string_to_array(roles, ',') && ${[...roles]}::text[]`

/** The same, locked until the transaction ends. */
export async function lockStaff(tx: Tx, id: string): Promise<StaffPerson | undefined> {
  const row = await tx.selectFrom('staff').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && personFrom(row)
}

/** Returns the people who have a role of the mall's own, disabled ones as well, locked until the transaction ends. */
export async function lockStaffWithCustomRole(tx: Tx, roleId: string): Promise<StaffPerson[]> {
  const rows = await tx
    .selectFrom('staff')
    .select(columns)
    .where('id', 'in', (eb) => eb.selectFrom('staff_custom_role').select('staff_id').where('role_id', '=', roleId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(personFrom)
}

/**
 * Locks a person and all administrators until the transaction ends, sorted by id. So two administrators who change each other, or who both
 * check that one remains, run one after the other.
 */
export async function lockStaffAndAllAdmins(tx: Tx, id: string): Promise<void> {
  await tx
    .selectFrom('staff')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), withRole(['admin'])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns the names of all staff by id. */
export async function listStaffNamesById(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Reads what some people may do, in one statement. Disabled accounts are left out. */
export async function listPermissionsOfActiveStaff(db: Db, ids: readonly string[]): Promise<Map<string, StaffPermissionHolder>> {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'roles', 'custom_codes'])
    .where('status', '=', 1)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, parseStaffPermissions(row)]))
}

/** Lists the active people to whom one of some built-in roles, or a role of the mall's own, gives one of some permissions. */
async function listActiveStaffIds(db: Db, roles: readonly StaffRole[], codes: readonly StaffPermissionCode[]): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('status', '=', 1)
    .where((eb) => eb.or([withRole(roles), sql<boolean>`string_to_array(custom_codes, ',') && ${[...codes]}::text[]`]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the active people with a permission, whichever of their roles gives it. */
export const listActiveStaffIdsWithPermission = (db: Db, code: StaffPermissionCode): Promise<string[]> =>
  listActiveStaffIds(
    db,
    staffRoleNames.filter((role) => hasRolePermission(role, code)),
    [code],
  )

/**
 * Lists the active people whose work needs one of some permissions. Whoever has them only as an administrator is left out: he has all, and
 * does the work of nobody.
 */
export const listActiveStaffIdsWhoseWorkNeeds = (db: Db, codes: readonly StaffPermissionCode[]): Promise<string[]> =>
  listActiveStaffIds(
    db,
    staffRoleNames.filter((role) => role !== 'admin' && codes.some((code) => hasRolePermission(role, code))),
    codes,
  )

/** Whether another administrator is active. The administrators are locked until the transaction ends. */
export async function lockAndCheckAnotherActiveAdmin(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('staff')
    .select('id')
    .where('status', '=', 1)
    .where('id', '<>', id)
    .where(withRole(['admin']))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length > 0
}

interface Change {
  name?: string
  roles?: readonly StaffRole[]
  status?: 0 | 1
  password?: { hash: string; initialUntil: Date | null }
  /** A secret that waits for its first code; null: removes the second factor. */
  totpSealed?: Buffer | null
  ownOnly?: boolean
}

export async function updateStaffRow(tx: Tx, id: string, { name, roles, status, password, totpSealed, ownOnly }: Change): Promise<void> {
  const second = totpSealed === undefined ? {} : { totp_sealed: totpSealed, totp_confirmed_at: null, totp_last_step: null }
  await tx
    .updateTable('staff')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(roles === undefined ? {} : { roles: rolesText(roles) }),
      ...(status === undefined ? {} : { status }),
      ...(ownOnly === undefined ? {} : { own_enterprises_only: ownOnly }),
      ...(password === undefined ? {} : { password_hash: password.hash, initial_until: password.initialUntil }),
      ...second,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Uses up the time step of a compared code, and confirms a second factor that is not confirmed yet. Returns false if this step or a later
 * one was used before, so that of concurrent logins with one code only one succeeds, or if the second factor was replaced meanwhile.
 */
export async function consumeTotpStepAndConfirm(
  tx: Tx,
  moment: Moment,
  { id, totp }: Pick<StaffPerson, 'id' | 'totp'>,
  step: number,
): Promise<boolean> {
  if (totp === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('staff')
    .set((eb) => ({ totp_last_step: step, totp_confirmed_at: eb.fn.coalesce('totp_confirmed_at', eb.val(moment.now)) }))
    .where('id', '=', id)
    .where('totp_sealed', '=', totp.sealed)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
