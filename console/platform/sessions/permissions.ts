import type { AccessRule } from '#contract/platform/core/endpoint.ts'
import { type StaffRole, staffRoles } from '#contract/platform/core/permissions.ts'

/** The roles of which one is enough; null: any staff member. */
export type RequiredRoles = readonly StaffRole[] | null

/** The roles that a call requires in the contract. Nobody here may make a call that is not for staff. */
export function requiredRoles({ needs }: { needs: AccessRule }): RequiredRoles {
  if (needs === 'staff') return null
  return typeof needs === 'object' && 'staff' in needs ? needs.staff : []
}

/** Whether one of the held roles is among the required ones. */
export const hasRequiredRole = (held: readonly StaffRole[], needed: RequiredRoles): boolean =>
  needed === null || needed.some((role) => held.includes(role))

/** ['warehouse', 'admin'] → '仓储、管理员', for messages that say who may do it. */
export const formatRoles = (roles: RequiredRoles): string =>
  roles === null ? '全部人员' : roles.map((role) => staffRoles[role].label).join('、')

/** Why somebody may not make a call; undefined if he may. */
export const permissionDenial = (held: readonly StaffRole[], call: { needs: AccessRule }): string | undefined =>
  hasRequiredRole(held, requiredRoles(call)) ? undefined : `该操作由${formatRoles(requiredRoles(call))}处理`
