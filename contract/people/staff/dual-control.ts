import type { StaffRole } from '#contract/platform/core/permissions.ts'

/** For this many days, the person who created or reset an account cannot be the second person for its owner, nor the owner for him. */
export const SECOND_PERSON_EXCLUSION_DAYS = 7

/** A sensitive change that nobody has approved or stopped takes effect automatically after this many hours. */
export const SENSITIVE_CHANGE_DELAY_HOURS = 24

/** Roles that count as one of two people. A person who grants them could create his own second person. */
const sensitiveRoles = ['reviewer', 'finance', 'admin'] as const satisfies readonly StaffRole[]
const isSensitive = (role: StaffRole): boolean => (sensitiveRoles as readonly StaffRole[]).includes(role)

/** Returns whether creating an account with these roles needs a second administrator or a day. */
export const hasSensitiveRole = (roles: readonly StaffRole[]): boolean => roles.some(isSensitive)

/** Returns whether a change of roles needs the same: the account gains such a role, or an administrator loses his. */
export const isSensitiveRoleChange = (before: readonly StaffRole[], after: readonly StaffRole[]): boolean =>
  hasSensitiveRole(after.filter((role) => !before.includes(role))) || (before.includes('admin') && !after.includes('admin'))

/**
 * Returns whether disabling or enabling an account needs the same. One administrator alone cannot lock out another, and cannot reactivate a
 * second person.
 */
export const isSensitiveStatusChange = (roles: readonly StaffRole[], status: 0 | 1): boolean =>
  status === 0 ? roles.includes('admin') : hasSensitiveRole(roles)
