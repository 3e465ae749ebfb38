import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AccessRule } from '#contract/platform/core/endpoint.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { hasRequiredRole, permissionDenial, requiredRoles } from './permissions.ts'
import { staffQuery } from './session.ts'
import { readToken, watchToken } from './token.ts'

/** Whether somebody is logged in, as far as a stored token says so. */
const useLoggedIn = (): boolean => useSyncExternalStore(watchToken, () => readToken() !== null)

/** The person, once known; undefined while it is being read. */
export function useStaff() {
  const loggedIn = useLoggedIn()
  return useQuery({ ...staffQuery, enabled: loggedIn }).data
}

const NOBODY: readonly StaffRole[] = []

/** The roles of the person; none while they are being read. */
export const useRoles = (): readonly StaffRole[] => useStaff()?.roles ?? NOBODY

/** Whether the person may make a call. */
export const usePermission = (call: { needs: AccessRule }): boolean => hasRequiredRole(useRoles(), requiredRoles(call))

/** Why the person may not make a call, for the button that stays grey; undefined when he may. */
export const usePermissionDenial = (call: { needs: AccessRule }): string | undefined => permissionDenial(useRoles(), call)
