import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE } from '../../contract/envelope.ts'
import { PUSH_PATH } from '../../contract/messaging/push.ts'
import { refuse } from '../../contract/refusals.ts'
import { demand } from '../http/gate.ts'
import type { Places } from '../http/places.ts'
import type { Doorkeeper } from '../http/write.ts'
import { type Clock, momentAt } from '../platform/moment.ts'
import type { Hub, Stream } from './hub.ts'

/** What may wait for a screen that does not read: more, and its line is cut. */
const WAITING_BYTES_MAX = 16 * 1024

/** The line itself: from here on the answer is ours and not Fastify's. */
function begin(reply: FastifyReply, member: Stream['member']): Stream {
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
 * Lets members' screens listen. A line takes a place only while its token is read: open ones are counted by the hub, apart from the calls that
 * are being worked on.
 */
export function mountPush(
  app: FastifyInstance,
  { hub, doorkeeper, places, clock }: { hub: Hub; doorkeeper: Doorkeeper; places: Places; clock: Clock },
): void {
  app.addHook('preClose', async () => hub.close())
  app.get(API_BASE + PUSH_PATH, { config: { stream: true }, exposeHeadRoute: false }, async (request, reply) => {
    const token = request.headers.authorization
    const caller = await places.hold('account', undefined, () => doorkeeper.identify(token, momentAt(clock()), request.ip))
    demand('login', caller)
    if (caller.kind !== 'member') refuse('NOT_LOGGED_IN')
    // Taken in before the line is begun: whoever is refused is answered like everywhere.
    const late: { stream?: Stream } = {}
    const leave = hub.join({ member: caller, write: (text) => late.stream?.write(text), end: () => late.stream?.end() })
    reply.raw.once('close', leave)
    late.stream = begin(reply, caller)
  })
}
