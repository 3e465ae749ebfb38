import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { AdmissionPriority } from '#server/platform/http/admission.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { createRateStore, type RateStore, type RateStoreOptions } from './rate-store.ts'

/** A known person has his own budget, otherwise the address has one. An invalid token does not open a new budget. */
const ownerOf = ({ caller, visitor }: FastifyRequest): string => {
  if (caller?.kind === 'member') return caller.sessionId
  if (caller?.kind === 'machine' || caller?.kind === 'platformMachine') return caller.keyId
  return caller?.kind === 'staff' ? caller.staffId : visitor.address
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered at any load: health checks must always get an answer. */
    vital?: boolean
    /** For requests that are not calls of the contract: the address's budget to count in. Default: the budget of guests' calls. */
    lane?: 'report' | 'document' | 'notice' | 'stream' | 'picture'
    /** The reason why no rate limit applies. */
    unlimited?: string
  }
}

/** How often the event loop's average delay is sampled. */
const SAMPLE_MS = 1_000
/**
 * By priority: how many times the delay allowed for browsing is still accepted. Pages and files have the priority of browsing. Payments are
 * always accepted, because the delay comes from earlier work.
 */
const PATIENCE: Readonly<Record<AdmissionPriority, number>> = {
  browse: 1,
  account: 1.75,
  change: 2.5,
  submit: 3.5,
  login: 3.5,
  pay: Number.POSITIVE_INFINITY,
}

/**
 * Refuses work at once while the event loop is late, the least important first. It runs before anything else is done for a request. A
 * server that has just started refuses nobody for this reason, because its first samples contain its own start. Returns whether work of a
 * priority is refused now.
 */
export async function registerLoadShedding(
  app: FastifyInstance,
  { loopDelay }: Pick<ServerLimits, 'loopDelay'>,
): Promise<(rank: AdmissionPriority) => boolean> {
  let starting = true
  app.addHook('onReady', async () => {
    setTimeout(() => {
      starting = false
    }, 2 * SAMPLE_MS).unref()
  })
  const delay = watchLoopDelay(app, SAMPLE_MS)
  const isLate = (rank: AdmissionPriority) => !starting && delay() > loopDelay * PATIENCE[rank]
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const { rank = 'browse', vital } = config
    if (!vital && isLate(rank)) throw createRefusal('OVERLOADED')
  })
  return isLate
}

/** The limits per minute of an address, for requests that are not calls. */
const laneLimits = (limits: ServerLimits) => ({
  /** CSP reports of browsers. */
  report: 30,
  /** Descriptions of the calls, which are megabytes in size. */
  document: 30,
  /** Notifications of payment providers. */
  notice: limits.noticePerMinute,
  picture: limits.picturePerMinute,
  /** Push streams. The caller is not known before the stream starts. */
  stream: limits.guestPerMinute,
})

function budget(request: FastifyRequest, limits: ServerLimits): { lane: string; max: number } {
  const { endpoint, lane } = request.routeOptions.config
  if (lane) return { lane, max: laneLimits(limits)[lane] }
  if (endpoint?.rateLimit === 'captcha') return { lane: 'captcha', max: limits.captchaPerMinute }
  if (endpoint?.rateLimit === 'login') return { lane: 'login', max: limits.loginPerMinute }
  if (request.caller?.kind === 'machine' || request.caller?.kind === 'platformMachine')
    return { lane: 'machine', max: limits.machinePerMinute }
  if (endpoint?.idempotent) return { lane: 'money', max: limits.moneyPerMinute }
  return request.caller?.kind === 'guest' ? { lane: 'guest', max: limits.guestPerMinute } : { lane: 'member', max: limits.memberPerMinute }
}

const WINDOW_MS = 60_000
const keyOf = (lane: string, owner: string): string => `${lane}:${owner}`

/** The limits of callers. */
export interface RateLimitControls extends Pick<RateStore, 'setProcesses'> {
  /** Counts a guest's call that is answered without a route. `done` gets whether it is within the limit, usually at once. */
  countGuest(address: string, done: (admitted: boolean) => void): void
}

/**
 * Limits how often a caller may make calls and other requests, unless they are marked as unlimited, on all processes together. A request is
 * counted before its body is read, whatever its result. Returns the function that takes the number of processes.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  limits: ServerLimits,
  pools: Pick<RateStoreOptions, 'clock' | 'take'>,
): Promise<RateLimitControls> {
  const shared = createRateStore(pools)
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: WINDOW_MS,
    // The plugin requires a constructor.
    store: function store() {
      return shared
    } as unknown as FastifyRateLimitStoreCtor,
    allowList: ({ routeOptions: { config } }: FastifyRequest) => config.unlimited !== undefined,
    keyGenerator: (request: FastifyRequest) => keyOf(budget(request, limits).lane, ownerOf(request)),
    max: (request: FastifyRequest) => budget(request, limits).max,
    errorResponseBuilder: () => createRefusal('TOO_MANY'),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  return {
    setProcesses: shared.setProcesses,
    countGuest: (address, done) => {
      const max = limits.guestPerMinute
      shared.incr(keyOf('guest', address), (_, { current }) => done(current <= max), WINDOW_MS, max)
    },
  }
}
