import { refuse } from '#contract/platform/core/refusals.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { giveShopsOfCreator } from '#server/catalog/shops/public.ts'
import { requireNoPendingSensitiveChange } from '#server/operations/sensitive-changes/request-change.ts'
import {
  type CustomRoleRecord,
  createStaff,
  findCustomRolesByStaff,
  type NewStaffAccount,
  requireCustomRoles,
  type StaffAccountUpdate,
  updateStaffAccount,
} from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

interface Acting {
  tx: Tx
  moment: Moment
  byId: string
}

/** What was asked for: the roles permitted this then. Requests of before roles of the mall's own do not say it. */
interface Asked {
  customCodes?: readonly StaffPermissionCode[] | undefined
}

/**
 * Locks roles and refuses CHANGE_PENDING if one of them has a waiting change: who gets the role now would later get more, and nobody has
 * looked at him. Refuses CUSTOM_ROLE_NOT_FOUND.
 */
export async function requireRolesWithoutPendingChange(tx: Tx, roleIds: readonly string[]): Promise<CustomRoleRecord[]> {
  const roles = await requireCustomRoles(tx, roleIds)
  await requireNoPendingSensitiveChange(tx, 'customRole', roleIds)
  return roles
}

/** The same, and refuses SENSITIVE_CHANGE_LAPSED if the roles permit more than when they were asked for. */
async function requireRolesAsAsked(tx: Tx, roleIds: readonly string[], { customCodes }: Asked): Promise<void> {
  const roles = await requireRolesWithoutPendingChange(tx, roleIds)
  if (customCodes !== undefined && roles.flatMap(({ codes }) => codes).some((code) => !customCodes.includes(code)))
    refuse('SENSITIVE_CHANGE_LAPSED', { msg: '角色的权限在提出之后增加过，请重新提出' })
}

/** Creates an account with its roles, and with the shops of its creator if he keeps certain ones. Refuses like `createStaff`, CHANGE_PENDING. */
export async function createStaffWithinShopsOfCreator(tx: Tx, moment: Moment, account: NewStaffAccount): Promise<void> {
  await requireRolesWithoutPendingChange(tx, account.customRoleIds)
  const staffId = await createStaff(tx, moment, account)
  await giveShopsOfCreator(tx, { staffId, byId: account.byId })
}

/** Creates an account that waited. Refuses like above, and SENSITIVE_CHANGE_LAPSED if its roles permit more by now. */
export async function createRequestedStaff({ tx, moment }: Omit<Acting, 'byId'>, account: NewStaffAccount, asked: Asked): Promise<void> {
  await requireRolesAsAsked(tx, account.customRoleIds, asked)
  await createStaffWithinShopsOfCreator(tx, moment, account)
}

/** Changes roles as was asked. Refuses like `updateStaffAccount`, CHANGE_PENDING, and SENSITIVE_CHANGE_LAPSED if a new role permits more by now. */
export async function updateRequestedStaffAccount({ tx, moment, byId }: Acting, update: StaffAccountUpdate, asked: Asked): Promise<void> {
  await requireRolesAsAsked(tx, await listNewRoles(tx, update), asked)
  await updateStaffAccount({ tx, moment, byId }, update)
}

/** Lists those of the given roles that the person does not have yet. */
export async function listNewRoles(
  tx: Tx,
  { staffId, customRoleIds }: Pick<StaffAccountUpdate, 'staffId' | 'customRoleIds'>,
): Promise<string[]> {
  const held = (await findCustomRolesByStaff(tx, [staffId])).get(staffId) ?? []
  return customRoleIds.filter((id) => held.every(({ roleId }) => roleId !== id))
}
