import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { computeStaffPermissionCodes, isSensitivePermission, type StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'

/** For this many days, the person who created or reset an account cannot be the second person for its owner, nor the owner for him. */
export const SECOND_PERSON_EXCLUSION_DAYS = 7

/** A sensitive change that nobody has approved or stopped takes effect automatically after this many hours. */
export const SENSITIVE_CHANGE_DELAY_HOURS = 24

/** Whether the people of a built-in role count as one of two people. Who grants such a role could create his own second person. */
const isSensitive = (role: StaffRole): boolean => computeStaffPermissionCodes([role]).some(isSensitivePermission)

/** What a person is given: built-in roles, and the codes of the mall's own. */
export interface GivenStaffRights {
  roles: readonly StaffRole[]
  customCodes: readonly StaffPermissionCode[]
}

/** Returns whether creating an account with these rights needs a second administrator or a day. */
export const hasSensitiveRight = ({ roles, customCodes }: GivenStaffRights): boolean =>
  roles.some(isSensitive) || customCodes.some(isSensitivePermission)

/** Returns whether a change of roles needs the same: the account gains such a right, or an administrator loses his. */
export const isSensitiveRightChange = (before: GivenStaffRights, after: GivenStaffRights): boolean =>
  hasSensitiveRight({
    roles: after.roles.filter((role) => !before.roles.includes(role)),
    customCodes: after.customCodes.filter((code) => !before.customCodes.includes(code)),
  }) ||
  (before.roles.includes('admin') && !after.roles.includes('admin'))

/**
 * Returns whether disabling or enabling an account needs the same. One administrator alone cannot lock out another, and cannot reactivate a
 * second person.
 */
export const isSensitiveStatusChange = (rights: GivenStaffRights, status: 0 | 1): boolean =>
  status === 0 ? rights.roles.includes('admin') : hasSensitiveRight(rights)
