import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalOf } from '#contract/platform/core/refusals.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { AdmissionPriority } from '#server/platform/http/admission.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { createRateStore } from './rate-store.ts'

/** A person's own budget when we know who it is, else the address's: a token that stands for nobody opens no new budget. */
const whose = ({ caller, visitor }: FastifyRequest): string => {
  if (caller?.kind === 'member') return caller.sessionId
  if (caller?.kind === 'machine') return caller.keyId
  return caller?.kind === 'staff' ? caller.staffId : visitor.address
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however late the event loop runs: whoever asks whether we live must hear. */
    vital?: boolean
    /** Of what is no call of the contract: which budget of the address it is counted in. What says nothing is counted with what guests ask. */
    lane?: 'report' | 'document' | 'notice' | 'stream'
    /** Why no limit of rate covers it. */
    unlimited?: string
  }
}

/** How often the event loop's average delay is taken. */
const SAMPLE_MS = 1_000
/**
 * How many times as late as browsing allows the event loop may run when work of a rank is still begun. Pages and files go with browsing.
 * Paying is always begun: what is late then is what came before.
 */
const PATIENCE: Readonly<Record<AdmissionPriority, number>> = {
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
export async function registerLoadShedding(app: FastifyInstance, { loopDelay }: Pick<ServerLimits, 'loopDelay'>): Promise<void> {
  let starting = true
  app.addHook('onReady', async () => {
    setTimeout(() => {
      starting = false
    }, 2 * SAMPLE_MS).unref()
  })
  const delay = watchLoopDelay(app, SAMPLE_MS)
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const { rank = 'browse', vital } = config
    if (!starting && !vital && delay() > loopDelay * PATIENCE[rank]) throw refusalOf('OVERLOADED')
  })
}

/** What an address may ask of each thing that is no call, in a minute. */
const laneLimits = (limits: ServerLimits) => ({
  /** What browsers report. */
  report: 30,
  /** Descriptions of the calls, of megabytes. */
  document: 30,
  /** What providers tell of money. */
  notice: limits.noticePerMinute,
  /** Screens that listen: nobody is known before the line is begun. */
  stream: limits.guestPerMinute,
})

function budget(request: FastifyRequest, limits: ServerLimits): { lane: string; max: number } {
  const { endpoint, lane } = request.routeOptions.config
  if (lane) return { lane, max: laneLimits(limits)[lane] }
  if (endpoint?.rateLimit === 'captcha') return { lane: 'captcha', max: limits.captchaPerMinute }
  if (endpoint?.rateLimit === 'login') return { lane: 'login', max: limits.loginPerMinute }
  if (request.caller?.kind === 'machine') return { lane: 'machine', max: limits.machinePerMinute }
  if (endpoint?.idempotent) return { lane: 'money', max: limits.moneyPerMinute }
  return request.caller?.kind === 'guest' ? { lane: 'guest', max: limits.guestPerMinute } : { lane: 'member', max: limits.memberPerMinute }
}

/** How often one caller may call, and ask for anything else that does not say why it is not counted. Counted before the body is read, whatever becomes of the call. */
export async function registerRateLimits(app: FastifyInstance, limits: ServerLimits): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: 60_000,
    // As a constructor, which the plugin asks for.
    store: function store() {
      return createRateStore()
    } as unknown as FastifyRateLimitStoreCtor,
    allowList: ({ routeOptions: { config } }: FastifyRequest) => config.unlimited !== undefined,
    keyGenerator: (request: FastifyRequest) => `${budget(request, limits).lane}:${whose(request)}`,
    max: (request: FastifyRequest) => budget(request, limits).max,
    errorResponseBuilder: () => refusalOf('TOO_MANY'),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
