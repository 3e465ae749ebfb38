import { QueryCache } from '@tanstack/react-query'
import { staff } from '#contract/people/staff/staff-api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { formatError } from '#ui/format-error.ts'
import { FreshQueryClient } from '#ui/fresh-query-client.ts'
import { AuthorisingError, createSend } from '#ui/send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

/**
 * How the console's screens call the server. On a 510 the token goes, and with it the person: the routes ask for a log-in. An answer to a
 * token that has been replaced meanwhile says nothing of the one that is stored now, and an answer to none says nothing at all.
 */
export const send = createSend({
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
/** Whether somebody was logged in here until his session expired; the login screen says so. */
export const hasExpired = (): boolean => expired
export const staffApi = connect(staff, send)

const STALE_MS = 10_000
// A mall on a loopback address or in an intranet answers also while the browser believes that it is offline: nothing waits for its word.
const networkMode = 'always' as const

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked for beside what the person came for: that it failed is told by no toast. */
      quiet?: true
    }
  }
}

type Listener = (message: string) => void
const failures = new Set<Listener>()
/** Calls back with what a read failed with that was to be shown; not so of one that only refreshes what is, nor of a quiet one. Returns how to stop. */
export function onFailedRead(listener: Listener): () => void {
  failures.add(listener)
  return () => void failures.delete(listener)
}
const queryCache = new QueryCache({
  onError: (error, { state, meta }) => {
    const isTold = state.data === undefined && meta?.quiet !== true && !(error instanceof AuthorisingError)
    if (isTold) for (const tell of failures) tell(formatError(error))
  },
})

/** What the server said, for every screen; emptied when the person changes. */
export const queries = new FreshQueryClient({
  queryCache,
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
  /** In the place of the code. */
  recoveryCode?: string
}

/** Who has logged in and is about to come in; nothing is kept of it until then. */
export interface LoggedIn {
  /** Codes that have to be seen first: they are shown once. */
  recoveryCodes: readonly string[] | null
  /** Comes in: nothing of whoever sat here before is left. */
  enter(): void
}

/** Logs in. What the server still misses it refuses by name. */
export async function logIn(given: Credentials): Promise<LoggedIn> {
  const { token, staff: person, recoveryCodes } = await staffApi.logIn(given)
  const enter = () => {
    queries.clear()
    queries.setQueryData(staffQuery.queryKey, person)
    expired = false
    storeToken(token)
  }
  return { recoveryCodes, enter }
}

/** Logs off here in any case; the server ends the session when it hears of it. */
export async function logOut(): Promise<void> {
  await staffApi.logOut({}).catch((error: unknown) => {
    if (!(error instanceof AuthorisingError)) console.warn('log-out was not heard; the token is forgotten here')
  })
  expired = false
  clearToken()
  queries.clear()
}
