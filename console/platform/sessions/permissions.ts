import { consoleCallsByPermission } from '#contract/platform/core/console-access.ts'
import {
  type AccessRule,
  formatRoles,
  hasPermission,
  isStaffAccess,
  listRequiredStaffRoles,
  type PermissionHolder,
} from '#contract/platform/core/permissions.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'

/** A call of the contract; only its access rule matters. */
export interface CallWithAccessRule {
  needs: AccessRule
}

/** A staff call of the console, without its common prefix: 'order/list'. */
type ConsoleCallPath = (typeof consoleCallsByPermission)[keyof typeof consoleCallsByPermission][number]

/** 'orderView read' → the access rule. */
function parseStaffAccess(permission: string): AccessRule {
  if (permission === 'staff') return permission
  const [staff, read] = permission.split(' ') as [StaffPermissionCode, string?]
  return read === undefined ? { staff } : { staff, read: true }
}

const accessRules = new Map<ConsoleCallPath, AccessRule>(
  Object.entries(consoleCallsByPermission).flatMap(([permission, paths]) =>
    paths.map((path) => [path, parseStaffAccess(permission)] as const),
  ),
)

/** The access rule of a call by its path. Screens name their call with it, because the menu must not load the schemas of all calls. */
export function getCallWithAccessRule(path: ConsoleCallPath): CallWithAccessRule {
  const needs = accessRules.get(path)
  if (!needs) throw new Error(`${path} is no call of the console`)
  return { needs }
}

export interface PermissionResult {
  allowed: boolean
  /** Why a staff member may not, as text for him; undefined: he may. */
  reason: string | undefined
}

/** Who may make a call, for messages. Nobody here may make a call that is not for staff. */
export function formatAllowedRoles({ needs }: CallWithAccessRule): string {
  if (!isStaffAccess(needs)) return ''
  const roles = listRequiredStaffRoles(needs)
  return roles.length === 0 ? '全部人员' : formatRoles(roles)
}

/** Whether a staff member may make a call, and the text for him if he may not. */
export function checkPermission(holder: PermissionHolder, call: CallWithAccessRule): PermissionResult {
  const allowed = hasPermission(holder, call.needs)
  return { allowed, reason: allowed ? undefined : `该操作由${formatAllowedRoles(call)}处理` }
}
