import type { AccessRule } from '#contract/platform/core/endpoint.ts'
import { type StaffRole, staffRoles } from '#contract/platform/core/permissions.ts'

/** The roles of which one suffices; null: any person of the platform. */
export type RequiredRoles = readonly StaffRole[] | null

/** Who may make a call, as the contract has it; a call that is not for staff is for nobody here. */
export function requiredRoles({ needs }: { needs: AccessRule }): RequiredRoles {
  if (needs === 'staff') return null
  return typeof needs === 'object' && 'staff' in needs ? needs.staff : []
}

/** Whether somebody with these roles may do what takes one of those. */
export const hasRequiredRole = (held: readonly StaffRole[], needed: RequiredRoles): boolean =>
  needed === null || needed.some((role) => held.includes(role))

/** ['warehouse', 'admin'] → '仓储、管理员', for sentences that say who may. */
export const formatRoles = (roles: RequiredRoles): string =>
  roles === null ? '全部人员' : roles.map((role) => staffRoles[role].label).join('、')

/** Why somebody may not make a call; undefined when he may. */
export const permissionDenial = (held: readonly StaffRole[], call: { needs: AccessRule }): string | undefined =>
  hasRequiredRole(held, requiredRoles(call)) ? undefined : `该操作由${formatRoles(requiredRoles(call))}处理`
