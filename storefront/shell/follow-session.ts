import { AuthorisingError } from '../../ui/send.ts'
import { router } from '../router.tsx'
import { withRedirect } from '../routes.ts'
import { on } from '../session/events.ts'
import { queries, userQuery } from '../session/session.ts'
import { clearToken, readToken, watchToken } from '../session/token.ts'

const here = (): string => router.state.location.href
const atLogin = (): boolean => /^\/login(?=[/?#]|$|_error)/.test(router.state.location.pathname)

/** A 510: unless he is there already, the person is led to the login screen with the way back (specification §4). */
function leadToLogin(): void {
  queries.clear()
  if (!atLogin()) router.history.replace(withRedirect('/login', here()))
}

/** With a stored token the app begins by reading who it stands for; when that fails, the token goes and the login screen comes. */
export async function readUserAtStart(): Promise<void> {
  if (readToken() === null) return
  await queries.fetchQuery(userQuery).catch((error: unknown) => {
    if (error instanceof AuthorisingError) return
    clearToken()
    queries.clear()
    router.history.replace(`/login?redirect=${encodeURIComponent(here())}`)
  })
}

/** Ties the session to the address: what happens to the one is followed by the other. */
export function followSession(): void {
  on('notLoggedIn', leadToLogin)
  let token = readToken()
  // Another tab logged in, off or switched: what this one shows is somebody else's now.
  watchToken(() => {
    const now = readToken()
    if (now === token) return
    token = now
    queries.clear()
    void readUserAtStart()
  })
  void readUserAtStart()
}
