import type { StaffRole } from '#contract/platform/core/permissions.ts'

/** For so many days whoever made or reset an account is not its second person, nor it his. */
export const SECOND_PERSON_DAYS = 7

/** A sensitive change that nobody has approved or stopped takes effect by itself after so many hours. */
export const CHANGE_DELAY_HOURS = 24

/** Roles whose word counts as one of two people's: who gives them could make himself a second person. */
const sensitiveRoles = ['reviewer', 'finance', 'admin'] as const satisfies readonly StaffRole[]
const isSensitive = (role: StaffRole): boolean => (sensitiveRoles as readonly StaffRole[]).includes(role)

/** Whether an account with these roles is only made with a second administrator, or a day later. */
export const holdsSensitiveRole = (roles: readonly StaffRole[]): boolean => roles.some(isSensitive)

/** Whether giving an account other roles is: it gains a role of two people, or an administrator stops being one. */
export const isSensitiveRoleChange = (before: readonly StaffRole[], after: readonly StaffRole[]): boolean =>
  holdsSensitiveRole(after.filter((role) => !before.includes(role))) || (before.includes('admin') && !after.includes('admin'))

/** Whether disabling or enabling an account is: an administrator is not locked out by one other, and nobody brings a second person back alone. */
export const isSensitiveStatusChange = (roles: readonly StaffRole[], status: 0 | 1): boolean =>
  status === 0 ? roles.includes('admin') : holdsSensitiveRole(roles)
