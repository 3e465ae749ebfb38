import { QueryCache } from '@tanstack/react-query'
import { currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { formatError } from '#ui/format-error.ts'
import { NoStaleDataQueryClient } from '#ui/fresh-query-client.ts'
import { retryBusyReads } from '#ui/retry-busy-reads.ts'
import { createRequestSender, LoginPendingError } from '#ui/send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

/**
 * Sends the calls of the console's screens. On a 510 the token and the user are removed, and the routes open the login. An answer to an
 * older token, or to no token, says nothing about the stored one.
 */
export const sendConsoleRequest = createRequestSender({
  token: readToken,
  notLoggedIn: (_, sentWith) => {
    if (sentWith !== null && sentWith === readToken()) {
      expired = true
      clearToken()
    }
    return undefined
  },
})

let expired = false
/** Whether the session of somebody who was logged in has expired. The login screen shows this. */
export const hasSessionExpired = (): boolean => expired
export const currentStaffApi = createApiClient(currentStaffEndpoints, sendConsoleRequest)

const STALE_MS = 10_000
// A mall on loopback or in an intranet also answers while the browser believes that it is offline. So requests do not wait for the
// browser's online state.
const networkMode = 'always' as const

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Secondary data of a screen. A failure shows no toast. */
      quiet?: true
    }
  }
}

type Listener = (message: string) => void
const failures = new Set<Listener>()
/**
 * Calls the listener with the error of a failed read, unless it only refreshes shown data or is quiet. Returns the function that stops it.
 */
export function subscribeToFailedReads(listener: Listener): () => void {
  failures.add(listener)
  return () => void failures.delete(listener)
}
const queryCache = new QueryCache({
  onError: (error, { state, meta }) => {
    const isShown = state.data === undefined && meta?.quiet !== true && !(error instanceof LoginPendingError)
    if (isShown) for (const listener of failures) listener(formatError(error))
  },
})

/** The query cache for all screens. It is cleared when the person changes. */
export const queryClient = new NoStaleDataQueryClient({
  queryCache,
  defaultOptions: {
    queries: { networkMode, staleTime: STALE_MS, refetchOnWindowFocus: true, refetchOnReconnect: true, ...retryBusyReads },
    mutations: { networkMode, retry: false },
  },
})

/** The logged-in staff member with his roles. */
export const currentStaffQuery = { queryKey: ['staff', 'me'] as const, queryFn: () => currentStaffApi.me({}), staleTime: 60_000 }

export interface StaffCredentials {
  email: string
  pwd: string
  /** Replaces an initial password. */
  newPwd?: string
  code?: string
  /** Given in place of the authenticator's code. */
  recoveryCode?: string
}

/** A login that is complete on the server. Nothing is stored until `enter`. */
export interface CompletedLogin {
  /** Recovery codes that must be shown first. They are shown only once. */
  recoveryCodes: readonly string[] | null
  /** Stores the token. Nothing of the previous person is left. */
  enter(): void
}

/** Logs in. If the server needs something more, its refusal names it. */
export async function requestLogin(credentials: StaffCredentials): Promise<CompletedLogin> {
  const { token, staff: person, recoveryCodes } = await currentStaffApi.logIn(credentials)
  const enter = () => {
    queryClient.clear()
    queryClient.setQueryData(currentStaffQuery.queryKey, person)
    expired = false
    storeToken(token)
  }
  return { recoveryCodes, enter }
}

/** Logs out here in any case. The server ends the session if the call reaches it. */
export async function logOut(): Promise<void> {
  await currentStaffApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof LoginPendingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  expired = false
  clearToken()
  queryClient.clear()
}
