import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import type { RateLimits } from '../platform/config.ts'

/** A person's own budget when we know who it is, else the address's: a token that stands for nobody opens no new budget. */
const whose = ({ caller, ip }: FastifyRequest): string => {
  if (caller?.kind === 'member') return caller.sessionId
  return caller?.kind === 'staff' ? caller.staffId : ip
}

const LOGIN = /\/(login-by-mobile|log-in)/

function budget(request: FastifyRequest, limits: RateLimits): { lane: string; max: number } {
  const { endpoint } = request.routeOptions.config
  const path = endpoint?.path ?? ''
  if (path.endsWith('/captcha')) return { lane: 'captcha', max: limits.captchaPerMinute }
  if (LOGIN.test(path)) return { lane: 'login', max: limits.loginPerMinute }
  if (endpoint?.idempotent) return { lane: 'money', max: limits.moneyPerMinute }
  return request.caller?.kind === 'guest' ? { lane: 'guest', max: limits.guestPerMinute } : { lane: 'member', max: limits.memberPerMinute }
}

/**
 * How often one caller may call, and when the whole server says "later": past 400 ms of event-loop delay everything but health is
 * answered 503 at once, so that what is under way still ends in time.
 */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(underPressure, { maxEventLoopDelay: 400, message: 'busy', retryAfter: 2 })
  await app.register(rateLimit, {
    global: true,
    hook: 'preHandler',
    timeWindow: 60_000,
    cache: 50_000,
    allowList: (request: FastifyRequest) => !request.routeOptions.config.endpoint,
    keyGenerator: (request: FastifyRequest) => `${budget(request, limits).lane}:${whose(request)}`,
    max: (request: FastifyRequest) => budget(request, limits).max,
    errorResponseBuilder: () => new Refusal('TOO_MANY'),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
