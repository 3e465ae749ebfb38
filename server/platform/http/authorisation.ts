import {
  type AccessRule,
  hasPermission,
  isGuestAccess,
  isMachineAccess,
  isStaffAccess,
  listRequiredCodes,
  listRequiredRoles,
  type MachineAccessRule,
  type PermissionCode,
  permissions,
} from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Caller } from './caller.ts'

/** The missing permission as the refusal names it. */
const describeCodes = (codes: readonly PermissionCode[]) => ({
  permCode: codes.join(','),
  permName: codes.map((code) => permissions[code].label).join('、'),
})

/** Programs need the codes of their key. Nobody else may make a call for programs. */
function requireKey(caller: Caller, needs: MachineAccessRule): void {
  if (caller.kind !== 'machine') refuse(caller.kind === 'guest' && caller.why ? caller.why : 'KEY_NEEDED')
  if (!hasPermission(caller, needs)) refuse('KEY_SCOPE', describeCodes(listRequiredCodes(needs)))
}

/**
 * Refuses a caller who may not make a call: not logged in, or without the permission code, the account type or the role. A key opens only
 * calls that are made for programs, and not even what guests may see.
 */
export function requirePermission(caller: Caller, needs: AccessRule): void {
  if (isMachineAccess(needs)) {
    requireKey(caller, needs)
    return
  }
  if (caller.kind === 'machine') refuse('KEY_NOT_HERE')
  const forStaff = isStaffAccess(needs)
  if (caller.kind !== (forStaff ? 'staff' : 'member')) {
    if (isGuestAccess(needs)) return
    refuse('NOT_LOGGED_IN')
  }
  if (hasPermission(caller, needs)) return
  if (forStaff) refuse('STAFF_ONLY', { roles: listRequiredRoles(needs).join(',') })
  if (needs === 'main') refuse('MAIN_ACCOUNT_ONLY')
  refuse('NO_PERMISSION', describeCodes(listRequiredCodes(needs)))
}
