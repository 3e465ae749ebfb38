import { enterprise, security } from '../../contract/identity/api.ts'
import { createSend } from '../../ui/send.ts'
import { emit } from './events.ts'
import { park } from './parked.ts'
import { clearToken, readToken } from './token.ts'

/** Calls that begin or end a session. Sent again after a login they would end the new one, so they are not kept. */
const ofSessions: ReadonlySet<string> = new Set([...Object.values(security), enterprise.change].map(({ path }) => path))

/**
 * How the mall's screens call the server. On a 510 the token goes, the request is parked, and the login screen is asked for. Reads need
 * no parking: whoever is back reads anew. An answer to a token that has been replaced meanwhile says nothing of the one that is stored now.
 */
export const send = createSend({
  token: readToken,
  notLoggedIn: (request, token) => {
    if (token !== readToken()) return
    if (request.endpoint.kind === 'write' && !ofSessions.has(request.endpoint.path)) park(request)
    clearToken()
    emit('notLoggedIn')
  },
})
