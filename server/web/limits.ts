import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalOf } from '../../contract/refusals.ts'
import type { Rank } from '../http/places.ts'
import type { RateLimits } from '../platform/config.ts'

/** A person's own budget when we know who it is, else the address's: a token that stands for nobody opens no new budget. */
const whose = ({ caller, ip }: FastifyRequest): string => {
  if (caller?.kind === 'member') return caller.sessionId
  if (caller?.kind === 'machine') return caller.keyId
  return caller?.kind === 'staff' ? caller.staffId : ip
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however late the event loop runs: whoever asks whether we live must hear. */
    vital?: boolean
    /** Anybody may call it, and it is no call of the contract. */
    open?: boolean
    /** A line that stays open. Counted by address like what guests ask, since nobody is known before it is begun. */
    stream?: boolean
  }
}

/** How often the event loop's average delay is taken. */
const SAMPLE_MS = 1_000
/**
 * How many times as late as browsing allows the event loop may run when work of a rank is still begun. Pages and files go with browsing.
 * Paying is always begun: what is late then is what came before.
 */
const PATIENCE: Readonly<Record<Rank, number>> = {
  browse: 1,
  account: 1.75,
  change: 2.5,
  submit: 3.5,
  door: 3.5,
  pay: Number.POSITIVE_INFINITY,
}

/**
 * Turns work away at once while the event loop is late, what matters least first. Comes before anything else is done for a request. A server
 * that has just started turns nobody away for that: what was late till then was its own start, and the first samples hold it.
 */
export async function shedLoad(app: FastifyInstance, { loopDelay }: Pick<RateLimits, 'loopDelay'>): Promise<void> {
  let starting = true
  app.addHook('onReady', async () => {
    setTimeout(() => {
      starting = false
    }, 2 * SAMPLE_MS).unref()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: loopDelay,
    sampleInterval: SAMPLE_MS,
    pressureHandler: (request, _reply, _type, delay = 0) => {
      const { rank = 'browse', vital } = request.routeOptions.config
      // A loop that did not turn once in a whole sample has no average: the plugin calls it infinite.
      if (!starting && !vital && Math.min(delay, SAMPLE_MS) > loopDelay * PATIENCE[rank]) throw refusalOf('OVERLOADED')
    },
  })
}

const OPEN_PER_MINUTE = 30
const LOGIN = /\/(login-by-mobile|log-in)/

function budget(request: FastifyRequest, limits: RateLimits): { lane: string; max: number } {
  const { endpoint, open, stream } = request.routeOptions.config
  if (open) return { lane: 'open', max: OPEN_PER_MINUTE }
  if (stream) return { lane: 'stream', max: limits.guestPerMinute }
  const path = endpoint?.path ?? ''
  if (path.endsWith('/captcha')) return { lane: 'captcha', max: limits.captchaPerMinute }
  if (LOGIN.test(path)) return { lane: 'login', max: limits.loginPerMinute }
  if (request.caller?.kind === 'machine') return { lane: 'machine', max: limits.machinePerMinute }
  if (endpoint?.idempotent) return { lane: 'money', max: limits.moneyPerMinute }
  return request.caller?.kind === 'guest' ? { lane: 'guest', max: limits.guestPerMinute } : { lane: 'member', max: limits.memberPerMinute }
}

/** How often one caller may call. Counted before the body is read, whatever becomes of the call. */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: 60_000,
    cache: 50_000,
    allowList: ({ routeOptions: { config } }: FastifyRequest) => !config.endpoint && !config.open && !config.stream,
    keyGenerator: (request: FastifyRequest) => `${budget(request, limits).lane}:${whose(request)}`,
    max: (request: FastifyRequest) => budget(request, limits).max,
    errorResponseBuilder: () => refusalOf('TOO_MANY'),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
