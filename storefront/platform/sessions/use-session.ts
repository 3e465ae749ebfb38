import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { showError } from '#storefront/platform/components/notify.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { LoginPendingError } from '#ui/send.ts'
import { areSearchParamsEnterpriseSpecific } from './login-redirect.ts'
import { membershipsQuery, ownEnterprisesApi, startSession, userQuery } from './session.ts'
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

/**
 * Switches to another membership: the old token ends, the new one is stored, and all data is fetched again. A refusal is shown as a toast.
 */
export function useSwitchMembershipCall(done: (enterpriseId: string) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (enterpriseId: string) => startSession(await ownEnterprisesApi.change({ enterpriseId })),
    onSuccess: (_, enterpriseId) => done(enterpriseId),
    onError: (error) => {
      if (error instanceof LoginPendingError) return
      showError(error.message)
      // The membership may have been removed meanwhile.
      void queries.invalidateQueries({ queryKey: membershipsQuery.queryKey })
    },
  })
}

/** The same within the mall: pages that belong to the old enterprise only are left. */
export function useSwitchMembershipWithinMall(done: (enterpriseId: string) => void) {
  const router = useRouter()
  return useSwitchMembershipCall(async (enterpriseId) => {
    done(enterpriseId)
    if (areSearchParamsEnterpriseSpecific(router.getState().location.search)) await router.navigate({ to: '/user_center' })
  })
}
