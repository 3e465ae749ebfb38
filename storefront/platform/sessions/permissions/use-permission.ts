import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'
import { formatMissingPermission, formatPermissionNames, formatWhoCanGrant, type RequiredPermission } from './required-permission.ts'

export interface PermissionResult {
  /**
   * Whether the member has the permission. False for guests and while the member is unknown: the screen requests nothing that the server
   * may refuse.
   */
  allowed: boolean
  /**
   * Why a known member lacks the permission, as text for him. Undefined for guests and while the member is unknown: nothing is disabled
   * without a reason, buttons do not flicker, and the server decides anyway.
   */
  reason: string | undefined
}

const CONTACT_MAIN_ACCOUNT = '请联系企业主账号开通'

/** The wording of the reason: with instructions, beside goods, or on the member's own pages, which already show his name. */
const wordings = {
  full: (right: RequiredPermission) => `${formatMissingPermission(right)}，${formatWhoCanGrant(right)}`,
  goods: (right: RequiredPermission) => `${formatMissingPermission(right)}，${CONTACT_MAIN_ACCOUNT}`,
  own: (right: RequiredPermission) => `没有${formatPermissionNames(right)}权限，${CONTACT_MAIN_ACCOUNT}`,
}
type Wording = keyof typeof wordings

/** Whether a member has the required permission, and the text for him if he has not. */
export const checkPermission = (
  member: PermissionHolder | undefined,
  right: RequiredPermission,
  wording: Wording = 'full',
): PermissionResult => {
  const allowed = member !== undefined && hasPermission(member, right)
  return { allowed, reason: allowed || member === undefined ? undefined : wordings[wording](right) }
}

/** The permission of the member who uses the screen. */
export function usePermission(right: RequiredPermission, wording?: Wording): PermissionResult {
  const [loggedIn, user] = [useLoggedIn(), useUser()]
  return checkPermission(loggedIn ? user : undefined, right, wording)
}
