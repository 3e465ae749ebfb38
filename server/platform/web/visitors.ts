import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_COOKIE_LIFETIME_SECONDS, parseDeviceId } from '#server/platform/core/device-cookie.ts'
import { toIpNetworkKey } from '#server/platform/core/ip-key.ts'
import type { Visitor } from '#server/platform/http/context.ts'

const NAME = 'device'

/** The value of the device cookie; undefined if there is none. */
function cookieIn(header: string | undefined): string | undefined {
  const pair = header?.split('; ').find((one) => one.startsWith(`${NAME}=`))
  return pair?.slice(NAME.length + 1)
}

function visitorOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Visitor {
  const cookie = cookieIn(request.headers.cookie)
  return {
    address: toIpNetworkKey(request.ip),
    cookie,
    deviceId: parseDeviceId(cookie),
    setCookie: (value) => {
      const line = `${NAME}=${value}; Path=/; Max-Age=${DEVICE_COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Lax`
      reply.header('Set-Cookie', secure ? `${line}; Secure` : line)
    },
  }
}

/**
 * Sets `visitor` on every request, before anything is counted: the address and the device, by which tries are counted. `secure`: TLS ends
 * in front of the server. Behind a proxy that is not configured all visitors have its address and would share one budget, which the log
 * reports once.
 */
export function registerVisitorHook(
  app: FastifyInstance,
  { secure, trustProxy }: { secure: boolean; trustProxy: readonly string[] },
): void {
  let warned = trustProxy.length > 0
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request, reply) => {
    request.visitor = visitorOf(request, reply, secure)
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    warned = true
    request.log.warn({ from: request.ip }, 'X-Forwarded-For is ignored: TRUST_PROXY names no proxy, so its visitors count as one address')
  })
}
