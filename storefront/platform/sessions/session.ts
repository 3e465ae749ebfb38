import { QueryCache, queryOptions } from '@tanstack/react-query'
import { enterprise, security, user } from '#contract/people/identity/api.ts'
import type { LoggedIn } from '#contract/people/identity/shapes.ts'
import { connect } from '#contract/platform/core/client.ts'
import { showCallError } from '#storefront/platform/components/notify.ts'
import { FreshQueryClient } from '#ui/fresh-query-client.ts'
import { AuthorisingError } from '#ui/send.ts'
import { emit } from './events.ts'
import { dropPendingRequests, getCurrentMembership, setCurrentMembership, setResending, takePendingRequests } from './pending-requests.ts'
import { send, sendPendingRequest } from './send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

export const securityApi = connect(security, send)
const userApi = connect(user, send)
export const enterpriseApi = connect(enterprise, send)

const STALE_MS = 30_000
// A mall on a loopback address or in an intranet answers also while the browser believes that it is offline: nothing waits for its word.
const networkMode = 'always' as const

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked for beside what the person came for: that it failed is told to nobody. */
      quiet?: true
    }
  }
}

/** A read that fails is told as a toast, besides the panel in its place; not so one that only refreshes what is shown. */
const queryCache = new QueryCache({
  onError: (error, { state, meta }) => {
    if (state.data === undefined && meta?.quiet !== true) showCallError(error)
  },
})

/** What the server said, for every screen. Nothing of one person's is left for the next: `resetQueries` at every change of the seat. */
export const queries = new FreshQueryClient({
  queryCache,
  defaultOptions: {
    queries: { networkMode, staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true, refetchOnReconnect: true },
    mutations: { networkMode, retry: false },
  },
})

/** The person's seats, invitations among them. */
export const membershipsQuery = queryOptions({ queryKey: ['user', 'seats'], queryFn: () => enterpriseApi.list({}) })

/** Who sits here. Of somebody who is authenticated the list of companies is fetched along (specification §6, §7). */
export const userQuery = {
  queryKey: ['user'] as const,
  queryFn: async () => {
    const asker = readToken()
    const detail = await userApi.detail({})
    // Whoever asked has left meanwhile: the answer is not about whoever sits here now.
    if (readToken() !== asker) throw new AuthorisingError()
    setCurrentMembership(detail)
    if (detail.hasAuthed) void queries.prefetchQuery({ ...membershipsQuery, meta: { quiet: true } })
    return detail
  },
}

/**
 * Forgets what the server said. What is on the screen begins anew, `refetchActiveQueries` fills it; answers still under way are given up, unless the
 * screen that waits for them is one that came after (`known`: only what has been answered).
 */
export function resetQueries({ known = false }: { known?: boolean } = {}): void {
  queries.removeQueries({ type: 'inactive' })
  for (const query of queries.getQueryCache().getAll()) if (!known || query.state.data !== undefined) query.reset()
}

/** Reads what is on the screen for whoever sits here now, once the screens have taken note of him: what he may not read is not asked. */
export async function refetchActiveQueries(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'idle' })
}

/** A token has come, by login, registration or switch: it is stored and dropped from the result (specification §7). */
export function startSession({ token, ...detail }: LoggedIn): void {
  resetQueries()
  storeToken(token)
  setCurrentMembership(detail)
  queries.setQueryData(userQuery.queryKey, detail)
  emit('loginSuccess', detail)
  void refetchActiveQueries()
}

/**
 * Sends what waited for whoever sits here, in its order, once he has arrived where he was led from: the forms that it came from go on to their
 * end. What changed by it is read anew.
 */
export async function sendPendingRequests(): Promise<void> {
  const seat = getCurrentMembership()
  const parked = seat === undefined || readToken() === null ? [] : takePendingRequests(seat)
  if (parked.length === 0) return
  setResending(true)
  for (const one of parked) await sendPendingRequest(one)
  setResending(false)
  await queries.invalidateQueries()
}

/** Logs off: user info and token are gone, and with them everything that was shown (specification §4). */
export async function logOut(): Promise<void> {
  await securityApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof AuthorisingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  endSession()
}

/** The session has ended on the server: nothing of it is left here. */
export function endSession(): void {
  dropPendingRequests()
  clearToken()
  resetQueries()
  void refetchActiveQueries()
}
