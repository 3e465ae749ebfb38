import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PermissionHolder } from '#contract/platform/core/permissions.ts'
import { type CallWithAccessRule, checkPermission, type PermissionResult } from './permissions.ts'
import { currentStaffQuery } from './session.ts'
import { readToken, watchToken } from './token.ts'

/** Whether somebody is logged in, judging by the stored token. */
const useLoggedIn = (): boolean => useSyncExternalStore(watchToken, () => readToken() !== null)

/** The staff member; undefined while it loads. */
export function useCurrentStaff() {
  const loggedIn = useLoggedIn()
  return useQuery({ ...currentStaffQuery, enabled: loggedIn }).data
}

const NOBODY: PermissionHolder = { roles: [], codes: [] }

/** The permissions that count: those of the staff member, or none while he loads. */
export const usePermissionHolder = (): PermissionHolder => useCurrentStaff() ?? NOBODY

/** Whether the staff member may make a call, and the reason for its disabled button if he may not. */
export const usePermission = (call: CallWithAccessRule): PermissionResult => checkPermission(usePermissionHolder(), call)
