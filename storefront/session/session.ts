import { QueryClient } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { enterprise, security, user } from '../../contract/identity/api.ts'
import type { LoggedIn } from '../../contract/identity/shapes.ts'
import { AuthorisingError } from '../../ui/send.ts'
import { emit } from './events.ts'
import { dropParked, nameSeat, takeParked } from './parked.ts'
import { send } from './send.ts'
import { clearToken, storeToken } from './token.ts'

export const securityApi = connect(security, send)
export const userApi = connect(user, send)
export const enterpriseApi = connect(enterprise, send)

const STALE_MS = 30_000

/** What the server said, for every screen. Nothing of one person's is left for the next: it is emptied at every change of the seat. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true }, mutations: { retry: false } },
})

export const userQuery = {
  queryKey: ['user'] as const,
  queryFn: async () => {
    const detail = await userApi.detail({})
    nameSeat(detail)
    return detail
  },
}

/** A token has come, by login, registration or switch: it is stored and dropped from the result (specification §7). */
export async function seated({ token, ...detail }: LoggedIn): Promise<void> {
  queries.clear()
  storeToken(token)
  nameSeat(detail)
  queries.setQueryData(userQuery.queryKey, detail)
  emit('loginSuccess', detail)
  await sendParked(detail)
}

/** What waited for this person is sent now, in its order; whatever changed by it is read anew. */
async function sendParked(seat: LoggedIn | Omit<LoggedIn, 'token'>): Promise<void> {
  const requests = takeParked(seat)
  for (const { endpoint, wire, options } of requests) {
    const { signal: _, ...kept } = options
    await send(endpoint, wire, kept).catch(() => undefined)
  }
  if (requests.length > 0) await queries.invalidateQueries()
}

/** Logs off: user info and token are gone, and with them everything that was shown (specification §4). */
export async function logOff(): Promise<void> {
  await securityApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof AuthorisingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  dropParked()
  clearToken()
  queries.clear()
}
