import { QueryClient } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { enterprise, security, user } from '../../contract/identity/api.ts'
import type { LoggedIn } from '../../contract/identity/shapes.ts'
import { AuthorisingError } from '../../ui/send.ts'
import { emit } from './events.ts'
import { dropParked, nameSeat, type Seat, takeParked } from './parked.ts'
import { send } from './send.ts'
import { clearToken, storeToken } from './token.ts'

export const securityApi = connect(security, send)
const userApi = connect(user, send)
export const enterpriseApi = connect(enterprise, send)

const STALE_MS = 30_000
// A mall on a loopback address or in an intranet answers also while the browser believes that it is offline: nothing waits for its word.
const networkMode = 'always' as const

/** What the server said, for every screen. Nothing of one person's is left for the next: `forgetAll` at every change of the seat. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true, refetchOnReconnect: true },
    mutations: { networkMode, retry: false },
  },
})

export const userQuery = {
  queryKey: ['user'] as const,
  queryFn: async () => {
    const detail = await userApi.detail({})
    nameSeat(detail)
    return detail
  },
}

/**
 * Forgets what the server said. What is on the screen begins anew, `readAnew` fills it; answers still under way are given up, unless the
 * screen that waits for them is one that came after (`known`: only what has been answered).
 */
export function forgetAll({ known = false }: { known?: boolean } = {}): void {
  queries.removeQueries({ type: 'inactive' })
  for (const query of queries.getQueryCache().getAll()) if (!known || query.state.data !== undefined) query.reset()
}

/** Reads what is on the screen for whoever sits here now, once the screens have taken note of him: what he may not read is not asked. */
export async function readAnew(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'idle' })
}

/** A token has come, by login, registration or switch: it is stored and dropped from the result (specification §7). */
export function seated({ token, ...detail }: LoggedIn): void {
  forgetAll()
  storeToken(token)
  nameSeat(detail)
  queries.setQueryData(userQuery.queryKey, detail)
  emit('loginSuccess', detail)
  void readAnew()
  void sendParked(detail)
}

/** What waited for this person is sent now, in its order; whatever changed by it is read anew, what was refused is told. */
export async function sendParked(seat: Seat): Promise<void> {
  const requests = takeParked(seat)
  for (const { endpoint, wire, options } of requests) {
    const { signal: _, ...kept } = options
    const answer = await send(endpoint, wire, kept).catch(() => undefined)
    if (answer && !answer.success) emit('parkedRefused', { summary: endpoint.summary, msg: answer.msg })
  }
  if (requests.length > 0) await queries.invalidateQueries()
}

/** Logs off: user info and token are gone, and with them everything that was shown (specification §4). */
export async function logOff(): Promise<void> {
  await securityApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof AuthorisingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  loggedOut()
}

/** The session has ended on the server: nothing of it is left here. */
export function loggedOut(): void {
  dropParked()
  clearToken()
  forgetAll()
  void readAnew()
}
