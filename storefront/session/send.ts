import { createSend } from '../../ui/send.ts'
import { emit } from './events.ts'
import { park } from './parked.ts'
import { clearToken, readToken } from './token.ts'

/** How the mall's screens call the server. On a 510 the token goes, the request is parked, and the login screen is asked for. */
export const send = createSend({
  token: readToken,
  notLoggedIn: (request) => {
    park(request)
    clearToken()
    emit('notLoggedIn')
  },
})
