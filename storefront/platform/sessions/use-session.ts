import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { canSeeFigure, type Figure } from '#contract/platform/core/figures.ts'
import { hasPermission, type PermissionCode } from '#contract/platform/core/permissions.ts'
import { userQuery } from './session.ts'
import { readToken, watchToken } from './token.ts'

const hasToken = () => readToken() !== null

/** Whether somebody is logged in, as far as a stored token says so (specification §4). */
// Asked the same way where a part is drawn without a browser.
export const useLoggedIn = (): boolean => useSyncExternalStore(watchToken, hasToken, hasToken)

/** The user as it is being read, for screens that show that it is, or why it cannot be. */
export function useUserQuery() {
  const loggedIn = useLoggedIn()
  return useQuery({ ...userQuery, enabled: loggedIn })
}

/** The user, once known; undefined for guests and while it is being read. */
export const useUser = () => useUserQuery().data

/** Whether the user may do what one of the codes names; guests and users not known yet may not. */
export function usePermission(...codes: PermissionCode[]): boolean {
  const user = useUser()
  return user !== undefined && hasPermission(user.permCode, codes)
}

/** Whether the user is shown a figure; one who is not known yet is: the server withholds what he may not see. */
export function useCanSeeFigure(figure: Figure): boolean {
  const user = useUser()
  return user === undefined || canSeeFigure(user.permCode, figure)
}
