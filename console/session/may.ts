import type { Needs } from '../../contract/endpoint.ts'
import { type StaffRole, staffRoles } from '../../contract/permissions.ts'

/** The roles of which one suffices; null: any person of the platform. */
export type Roles = readonly StaffRole[] | null

/** Who may make a call, as the contract has it; a call that is not for staff is for nobody here. */
export function rolesFor({ needs }: { needs: Needs }): Roles {
  if (needs === 'staff') return null
  return typeof needs === 'object' && 'staff' in needs ? needs.staff : []
}

/** Whether somebody with these roles may do what takes one of those. */
export const grantsRole = (held: readonly StaffRole[], needed: Roles): boolean =>
  needed === null || needed.some((role) => held.includes(role))

/** ['warehouse', 'admin'] → '仓储、管理员', for sentences that say who may. */
export const nameRoles = (roles: Roles): string => (roles === null ? '全部人员' : roles.map((role) => staffRoles[role].label).join('、'))

/** Why somebody may not make a call; undefined when he may. */
export const whyNot = (held: readonly StaffRole[], call: { needs: Needs }): string | undefined =>
  grantsRole(held, rolesFor(call)) ? undefined : `该操作由${nameRoles(rolesFor(call))}处理`
