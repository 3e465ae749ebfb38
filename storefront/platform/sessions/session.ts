import { QueryCache, queryOptions } from '@tanstack/react-query'
import { currentUserEndpoints, loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import type { LoginResult } from '#contract/people/identity/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { showCallError } from '#storefront/platform/components/notify.ts'
import { NoStaleDataQueryClient } from '#ui/fresh-query-client.ts'
import { retryBusyReads } from '#ui/retry-busy-reads.ts'
import { LoginPendingError } from '#ui/send.ts'
import { keepOnlyOwnFormDrafts } from './draft/form-draft.ts'
import { emitClientEvent } from './events.ts'
import { dropPendingRequests, getCurrentMembership, setCurrentMembership, setResending, takePendingRequests } from './pending-requests.ts'
import { resendOnePendingRequest, sendOrHoldUntilLogin } from './send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

export const loginAndRegistrationApi = createApiClient(loginAndRegistrationEndpoints, sendOrHoldUntilLogin)
const userApi = createApiClient(currentUserEndpoints, sendOrHoldUntilLogin)
export const ownEnterprisesApi = createApiClient(ownEnterprisesEndpoints, sendOrHoldUntilLogin)

const STALE_MS = 30_000
// A mall on loopback or in an intranet also answers while the browser believes that it is offline. So requests do not wait for the
// browser's online state.
const networkMode = 'always' as const

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Secondary data of a screen. A failure shows nothing. */
      quiet?: true
    }
  }
}

/** A failed read shows a toast besides the error in its panel, unless it only refreshes data that is shown. */
const queryCache = new QueryCache({
  onError: (error, { state, meta }) => {
    if (state.data === undefined && meta?.quiet !== true) showCallError(error)
  },
})

/**
 * The query cache for all screens. `resetQueries` clears it at every change of the member, so that nothing of one person is left for the
 * next.
 */
export const queryClient = new NoStaleDataQueryClient({
  queryCache,
  defaultOptions: {
    queries: { networkMode, staleTime: STALE_MS, refetchOnWindowFocus: true, refetchOnReconnect: true, ...retryBusyReads },
    mutations: { networkMode, retry: false },
  },
})

/** The person's memberships, including invitations. */
export const membershipsQuery = queryOptions({ queryKey: ['user', 'seats'], queryFn: () => ownEnterprisesApi.list({}) })

/** The current user. For a verified one the list of companies is fetched as well (specification §6, specification §7). */
export const userQuery = {
  queryKey: ['user'] as const,
  queryFn: async () => {
    const asker = readToken()
    const detail = await userApi.detail({})
    // The user has changed meanwhile, so the answer does not concern the current one.
    if (readToken() !== asker) throw new LoginPendingError()
    setCurrentMembership(detail)
    keepOnlyOwnFormDrafts()
    if (detail.hasAuthed && !detail.inPunchOut) void queryClient.prefetchQuery({ ...membershipsQuery, meta: { quiet: true } })
    return detail
  },
}

/**
 * Clears the query cache. Data on the screen is reset, and `refetchActiveQueries` loads it again. Requests under way are cancelled. With
 * `known` only queries with data are reset, because a new screen may already wait for the others.
 */
export function resetQueries({ known = false }: { known?: boolean } = {}): void {
  queryClient.removeQueries({ type: 'inactive' })
  for (const query of queryClient.getQueryCache().getAll()) if (!known || query.state.data !== undefined) query.reset()
}

/**
 * Fetches the data on the screen for the current member, after the screens have rendered for him. So nothing is fetched that he may not
 * read.
 */
export async function refetchActiveQueries(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'idle' })
}

/** Stores the token of a login, registration or switch, and removes it from the result (specification §7). */
export function startSession({ token, ...detail }: LoginResult): void {
  resetQueries()
  storeToken(token)
  setCurrentMembership(detail)
  queryClient.setQueryData(userQuery.queryKey, detail)
  emitClientEvent('loginSuccess', detail)
  void refetchActiveQueries()
}

/**
 * Sends the pending requests of the current member in their order, after the redirect. The forms that they came from continue. Changed data
 * is fetched again.
 */
export async function sendPendingRequests(): Promise<void> {
  const membership = getCurrentMembership()
  const parked = membership === undefined || readToken() === null ? [] : takePendingRequests(membership)
  if (parked.length === 0) return
  setResending(true)
  for (const one of parked) await resendOnePendingRequest(one)
  setResending(false)
  await queryClient.invalidateQueries()
}

/** Logs out: deletes the user, the token and all data on the screen (specification §4). */
export async function logOut(): Promise<void> {
  await loginAndRegistrationApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof LoginPendingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  clearEndedSession()
}

/** Deletes everything of a session that has ended on the server. */
export function clearEndedSession(): void {
  dropPendingRequests()
  clearToken({ loggedOut: true })
  resetQueries()
  void refetchActiveQueries()
}
