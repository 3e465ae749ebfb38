import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { findShopIdsStaffIsLimitedTo, findShopNames } from '#server/catalog/shops/public.ts'
import { requireNoPendingSensitiveChange } from '#server/operations/sensitive-changes/request-change.ts'
import {
  type CustomRoleRecord,
  createStaff,
  findCustomRolesOfStaff,
  type NewStaffAccount,
  replaceShopsOfStaff,
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

/** Creates an account with its roles, which have no waiting change, and the shops that it keeps, null: all. Refuses like `createStaff`. */
export async function createStaffWithShops(
  tx: Tx,
  moment: Moment,
  account: NewStaffAccount & { shopIds: readonly string[] | null },
): Promise<void> {
  const { shopIds, ...given } = account
  const staffId = await createStaff(tx, moment, given)
  if (shopIds !== null) await replaceShopsOfStaff(tx, staffId, shopIds)
}

/** Returns the shops that an account keeps which somebody makes: his own if he keeps certain ones, null: all. `change` says it to people. */
export async function findShopsOfNewStaff(tx: Tx, byId: string): Promise<{ shopIds: string[] | null; change: FieldChange }> {
  const shopIds = await findShopIdsStaffIsLimitedTo(tx, byId)
  const to = shopIds === null ? '全部' : [...(await findShopNames(tx, shopIds)).values()].join('、')
  return { shopIds, change: { name: 'shops', label: '负责店铺', from: null, to } }
}

/**
 * Creates an account that waited. Refuses like above, and SENSITIVE_CHANGE_LAPSED if by now its roles permit more, or it would keep a shop
 * that who asked for it does not.
 */
export async function createRequestedStaff(
  { tx, moment }: Omit<Acting, 'byId'>,
  account: NewStaffAccount,
  asked: Asked & { shopIds?: readonly string[] | null },
): Promise<void> {
  await requireRolesAsAsked(tx, account.customRoleIds, asked)
  const own = await findShopIdsStaffIsLimitedTo(tx, account.byId)
  const { shopIds = own } = asked
  if (own !== null && (shopIds === null || shopIds.some((id) => !own.includes(id))))
    refuse('SENSITIVE_CHANGE_LAPSED', { msg: '提出人负责的店铺在提出之后改变过，请重新提出' })
  await createStaffWithShops(tx, moment, { ...account, shopIds })
}

/** What was asked for a person. Roles of the mall's own that it does not name stay. */
type RequestedUpdate = Omit<StaffAccountUpdate, 'customRoleIds'> & { customRoleIds?: readonly string[] | undefined }

/** Changes roles as was asked. Refuses like `updateStaffAccount`, CHANGE_PENDING, and SENSITIVE_CHANGE_LAPSED if a new role permits more by now. */
export async function updateRequestedStaffAccount({ tx, moment, byId }: Acting, requested: RequestedUpdate, asked: Asked): Promise<void> {
  const update = await withHeldCustomRoles(tx, requested)
  await requireRolesAsAsked(tx, await listNewRoles(tx, update), asked)
  await updateStaffAccount({ tx, moment, byId }, update)
}

/** Fills in the roles of the mall's own that the person has, if none are named. */
async function withHeldCustomRoles(tx: Tx, update: RequestedUpdate): Promise<StaffAccountUpdate> {
  const { staffId, name, roles, customRoleIds = await listHeldRoles(tx, staffId) } = update
  return { staffId, name, roles, customRoleIds }
}

const listHeldRoles = async (tx: Tx, staffId: string): Promise<string[]> =>
  (await findCustomRolesOfStaff(tx, staffId)).map(({ roleId }) => roleId)

/** Lists those of the given roles that the person does not have yet. */
export async function listNewRoles(
  tx: Tx,
  { staffId, customRoleIds }: Pick<StaffAccountUpdate, 'staffId' | 'customRoleIds'>,
): Promise<string[]> {
  const held = await listHeldRoles(tx, staffId)
  return customRoleIds.filter((id) => !held.includes(id))
}
