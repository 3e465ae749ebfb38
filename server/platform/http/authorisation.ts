import { type AccessRule, isMachineAccess, type MachineAccessRule } from '#contract/platform/core/endpoint.ts'
import { hasPermission, type PermissionCode, permissions, type StaffRole } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Caller, Member } from './caller.ts'

function requireCodes(caller: Member, codes: readonly PermissionCode[]): void {
  if (hasPermission(caller.permCode, codes)) return
  refuse('NO_PERMISSION', { permCode: codes.join(','), permName: codes.map((code) => permissions[code].label).join('、') })
}

function requireStaff(caller: Caller, roles: readonly StaffRole[]): void {
  if (caller.kind !== 'staff') refuse('NOT_LOGGED_IN')
  if (roles.length > 0 && !roles.some((role) => caller.roles.includes(role))) refuse('STAFF_ONLY', { roles: roles.join(',') })
}

/** Programs need the codes of their key. Nobody else may make a call for programs. */
function requireMachine({ machine: codes }: MachineAccessRule, caller: Caller): void {
  if (caller.kind !== 'machine') refuse(caller.kind === 'guest' && caller.why ? caller.why : 'KEY_NEEDED')
  if (hasPermission(caller.permCode, codes)) return
  refuse('KEY_SCOPE', { permCode: codes.join(','), permName: codes.map((code) => permissions[code].label).join('、') })
}

/**
 * Refuses a caller who may not make a call: not logged in, or without the permission code, the account type or the role. A key opens only
 * calls that are made for programs, and not even what guests may see.
 */
export function requireAccess(needs: AccessRule, caller: Caller): void {
  if (isMachineAccess(needs)) {
    requireMachine(needs, caller)
    return
  }
  if (caller.kind === 'machine') refuse('KEY_NOT_HERE')
  if (needs === 'guest') return
  if (needs === 'staff') requireStaff(caller, [])
  else if (typeof needs === 'object' && 'staff' in needs) requireStaff(caller, needs.staff)
  else requireMember(needs, caller)
}

type MemberNeeds = Exclude<AccessRule, 'guest' | 'staff' | { readonly staff: readonly StaffRole[] } | MachineAccessRule>

function requireMember(needs: MemberNeeds, caller: Caller): void {
  if (typeof needs === 'string' && needs.startsWith(OR)) {
    if (caller.kind === 'member') requireCodes(caller, [needs.slice(OR.length) as PermissionCode])
    return
  }
  if (caller.kind !== 'member') refuse('NOT_LOGGED_IN')
  if (needs === 'main' && caller.accountType !== 1) refuse('MAIN_ACCOUNT_ONLY')
  if (needs === 'login' || needs === 'main') return
  requireCodes(caller, typeof needs === 'string' ? [needs as PermissionCode] : needs)
}

const OR = 'guest or '
