import { enterprise, security } from '#contract/people/identity/api.ts'
import { type Answer, hasSucceeded, type Send } from '#contract/platform/core/client.ts'
import { takePrefetched } from '#ui/prefetch.ts'
import { type ApiRequest, AuthorisingError, createSend } from '#ui/send.ts'
import { emit } from './events.ts'
import { actionLabel, addPendingRequest, type PendingRequest, requeuePendingRequest } from './pending-requests.ts'
import { clearToken, detectTokenChange, readToken } from './token.ts'

/** Calls that begin or end a session. Sent again after a login they would end the new one, so they are not kept. */
const ofSessions: ReadonlySet<string> = new Set([...Object.values(security), enterprise.change].map(({ path }) => path))

/** Another tab has logged in, off or switched while this one slept: what was pressed here was meant for whoever sat here before. */
export class AccountSwitchedError extends Error {
  constructor() {
    super('您已在其他页面切换账号，本页已更新，请确认后再操作')
  }
}

/** The token that was last found to have expired: whatever else went out with it meets the same answer. */
let expired: string | null = null

/** Whether a 510 is about the session of now. What answers a token that has been replaced meanwhile says nothing of the one that is stored. */
const speaksOfNow = (token: string | null): boolean => token === readToken() || (token === expired && readToken() === null)

function endSession(token: string | null): void {
  if (token !== readToken()) return
  // A request without a token says nothing of the one before: what is still under way with that one is parked.
  if (token !== null) expired = token
  clearToken()
  emit('notLoggedIn', { expired: token !== null })
}

/** What may wait for a login: no money is moved for a guest by whoever logs in next. */
const mayWait = ({ endpoint: { kind, path, idempotent }, options }: ApiRequest, token: string | null): boolean =>
  kind === 'write' && !options.shownOnce && !ofSessions.has(path) && !(idempotent && token === null)

/**
 * Sends for the seat that the screen belongs to. On a 510 the token goes, what was to change something is parked, and the login screen is asked
 * for. Reads need no parking: whoever is back reads anew.
 */
const sendAsSeated = createSend({
  token: readToken,
  prefetched: takePrefetched,
  notLoggedIn: (request, token) => {
    const later = mayWait(request, token) && speaksOfNow(token) ? addPendingRequest(request, { byGuest: token === null }) : undefined
    endSession(token)
    return later
  },
})

/** The same for what was parked once already. */
const sendAgain = createSend({
  token: readToken,
  notLoggedIn: (_, token) => {
    endSession(token)
    return undefined
  },
})

/** A guest's press that needs a login waits for one, and the server is not asked for what it would answer. */
function parkWish(request: ApiRequest): Promise<Answer> | undefined {
  const { needs } = request.endpoint
  const forGuests = typeof needs === 'string' && needs.startsWith('guest')
  if (readToken() !== null || forGuests || !mayWait(request, null)) return undefined
  const later = addPendingRequest(request, { byGuest: true })
  if (later) emit('loginWanted')
  return later
}

/** How the mall's screens call the server. Nothing is changed in the name of a seat that the screen was not made for. */
export const send: Send = async (endpoint, wire, options) => {
  const changes = endpoint.kind === 'write' || endpoint.kind === 'upload'
  if (detectTokenChange() && changes) throw new AccountSwitchedError()
  return parkWish({ endpoint, wire, options }) ?? sendAsSeated(endpoint, wire, options)
}

/** Sends what was parked, for the seat of now: its maker gets the answer, or nothing where it is refused and everybody is told. */
export async function sendPendingRequest(parked: PendingRequest): Promise<void> {
  const { endpoint, wire, options } = parked.request
  const { signal: _, ...kept } = options
  try {
    if (detectTokenChange()) throw new AccountSwitchedError()
    const answer = await sendAgain(endpoint, wire, kept)
    if (!hasSucceeded(answer)) throw new Error(answer.msg)
    parked.resolve(answer)
  } catch (error) {
    if (error instanceof AuthorisingError) return requeuePendingRequest(parked)
    parked.reject(new AuthorisingError())
    emit('parkedRefused', { act: actionLabel(endpoint), msg: error instanceof Error ? error.message : '' })
  }
}
