import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { userQuery } from './session.ts'
import { readToken, watchToken } from './token.ts'

const hasToken = () => readToken() !== null

/** Whether somebody is logged in, as far as a stored token says so (specification §4). */
// It gives the same result when rendered without a browser.
export const useLoggedIn = (): boolean => useSyncExternalStore(watchToken, hasToken, hasToken)

/** The query of the user, for screens that show its loading or error state. */
export function useUserQuery() {
  const loggedIn = useLoggedIn()
  return useQuery({ ...userQuery, enabled: loggedIn })
}

/** The user; undefined for guests and while it loads. */
export const useUser = () => useUserQuery().data

/** Whether this is a visit from a procurement system (采购系统会话). False while the user loads. */
export const useInPunchOut = (): boolean => useUser()?.inPunchOut === true
