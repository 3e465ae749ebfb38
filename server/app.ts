import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '#contract/api.ts'
import { machineContract } from '#contract/integration/integration/machine-api.ts'
import { MACHINE_DOCUMENT_PATH, PLATFORM_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { platformApiContract } from '#contract/integration/integration/platform-api.ts'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { createPushHub, type PushHub, registerPushRoute } from '#server/adapters/push/public.ts'
import { registerProviderCallbacks } from '#server/billing/incoming-payments/public.ts'
import { serveCatalogFiles } from '#server/catalog/pictures/public.ts'
import { insertMissingDefaultArticles, readPageProfile } from '#server/content/content/public.ts'
import { createMachineApiHandlers } from '#server/integration/machine-api/routes.ts'
import { platformApiHandlers } from '#server/integration/platform-api/routes.ts'
import { serveLogos } from '#server/operations/company-profile/public.ts'
import { readMonitoringFigures, registerBusinessMetrics } from '#server/operations/monitoring/public.ts'
import { findActiveSessionTokenDigests } from '#server/people/sessions/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { CONNECTIONS_MAX } from '#server/platform/core/file-handles.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import { createProcessFaults, type JobsStatus, type ProcessFaults } from '#server/platform/core/process-status.ts'
import type { Replica } from '#server/platform/core/replica.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { createAdmission } from '#server/platform/http/admission.ts'
import { sendUnknownCallRefusal } from '#server/platform/http/errors.ts'
import { createFormReader } from '#server/platform/http/forms.ts'
import { mountContract, registerAccessHooks } from '#server/platform/http/mount.ts'
import { createResponseCache, type ResponseCache } from '#server/platform/http/response-cache.ts'
import { createRatePoolTaker } from '#server/platform/rate-limits/public.ts'
import { createCompanyReader } from '#server/platform/web/company.ts'
import { createMachineApiDocument } from '#server/platform/web/documents/machine-document.ts'
import { createPlatformApiDocument } from '#server/platform/web/documents/platform-document.ts'
import { registerHealthRoutes } from '#server/platform/web/health/health-routes.ts'
import type { Readiness } from '#server/platform/web/health/health-state.ts'
import { createHttpServer } from '#server/platform/web/http-server.ts'
import { registerLoadShedding, registerRateLimits } from '#server/platform/web/limits/rates-and-load.ts'
import { registerFaultMetrics, registerJobMetrics, registerMetrics, registerReplicaMetrics } from '#server/platform/web/metrics.ts'
import { type CompressedDocument, compressDocument, createOpenApiDocument, serveDocument } from '#server/platform/web/openapi.ts'
import { servePages } from '#server/platform/web/pages.ts'
import { registerRememberedAnswers } from '#server/platform/web/remembered-answers.ts'
import { registerVisitors } from '#server/platform/web/visitors.ts'
import { createAuthenticator } from './authentication.ts'
import { createConsoleHandlers } from './console-handlers.ts'
import type { ExternalServices } from './external-services.ts'
import { createStorefrontHandlers } from './storefront-handlers.ts'

export interface AppOptions {
  db: Db
  /** A replica of the database for calls that may lag; undefined: there is none. */
  replica?: Replica | undefined
  clock: Clock
  keys: Keys
  log: Logger
  limits: ServerLimits
  trustProxy: string[]
  /** TLS ends in front of us. */
  secure: boolean
  services: ExternalServices
  /** The platform's people need a second factor; not so in the demo. */
  demandTotp: boolean
  /** In tests: refusals that a call does not list are defects. */
  strict: boolean
  /** How the job queue of this process does; undefined: it runs none. */
  jobs?: () => JobsStatus | undefined
  /** Whether the server was told to stop and still serves. */
  isDraining?: () => boolean
  /** Where faults of the process are counted. */
  faults?: ProcessFaults
  /** How many connections are taken at once. */
  connections?: number
}

export interface App {
  http: FastifyInstance
  memory: ResponseCache
  hub: PushHub
  metrics: ReturnType<typeof registerMetrics>['registry']
  /** What /readyz answers. */
  readiness: () => Promise<Readiness>
  /** Says how many processes share the limits of callers. */
  setLiveServers: (count: number) => void
  routes: readonly ServedRoute[]
}

/** A path that the server answers, and why no limit of rate covers it, if none does. */
export interface ServedRoute {
  url: string
  method: string
  unlimited: string | undefined
}

let written: { mall: string; calls: CompressedDocument; machine: CompressedDocument; platform: CompressedDocument } | undefined

/**
 * The calls as OpenAPI: all of them, and those of programs with what a reader of them needs. They depend on the contract and the mall's name
 * alone, so all servers of a process share them.
 */
function writeDocuments(mall: string) {
  if (written?.mall !== mall)
    written = {
      mall,
      calls: compressDocument(createOpenApiDocument(contract, mall)),
      machine: compressDocument(createMachineApiDocument(mall)),
      platform: compressDocument(createPlatformApiDocument(mall)),
    }
  return written
}

function serveCallDocuments(http: FastifyInstance, company: ReturnType<typeof createCompanyReader>): void {
  serveDocument(http, '/api/openapi.json', async () => writeDocuments((await company()).name).calls)
  serveDocument(http, MACHINE_DOCUMENT_PATH, async () => writeDocuments((await company()).name).machine)
  serveDocument(http, PLATFORM_API_DOCUMENT_PATH, async () => writeDocuments((await company()).name).platform)
}

/** All that is mounted from now on; asked once everything is, since a group of routes may say more of each of its own. */
function listRoutes(http: FastifyInstance): () => ServedRoute[] {
  const mounted: RouteOptions[] = []
  http.addHook('onRoute', (route) => void mounted.push(route))
  return () =>
    mounted.flatMap(({ url, method, config }) => [method].flat().map((one) => ({ url, method: one, unlimited: config?.unlimited })))
}

/** The whole server on one screen. What answers the calls is in `createStorefrontHandlers` and `createConsoleHandlers`, and nowhere else. */
export async function buildApp(options: AppOptions): Promise<App> {
  const {
    db,
    clock,
    keys,
    log,
    services,
    strict,
    jobs = () => undefined,
    isDraining = () => false,
    faults = createProcessFaults(),
  } = options
  const { trustProxy, limits, connections = CONNECTIONS_MAX } = options
  const newRequestId = () => createMoment(clock()).newId()
  const http = createHttpServer({ log, newRequestId, trustProxy, limits, connections, faults })
  const routes = listRoutes(http)
  // What people read and agree to is there before the first of them comes.
  await insertMissingDefaultArticles(db, createMoment(clock()))
  const memory = createResponseCache(options.limits)
  const admission = createAdmission(options.limits)
  const forms = createFormReader(admission, options.limits)
  const hub = createPushHub(options.limits, (members) => findActiveSessionTokenDigests(db, createMoment(clock()), members))
  const { registry: metrics, recordAnswer } = registerMetrics(http, () => ({ ...admission.taken(), streams: hub.open() }), forms.bytesHeld)
  registerJobMetrics(metrics, jobs)
  registerFaultMetrics(metrics, faults)
  registerReplicaMetrics(metrics, () => options.replica?.status())
  registerBusinessMetrics(metrics, clock, () => readMonitoringFigures(db, createMoment(clock())))
  const authenticator = createAuthenticator(db, options)
  const mounting = {
    db,
    replica: options.replica,
    clock,
    authenticator,
    memory,
    admission,
    forms,
    limits: options.limits,
    strict,
    digest: (text: string) => keys.hmac('request', text),
  }
  registerVisitors(http, options)
  const isLate = await registerLoadShedding(http, options.limits)
  registerAccessHooks(http, mounting)
  const rates = await registerRateLimits(http, options.limits, { clock, take: createRatePoolTaker(db, (key) => keys.hmac('rate', key)) })
  registerRememberedAnswers(http, { memory, rates, isLate, trustProxy, newRequestId, log, recordAnswer })
  await registerProviderCallbacks(http, { db, clock, services })
  registerPushRoute(http, { hub, authenticator, admission, clock })
  const dependencies = { keys, services, vault: { keys, store: services.files }, limits: options.limits, demandTotp: options.demandTotp }
  mountContract(http, contract, { ...createStorefrontHandlers(dependencies), ...createConsoleHandlers(dependencies) }, mounting)
  mountContract(http, machineContract, { machine: createMachineApiHandlers(services) }, mounting)
  mountContract(http, platformApiContract, { platform: platformApiHandlers }, mounting)
  const readiness = registerHealthRoutes(http, db, { jobs, isDraining })
  const company = createCompanyReader(() => readPageProfile(db))
  serveCallDocuments(http, company)
  serveCatalogFiles(http, { db, files: services.files })
  serveLogos(http, db)
  await servePages(http, { secure: options.secure, company })
  const calls = Object.values<EndpointGroup>({ ...contract, ...machineContract, ...platformApiContract }).flatMap((api) =>
    Object.values(api),
  )
  const paths = new Map(calls.map(({ path, methods }) => [path, methods]))
  http.setNotFoundHandler((request, reply) => sendUnknownCallRefusal(paths, request, reply))
  return { http, memory, hub, metrics, readiness, setLiveServers: rates.setProcesses, routes: routes() }
}
