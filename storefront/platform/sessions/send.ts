import { loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import { type EnvelopeWithHttpStatus, isSuccessAnswer, type RequestSender } from '#contract/platform/core/client.ts'
import { isGuestAccess } from '#contract/platform/core/permissions.ts'
import { countUpload } from '#storefront/platform/components/uploads.ts'
import { takePrefetchedResponse } from '#ui/prefetch.ts'
import { type ApiRequest, createRequestSender, LoginPendingError } from '#ui/send.ts'
import { emitClientEvent } from './events.ts'
import { addPendingRequest, formatEndpointShortLabel, type PendingRequest, requeuePendingRequest } from './pending-requests.ts'
import { clearToken, notifyIfTokenChanged, readToken } from './token.ts'

/** Calls that start or end a session. Sent again after a login they would end the new one, so they are not kept. */
const ofSessions: ReadonlySet<string> = new Set(
  [...Object.values(loginAndRegistrationEndpoints), ownEnterprisesEndpoints.change].map(({ path }) => path),
)

/** Another tab has logged in, logged out or switched the company. The call in this tab was meant for the previous person. */
export class MembershipChangedInOtherTabError extends Error {
  constructor() {
    super('您已在其他页面切换账号，本页已更新，请确认后再操作')
  }
}

/** The last token that has expired. All requests that were sent with it get the same answer. */
let expired: string | null = null

/** Whether a 510 concerns the current session. An answer to an older token says nothing about the stored one. */
const speaksOfNow = (token: string | null): boolean => token === readToken() || (token === expired && readToken() === null)

function endSession(token: string | null): void {
  if (token !== readToken()) return
  // A request without a token does not change it, so requests under way with the old token are still kept.
  if (token !== null) expired = token
  clearToken()
  emitClientEvent('notLoggedIn', { expired: token !== null })
}

/** Which requests may wait for a guest's login. Payment calls may not, because the next person to log in could be somebody else. */
const mayWait = ({ endpoint: { kind, path, idempotent }, options }: ApiRequest, token: string | null): boolean =>
  kind === 'write' && !options.shownOnce && !ofSessions.has(path) && !(idempotent && token === null)

/**
 * Sends a call for the current member. On a 510 the token is removed, a write is kept, and the login screen opens. Reads are not kept,
 * because the screen fetches again after the login.
 */
const sendAsMember = createRequestSender({
  token: readToken,
  prefetched: takePrefetchedResponse,
  notLoggedIn: (request, token) => {
    const later = mayWait(request, token) && speaksOfNow(token) ? addPendingRequest(request, { byGuest: token === null }) : undefined
    endSession(token)
    return later
  },
})

/** Sends a kept request again. */
const sendAgain = createRequestSender({
  token: readToken,
  notLoggedIn: (_, token) => {
    endSession(token)
    return undefined
  },
})

/** Keeps a guest's call that needs a login, without sending it to the server first. */
function holdUntilLogin(request: ApiRequest): Promise<EnvelopeWithHttpStatus> | undefined {
  const { needs } = request.endpoint
  if (readToken() !== null || isGuestAccess(needs) || !mayWait(request, null)) return undefined
  const later = addPendingRequest(request, { byGuest: true })
  if (later) emitClientEvent('loginWanted')
  return later
}

/** Sends the calls of the storefront's screens. A write is never sent for another member than the one that the screen was made for. */
export const sendOrHoldUntilLogin: RequestSender = async (endpoint, wire, options) => {
  const changes = endpoint.kind === 'write' || endpoint.kind === 'upload'
  if (notifyIfTokenChanged() && changes) throw new MembershipChangedInOtherTabError()
  const sent = holdUntilLogin({ endpoint, wire, options }) ?? sendAsMember(endpoint, wire, options)
  return endpoint.kind === 'upload' ? countUpload(sent) : sent
}

/** Sends a kept request for the current member. Its caller gets the answer. If it is refused, an event reports it. */
export async function resendOnePendingRequest(parked: PendingRequest): Promise<void> {
  const { endpoint, wire, options } = parked.request
  const { signal: _, ...kept } = options
  try {
    if (notifyIfTokenChanged()) throw new MembershipChangedInOtherTabError()
    const answer = await sendAgain(endpoint, wire, kept)
    if (!isSuccessAnswer(answer)) throw new Error(answer.msg)
    parked.resolve(answer)
  } catch (error) {
    if (error instanceof LoginPendingError) return requeuePendingRequest(parked)
    parked.reject(new LoginPendingError())
    emitClientEvent('parkedRefused', { act: formatEndpointShortLabel(endpoint), msg: error instanceof Error ? error.message : '' })
  }
}
