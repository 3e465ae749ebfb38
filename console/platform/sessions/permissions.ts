import { type ConsoleCallPath, getConsoleCallAccessRule } from '#contract/platform/core/console-access-rules.ts'
import { type EnterpriseScope, getEnterpriseScope } from '#contract/platform/core/own-enterprises.ts'
import {
  type AccessRule,
  formatRoles,
  hasPermission,
  isStaffAccess,
  listRequiredStaffRoles,
  type PermissionHolder,
} from '#contract/platform/core/permissions.ts'

/** A call of the contract; only its access rule matters. */
export interface CallWithAccessRule {
  needs: AccessRule
  /** What the call is for who sees his own companies alone; undefined: it is asked of a case that is open already. */
  scope?: EnterpriseScope
}

/** The access rule of a call by its path. Screens name their call with it, because the menu must not load the schemas of all calls. */
export function getCallWithAccessRule(path: ConsoleCallPath): CallWithAccessRule {
  return { needs: getConsoleCallAccessRule(path), scope: getEnterpriseScope(path) }
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

/**
 * Whether a staff member may open the list of a call. An account manager who sees his own companies alone may open lists that can be limited to
 * these, and what is about no company.
 */
export const mayOpenList = (holder: PermissionHolder & { ownEnterprisesOnly?: boolean }, call: CallWithAccessRule): boolean =>
  checkPermission(holder, call).allowed && !(holder.ownEnterprisesOnly === true && call.scope === 'company')
