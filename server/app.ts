import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '../contract/api.ts'
import { machineContract } from '../contract/integration/machine-api.ts'
import { MACHINE_DOCUMENT } from '../contract/integration/paths.ts'
import { consoleCalls } from './console-calls.ts'
import { plantSeeds } from './content/public.ts'
import { openDoorkeeper } from './doorkeeper.ts'
import { type AnswerMemory, openAnswerMemory } from './http/answer-memory.ts'
import { answerUnknownCall } from './http/errors.ts'
import { admit, mountAll } from './http/mount.ts'
import { openPlaces } from './http/places.ts'
import { machineHandlers } from './machine/routes.ts'
import { mallCalls } from './mall-calls.ts'
import type { Outside } from './outside.ts'
import type { RateLimits } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import type { Keys } from './platform/keys.ts'
import { type Clock, momentAt } from './platform/moment.ts'
import { type Hub, mountPush, openHub } from './push/public.ts'
import { mountNotices } from './receipts/public.ts'
import { standingSessions } from './sessions/public.ts'
import { serveHealth } from './web/health.ts'
import { limitRates, shedLoad } from './web/limits.ts'
import { machineDocument } from './web/machine-document.ts'
import { measure } from './web/metrics.ts'
import { openApiOf } from './web/openapi.ts'
import { servePages } from './web/pages.ts'
import { openServer } from './web/serve.ts'

export interface AppOptions {
  db: Db
  clock: Clock
  keys: Keys
  log: Logger
  limits: RateLimits
  trustProxy: string[]
  /** TLS ends in front of us. */
  secure: boolean
  outside: Outside
  /** The platform's people need a second factor; not so in the demo. */
  demandTotp: boolean
  /** In tests: refusals that a call does not list are defects. */
  strict: boolean
}

export interface App {
  http: FastifyInstance
  memory: AnswerMemory
  hub: Hub
  metrics: ReturnType<typeof measure>
}

/** The calls as OpenAPI: all of them, and those of programs with what a reader of them needs. */
function describe(http: FastifyInstance): void {
  const documents = { '/api/openapi.json': openApiOf(contract, '岩锋工品'), [MACHINE_DOCUMENT]: machineDocument() }
  for (const [path, document] of Object.entries(documents)) {
    const text = JSON.stringify(document)
    http.get(path, (_, reply) => reply.header('Content-Type', 'application/json; charset=utf-8').send(text))
  }
}

/** The whole server on one screen. What answers the calls is in `mallCalls` and `consoleCalls`, and nowhere else. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, clock, keys, log, outside, strict } = options
  const http = openServer({ log, newRequestId: () => momentAt(clock()).newId(), trustProxy: options.trustProxy })
  // What people read and agree to is there before the first of them comes.
  await plantSeeds(db, momentAt(clock()))
  const memory = openAnswerMemory()
  const places = openPlaces(options.limits)
  const hub = openHub(options.limits, (members) => standingSessions(db, momentAt(clock()), members))
  const metrics = measure(http, () => ({ ...places.taken(), streams: hub.open() }))
  const doorkeeper = openDoorkeeper(db)
  const mounting = {
    ...{ db, clock, doorkeeper, memory, places, limits: options.limits, strict },
    digest: (text: string) => keys.hmac('request', text),
  }
  await shedLoad(http, options.limits)
  admit(http, mounting)
  await limitRates(http, options.limits)
  await mountNotices(http, { db, clock, outside })
  mountPush(http, { hub, doorkeeper, places, clock })
  const wiring = { keys, outside, vault: { keys, store: outside.files }, demandTotp: options.demandTotp }
  mountAll(http, contract, { ...mallCalls(wiring), ...consoleCalls(wiring) }, mounting)
  mountAll(http, machineContract, { machine: machineHandlers(outside) }, mounting)
  serveHealth(http, db)
  describe(http)
  await servePages(http, { secure: options.secure })
  const paths = new Set(Object.values({ ...contract, ...machineContract }).flatMap((api) => Object.values(api).map(({ path }) => path)))
  http.setNotFoundHandler((request, reply) => answerUnknownCall(paths, request, reply))
  return { http, memory, hub, metrics }
}
