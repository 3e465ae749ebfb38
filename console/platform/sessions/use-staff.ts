import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AccessRule } from '#contract/platform/core/endpoint.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { hasRequiredRole, permissionDenial, requiredRoles } from './permissions.ts'
import { staffQuery } from './session.ts'
import { readToken, watchToken } from './token.ts'

/** Whether somebody is logged in, judging by the stored token. */
const useLoggedIn = (): boolean => useSyncExternalStore(watchToken, () => readToken() !== null)

/** The staff member; undefined while it loads. */
export function useStaff() {
  const loggedIn = useLoggedIn()
  return useQuery({ ...staffQuery, enabled: loggedIn }).data
}

const NOBODY: readonly StaffRole[] = []

/** The roles of the staff member; empty while they load. */
export const useRoles = (): readonly StaffRole[] => useStaff()?.roles ?? NOBODY

/** Whether the staff member may make a call. */
export const usePermission = (call: { needs: AccessRule }): boolean => hasRequiredRole(useRoles(), requiredRoles(call))

/** Why the staff member may not make a call, for the disabled button; undefined if he may. */
export const usePermissionDenial = (call: { needs: AccessRule }): string | undefined => permissionDenial(useRoles(), call)
