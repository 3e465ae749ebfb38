import { type CustomRole, ENDED_CUSTOM_ROLES_SHOWN, formatPermissions } from '#contract/people/staff/custom-role-api.ts'
import { CUSTOM_ROLES_MAX } from '#contract/people/staff/staff-api.ts'
import { staffRoleNames, staffRoles } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { doesPermissionTieGiver, type StaffPermissionCode, staffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { recordStaffAccountInterventions } from '#server/people/dual-control/public.ts'
import { findStaff, lockStaffWithCustomRole, type StaffPerson } from '#server/people/staff/staff-store.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatRowEdit, recordRowEdit } from '#server/platform/core/row-edits.ts'
import {
  type CustomRoleContent,
  type CustomRoleRecord,
  endCustomRoleRow,
  insertCustomRole,
  listCustomRolesWithHolders,
  listStaffIdsWithCustomRole,
  lockCreationAndCountCustomRoles,
  lockCustomRole,
  refreshCustomCodes,
  shareLockCustomRoles,
  updateCustomRoleRow,
} from './custom-role-store.ts'
import { requireHoldersWithinOwnShops } from './own-shops.ts'

interface Acting {
  tx: Tx
  moment: Moment
  /** The person who acts, or in whose name the change takes effect. */
  byId: string
}

/** Refuses BEYOND_OWN_PERMISSIONS, with what is missing, if the person does not have all of this himself. */
export async function requireOwnPermissions(db: Db, byId: string, codes: readonly StaffPermissionCode[]): Promise<void> {
  const own = (await findStaff(db, byId))?.codes ?? []
  const missing = codes.filter((code) => !own.includes(code))
  if (missing.length === 0) return
  const permissions = formatPermissions(missing)
  refuse('BEYOND_OWN_PERMISSIONS', { msg: `您自己没有这些权限：${permissions}。请由有这些权限的管理员处理`, permissions })
}

/** The auditor reads everything, so only who may do everything can give that role or change such an account. */
export const computeHeldCodes = ({ roles, codes }: Pick<StaffPerson, 'roles' | 'codes'>): readonly StaffPermissionCode[] =>
  roles.includes('auditor') ? staffPermissionCodes : codes

/** Returns the given roles, locked against changes. Refuses CUSTOM_ROLE_NOT_FOUND if one has ended or never was. */
export async function requireCustomRoles(tx: Tx, ids: readonly string[]): Promise<CustomRoleRecord[]> {
  const roles = await shareLockCustomRoles(tx, ids)
  if (roles.length < ids.length) refuse('CUSTOM_ROLE_NOT_FOUND')
  return roles
}

/**
 * Locks a role and the people who have it, none of whom has a permission or a shop that the caller lacks. `codes`: what else he must have.
 * Refuses CUSTOM_ROLE_NOT_FOUND, OWN_ROLE if he has it himself, BEYOND_OWN_PERMISSIONS.
 */
export async function requireLockedCustomRoleWithinOwnPermissions(
  { tx, byId }: Omit<Acting, 'moment'>,
  roleId: string,
  codes: readonly StaffPermissionCode[] = [],
): Promise<CustomRoleRecord> {
  const role = (await lockCustomRole(tx, roleId)) ?? refuse('CUSTOM_ROLE_NOT_FOUND')
  const holders = await lockStaffWithCustomRole(tx, roleId)
  if (holders.some(({ id }) => id === byId)) refuse('OWN_ROLE')
  const held = new Set([...role.codes, ...codes, ...holders.flatMap(computeHeldCodes)])
  await requireOwnPermissions(tx, byId, [...held])
  await requireHoldersWithinOwnShops(
    tx,
    byId,
    holders.map(({ id }) => id),
  )
  return role
}

const isBuiltInName = (name: string): boolean => staffRoleNames.some((role) => staffRoles[role].label === name)

/** Runs a write of a role. Refuses CUSTOM_ROLE_EXISTS if a built-in role or another own one has the name. */
async function withUnusedName<T>(name: string, write: () => Promise<T>): Promise<T> {
  if (isBuiltInName(name)) refuse('CUSTOM_ROLE_EXISTS', { field: 'name' })
  return write().catch((error) => {
    if (isUniqueViolation(error)) refuse('CUSTOM_ROLE_EXISTS', { field: 'name' })
    throw error
  })
}

/** Creates a role that nobody has yet. Refuses BEYOND_OWN_PERMISSIONS, CUSTOM_ROLES_FULL, CUSTOM_ROLE_EXISTS. */
export async function createCustomRole({ tx, moment, byId }: Acting, role: CustomRoleContent): Promise<string> {
  await requireOwnPermissions(tx, byId, role.codes)
  if ((await lockCreationAndCountCustomRoles(tx)) >= CUSTOM_ROLES_MAX) refuse('CUSTOM_ROLES_FULL')
  return withUnusedName(role.name, () => insertCustomRole(tx, moment, { ...role, createdBy: byId }))
}

const describeContent = ({ name, description, codes }: CustomRoleContent) => ({ name, description, codes: formatPermissions(codes) })

/**
 * Changes a role. It counts from the next call of everybody who has it; calls in progress end first. Who is given a permission by it that is
 * sensitive or decides as a second person is recorded as touched by its author. Refuses CUSTOM_ROLE_NOT_FOUND, OWN_ROLE, BEYOND_OWN_PERMISSIONS, CUSTOM_ROLE_EXISTS.
 */
export async function updateCustomRole(acting: Acting, roleId: string, after: CustomRoleContent): Promise<void> {
  const { tx, moment, byId } = acting
  const before = await requireLockedCustomRoleWithinOwnPermissions(acting, roleId, after.codes)
  await withUnusedName(after.name, () => updateCustomRoleRow(tx, roleId, after))
  const holders = await listStaffIdsWithCustomRole(tx, roleId)
  await refreshCustomCodes(tx, holders)
  const what = formatRowEdit({ name: '名称', description: '说明', codes: '权限' }, describeContent(before), describeContent(after))
  await recordRowEdit(tx, moment, { kind: 'customRole', key: roleId, staffId: byId, what })
  if (!after.codes.some((code) => !before.codes.includes(code) && doesPermissionTieGiver(code))) return
  await recordStaffAccountInterventions(
    tx,
    moment,
    holders.map((staffId) => ({ staffId, byId, kind: 'roles' as const })),
  )
}

/** Ends a role that nobody has. Refuses CUSTOM_ROLE_NOT_FOUND, OWN_ROLE, BEYOND_OWN_PERMISSIONS, CUSTOM_ROLE_HELD with how many have it. */
export async function endCustomRole(acting: Acting, roleId: string): Promise<void> {
  const { tx, moment, byId } = acting
  await requireLockedCustomRoleWithinOwnPermissions(acting, roleId)
  const { length: count } = await listStaffIdsWithCustomRole(tx, roleId)
  if (count > 0) refuse('CUSTOM_ROLE_HELD', { msg: `还有 ${count} 人使用这个角色，请先改为其他角色`, count })
  await endCustomRoleRow(tx, moment, roleId)
  await recordRowEdit(tx, moment, { kind: 'customRole', key: roleId, staffId: byId, what: '停用' })
}

/** Lists the roles of the mall's own with the people who have them; of those that have ended, the latest. */
export const listCustomRoles = async (db: Db): Promise<CustomRole[]> =>
  (await listCustomRolesWithHolders(db, { endedMax: ENDED_CUSTOM_ROLES_SHOWN })).map(({ id, ...role }) => ({ roleId: id, ...role }))
