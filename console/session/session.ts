import { QueryClient } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { staff } from '../../contract/staff/staff-api.ts'
import { AuthorisingError, createSend } from '../../ui/send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

/**
 * How the console's screens call the server. On a 510 the token goes, and with it the person: the routes ask for a log-in. An answer to a
 * token that has been replaced meanwhile says nothing of the one that is stored now.
 */
export const send = createSend({
  token: readToken,
  notLoggedIn: (_, sentWith) => {
    if (sentWith === readToken()) clearToken()
  },
})
export const staffApi = connect(staff, send)

const STALE_MS = 10_000
// A mall on a loopback address or in an intranet answers also while the browser believes that it is offline: nothing waits for its word.
const networkMode = 'always' as const

/** What the server said, for every screen; emptied when the person changes. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true, refetchOnReconnect: true },
    mutations: { networkMode, retry: false },
  },
})

/** Who is logged in, and in which roles. */
export const staffQuery = { queryKey: ['staff', 'me'] as const, queryFn: () => staffApi.me({}), staleTime: 60_000 }

export interface Credentials {
  email: string
  pwd: string
  /** In the place of an initial password. */
  newPwd?: string
  code?: string
}

/** Logs in: nothing of whoever sat here before is left. What the server still misses it refuses by name. */
export async function logIn(given: Credentials): Promise<void> {
  const { token, staff: person } = await staffApi.logIn(given)
  queries.clear()
  queries.setQueryData(staffQuery.queryKey, person)
  storeToken(token)
}

/** Logs off here in any case; the server ends the session when it hears of it. */
export async function logOut(): Promise<void> {
  await staffApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof AuthorisingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  clearToken()
  queries.clear()
}
