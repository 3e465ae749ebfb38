import { toConsoleCallPath } from '#contract/platform/core/console-call-path.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { getEnterpriseScope, OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import {
  type AccessRule,
  hasPermission,
  isGuestAccess,
  isPlatformKeyAccess,
  isProgramAccess,
  isStaffAccess,
  listRequiredPermissionCodes,
  listRequiredStaffRoles,
  type MachineAccessRule,
  type MemberPermissionCode,
  type PlatformKeyAccessRule,
  permissions,
  platformKeyScopes,
} from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Caller } from './caller.ts'

const isMachine = ({ kind }: Caller): boolean => kind === 'machine' || kind === 'platformMachine'

/** The missing permission as the refusal names it. */
const describeCodes = (codes: readonly MemberPermissionCode[]) => ({
  permCode: codes.join(','),
  permName: codes.map((code) => permissions[code].label).join('、'),
})

const describeScopes = ({ platformKey }: PlatformKeyAccessRule) => ({
  scope: platformKey.join(','),
  scopeName: platformKey.map((scope) => platformKeyScopes[scope].label).join('、'),
})

/**
 * Programs need the permission codes of their key. Only programs may make calls for programs, and programs of a company may not make those
 * for programs of the platform.
 */
function requireKey(caller: Caller, needs: MachineAccessRule | PlatformKeyAccessRule): void {
  const forPlatform = isPlatformKeyAccess(needs)
  if (caller.kind !== (forPlatform ? 'platformMachine' : 'machine')) {
    if (isMachine(caller)) refuse('KEY_OTHER_SIDE')
    refuse(caller.kind === 'guest' && caller.why ? caller.why : 'KEY_NEEDED')
  }
  if (!hasPermission(caller, needs))
    refuse('KEY_SCOPE', forPlatform ? describeScopes(needs) : describeCodes(listRequiredPermissionCodes(needs)))
}

/**
 * Refuses a caller who may not make a call: not logged in, or without the permission code, the account type or the role. A key opens only
 * calls that are made for programs, and not even what guests may see.
 */
export function requirePermission(caller: Caller, needs: AccessRule): void {
  if (isProgramAccess(needs)) {
    requireKey(caller, needs)
    return
  }
  if (isMachine(caller)) refuse('KEY_NOT_HERE')
  const forStaff = isStaffAccess(needs)
  if (caller.kind !== (forStaff ? 'staff' : 'member')) {
    if (isGuestAccess(needs)) return
    refuse('NOT_LOGGED_IN')
  }
  if (hasPermission(caller, needs)) return
  if (forStaff) refuse('STAFF_ONLY', { roles: listRequiredStaffRoles(needs).join(',') })
  if (needs === 'main') refuse('MAIN_ACCOUNT_ONLY')
  refuse('NO_PERMISSION', describeCodes(listRequiredPermissionCodes(needs)))
}

/**
 * Refuses a punch-out (采购系统会话) every call that is neither for guests nor marked as open to it: somebody else's program has logged in, so it
 * only fills a cart. `endpoint` undefined: not a call of the contract.
 */
export function requireOpenDuringPunchOut(caller: Caller, endpoint: Pick<Endpoint, 'needs' | 'duringPunchOut'> | undefined): void {
  if (caller.kind !== 'member' || caller.punchOutId === null) return
  if (endpoint && (endpoint.duringPunchOut === true || isGuestAccess(endpoint.needs))) return
  refuse('PUNCH_OUT_ONLY_CART')
}

/** Returns who makes a call: a punch-out is a guest where everybody may come, so nothing is done there in the name of the sub-account. */
export const toGuestDuringPunchOut = (caller: Caller, { needs }: Pick<Endpoint, 'needs'>): Caller =>
  caller.kind === 'member' && caller.punchOutId !== null && needs === 'guest' ? { kind: 'guest' } : caller

/**
 * Limits a call of an account manager who sees his own companies alone, and returns the input to work with. Lists get himself as their
 * filter; a call that names a company must name one of his; every other call must be about no company. `looksAfter`: whether he is the
 * account manager of a company now. Refuses OWN_ENTERPRISES_ONLY.
 */
export async function limitToOwnEnterprises(
  { caller, endpoint }: { caller: Caller; endpoint: Pick<Endpoint, 'path' | 'needs'> },
  input: unknown,
  looksAfter: (staffId: string, enterpriseId: string) => Promise<boolean>,
): Promise<unknown> {
  if (caller.kind !== 'staff' || !caller.ownEnterprisesOnly || !isStaffAccess(endpoint.needs)) return input
  const scope = getEnterpriseScope(toConsoleCallPath(endpoint.path))
  if (scope === 'open') return input
  const given = input as Record<string, unknown>
  const { enterpriseId } = given
  if (typeof enterpriseId === 'string') {
    if (!(await looksAfter(caller.staffId, enterpriseId))) refuse('OWN_ENTERPRISES_ONLY')
  } else if (scope !== 'list') refuse('OWN_ENTERPRISES_ONLY')
  return scope === 'list' ? { ...given, manager: OWN_ENTERPRISES_FILTER_VALUE } : input
}
