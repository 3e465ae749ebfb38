import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusal, refusals } from '#contract/platform/core/refusals.ts'
import { parsePunchOutCode } from '#server/integration/punch-out/codes.ts'
import { answerCxmlRequest } from '#server/integration/punch-out/cxml/answer-cxml-request.ts'
import { answerOciCall } from '#server/integration/punch-out/oci/answer-oci-call.ts'
import { parseOciRequest } from '#server/integration/punch-out/oci/oci-request.ts'
import { findReturnedPunchOut } from '#server/integration/punch-out/punch-out-store.ts'
import { RETURN_PAGE_PATH } from '#server/integration/punch-out/return-cart.ts'
import { findPunchOutSetup } from '#server/integration/punch-out/setup/setup-store.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { toRequestOrigin } from '#server/platform/http/context.ts'
import { sendRefusalPage, sendReturnPage } from './pages.ts'

const OCI_PATH = '/api/punch-out/oci'
const CXML_PATH = '/api/punch-out/cxml'
const FORM_BYTES_MAX = 64 * 1024
/** An order of some hundred lines. */
const CXML_BYTES_MAX = 256 * 1024

export interface PunchOutDoor {
  db: Db
  keys: Keys
  clock: Clock
  admission: Admission
  limits: Pick<ServerLimits, 'guestInFlight' | 'loginFailures'>
  /** The address of the mall. */
  publicUrl: () => string
  /** In the demo a cart may go back to this machine. */
  allowsLoopback: boolean
}

/** The fields of a query, or of the body of a form. */
const readFields = ({ method, url, body }: FastifyRequest): URLSearchParams =>
  // A system that does not encode HOOK_URL sends a second question mark.
  new URLSearchParams(method === 'GET' ? url.slice(url.indexOf('?') + 1) : typeof body === 'string' ? body : '')

/** Whose slots a request takes: of one address only some are served at once. */
const toHolder = ({ limits }: PunchOutDoor, { visitor }: FastifyRequest) => ({ name: visitor.address, most: limits.guestInFlight })

async function receiveOciCall(door: PunchOutDoor, request: FastifyRequest, reply: FastifyReply) {
  try {
    const { db, clock, admission, limits, allowsLoopback } = door
    const visitor = { origin: toRequestOrigin(request), address: request.visitor.address, failuresMax: limits.loginFailures }
    const call = { request: parseOciRequest(readFields(request)), ...visitor, allowsLoopback }
    const answer = await admission.hold('login', toHolder(door, request), () => answerOciCall(db, createMoment(clock()), call))
    return 'location' in answer ? reply.redirect(answer.location, 303) : sendReturnPage(reply, answer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    request.refused = error.reason
    return sendRefusalPage(reply, error.code, error.message)
  }
}

async function receiveCxml(door: PunchOutDoor, request: FastifyRequest, reply: FastifyReply) {
  const { db, keys, clock, admission, limits, publicUrl, allowsLoopback } = door
  const call = {
    db,
    keys,
    moment: createMoment(clock()),
    body: typeof request.body === 'string' ? request.body : '',
    origin: toRequestOrigin(request),
    address: request.visitor.address,
    failuresMax: limits.loginFailures,
    publicUrl: publicUrl(),
    allowsLoopback,
  }
  const { message, fault } = await admission.hold('submit', toHolder(door, request), () => answerCxmlRequest(call))
  if (fault) request.log.warn({ code: fault.code, reason: fault.reason }, 'cXML')
  return reply.headers({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' }).send(message)
}

async function sendCartBack({ db, clock }: PunchOutDoor, request: FastifyRequest, reply: FastifyReply) {
  const parsed = parsePunchOutCode(readFields(request).get('code') ?? '')
  const returned = parsed && (await findReturnedPunchOut(db, createMoment(clock()), parsed.enterpriseId, parsed.hash))
  if (!returned) return sendRefusalPage(reply, createRefusal('PUNCH_OUT_OVER').code, refusals.PUNCH_OUT_OVER.msg)
  const returnHosts = (await findPunchOutSetup(db, parsed.enterpriseId))?.returnHosts ?? []
  return sendReturnPage(reply, { ...returned, returnHosts, submits: true })
}

/**
 * The addresses that procurement systems know: GET and POST /api/punch-out/oci, POST /api/punch-out/cxml, and GET /api/punch-out/return, which sends a cart back.
 * They are no calls of the contract, because their forms and answers are those of the protocol.
 */
export async function registerPunchOutRoutes(http: FastifyInstance, door: PunchOutDoor): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const form = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string', bodyLimit: CXML_BYTES_MAX }, (_, body, done) =>
      done(null, body),
    )
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: OCI_PATH,
      bodyLimit: FORM_BYTES_MAX,
      config: { rank: 'login' },
      exposeHeadRoute: false,
      handler: (request, reply) => receiveOciCall(door, request, reply),
    })
    scope.post(CXML_PATH, { bodyLimit: CXML_BYTES_MAX, config: { rank: 'submit' } }, (request, reply) => receiveCxml(door, request, reply))
    scope.get(RETURN_PAGE_PATH, { exposeHeadRoute: false }, (request, reply) => sendCartBack(door, request, reply))
  })
}
