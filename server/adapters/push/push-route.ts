import type { FastifyInstance, FastifyReply } from 'fastify'
import { PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { requireOpenDuringPunchOut, requirePermission } from '#server/platform/http/authorisation.ts'
import type { Authenticator } from '#server/platform/http/write-transactions.ts'
import type { PushHub, PushStream } from './push-hub.ts'

/** The bytes that may wait for a screen that does not read. Above it the stream is closed. */
const WAITING_BYTES_MAX = 16 * 1024

/** Starts the stream. From here on the response is written directly, not by Fastify. */
function begin(reply: FastifyReply, member: PushStream['member']): PushStream {
  reply.hijack()
  const { raw } = reply
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  raw.writeHead(200, headers as Record<string, string>)
  raw.write(':\n\n')
  return {
    member,
    write(text) {
      if (raw.writableLength > WAITING_BYTES_MAX) raw.destroy()
      else raw.write(text)
    },
    end: () => void raw.end(),
  }
}

/**
 * Serves the push streams of members' screens. A stream takes a slot of admission only while its token is read. Open streams are limited by
 * the hub.
 */
export function registerPushRoute(
  app: FastifyInstance,
  { hub, authenticator, admission, clock }: { hub: PushHub; authenticator: Authenticator; admission: Admission; clock: Clock },
): void {
  app.addHook('preClose', async () => hub.close())
  app.get(API_BASE + PUSH_STREAM_PATH, { config: { lane: 'stream' }, exposeHeadRoute: false }, async (request, reply) => {
    const token = request.headers.authorization
    const caller = await admission.hold('account', undefined, () => authenticator.identify(token, createMoment(clock()), request.ip))
    requirePermission(caller, 'login')
    requireOpenDuringPunchOut(caller, undefined)
    if (caller.kind !== 'member') refuse('NOT_LOGGED_IN')
    // The client has disconnected, and no event will report it. Its stream would be counted for ever.
    if (reply.raw.destroyed) return reply.hijack()
    // Joins before the response starts, so that a refusal is answered normally.
    const late: { stream?: PushStream } = {}
    const leave = hub.add({ member: caller, write: (text) => late.stream?.write(text), end: () => late.stream?.end() })
    reply.raw.once('close', leave)
    late.stream = begin(reply, caller)
    return reply
  })
}
