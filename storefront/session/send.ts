import type { Send } from '../../contract/client.ts'
import { enterprise, security } from '../../contract/identity/api.ts'
import { takeBeforehand } from '../../ui/beforehand.ts'
import { createSend } from '../../ui/send.ts'
import { emit } from './events.ts'
import { park } from './parked.ts'
import { clearToken, noteToken, readToken } from './token.ts'

/** Calls that begin or end a session. Sent again after a login they would end the new one, so they are not kept. */
const ofSessions: ReadonlySet<string> = new Set([...Object.values(security), enterprise.change].map(({ path }) => path))

/** Another tab has logged in, off or switched while this one slept: what was pressed here was meant for whoever sat here before. */
export class MovedError extends Error {
  constructor() {
    super('您已在其他页面切换账号，本页已更新，请确认后再操作')
  }
}

/**
 * Sends for the seat that the screen belongs to. On a 510 the token goes, the request is parked, and the login screen is asked for. Reads need
 * no parking: whoever is back reads anew. An answer to a token that has been replaced meanwhile says nothing of the one that is stored now.
 */
const sendAsSeated = createSend({
  token: readToken,
  beforehand: takeBeforehand,
  notLoggedIn: (request, token) => {
    if (token !== readToken()) return
    if (request.endpoint.kind === 'write' && !ofSessions.has(request.endpoint.path)) park(request)
    clearToken()
    emit('notLoggedIn')
  },
})

/** How the mall's screens call the server. Nothing is changed in the name of a seat that the screen was not made for. */
export const send: Send = async (endpoint, wire, options) => {
  const changes = endpoint.kind === 'write' || endpoint.kind === 'upload'
  if (noteToken() && changes) throw new MovedError()
  return sendAsSeated(endpoint, wire, options)
}
