import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '#contract/api.ts'
import { machineApiContract } from '#contract/integration/integration/machine-api.ts'
import { MACHINE_API_DOCUMENT_PATH, PLATFORM_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { platformApiContract } from '#contract/integration/integration/platform-api.ts'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { createPushHub, type PushHub, registerPushRoute } from '#server/adapters/push/public.ts'
import { registerProviderCallbacks } from '#server/billing/incoming-payments/public.ts'
import { registerSigningNotices } from '#server/billing/signings/public.ts'
import { createCatalogIndexReader } from '#server/catalog/facets/catalog-index/catalog-index.ts'
import { registerCatalogFileRoutes } from '#server/catalog/pictures/public.ts'
import { insertMissingDefaultArticles, readMallProfileForPages } from '#server/content/content/public.ts'
import { createMachineApiHandlers } from '#server/integration/machine-api/routes.ts'
import { platformApiHandlers } from '#server/integration/platform-api/routes.ts'
import { registerPunchOutRoutes } from '#server/integration/punch-out/public.ts'
import { registerMallLogoRoute } from '#server/operations/company-profile/public.ts'
import { createVisitorCounter, registerVisitorCounting, type VisitorCounter } from '#server/operations/funnel/public.ts'
import { readMonitoringFigures, registerBusinessMetrics } from '#server/operations/monitoring/public.ts'
import { findActiveSessionTokenDigests } from '#server/people/sessions/public.ts'
import type { WatchedCertificate } from '#server/platform/core/certificates.ts'
import type { Db } from '#server/platform/core/db.ts'
import { HTTP_CONNECTIONS_MAX } from '#server/platform/core/file-handles.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import { createProcessFaults, type JobsStatus, type ProcessFaults } from '#server/platform/core/process-status.ts'
import type { Replica } from '#server/platform/core/replica.ts'
import { DEFAULT_RETENTION_DAYS, type RetentionDays } from '#server/platform/core/retention-days.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Tracer } from '#server/platform/core/tracing.ts'
import { type Admission, createAdmission } from '#server/platform/http/admission.ts'
import { sendUnknownCallRefusal } from '#server/platform/http/errors.ts'
import { createUploadFormReader } from '#server/platform/http/forms.ts'
import { mountContract, registerAccessHooks } from '#server/platform/http/mount.ts'
import { createResponseCache, type ResponseCache } from '#server/platform/http/response-cache.ts'
import { createRatePoolTaker } from '#server/platform/rate-limits/public.ts'
import { registerCachedAnswersForGuests } from '#server/platform/web/cached-guest-answers.ts'
import { registerCallTraces } from '#server/platform/web/call-traces.ts'
import { createCachedMallProfileReader } from '#server/platform/web/company.ts'
import { createMachineApiDocument } from '#server/platform/web/documents/machine-document.ts'
import { createPlatformApiDocument } from '#server/platform/web/documents/platform-document.ts'
import { registerHealthRoutes } from '#server/platform/web/health/health-routes.ts'
import type { Readiness } from '#server/platform/web/health/health-state.ts'
import { createHttpServer } from '#server/platform/web/http-server.ts'
import { listenOnSeveralSockets } from '#server/platform/web/limits/listeners.ts'
import { registerLoadShedding, registerRateLimits } from '#server/platform/web/limits/rates-and-load.ts'
import {
  createHttpMetricsRegistry,
  registerCatalogMetrics,
  registerCertificateMetrics,
  registerFaultMetrics,
  registerJobMetrics,
  registerReplicaMetrics,
  registerTraceMetrics,
} from '#server/platform/web/metrics.ts'
import {
  type CompressedJsonDocument,
  compressJsonDocument,
  createOpenApiDocument,
  serveJsonDocument,
} from '#server/platform/web/openapi.ts'
import { servePages } from '#server/platform/web/pages.ts'
import { registerVisitorHook } from '#server/platform/web/visitors.ts'
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
  /** How long data is kept, as people are told; undefined: the defaults. */
  retentionDays?: RetentionDays
  trustProxy: string[]
  /** TLS ends in front of us. */
  secure: boolean
  services: ExternalServices
  /** Staff need a second factor, except in the demo. */
  requireTotp: boolean
  /** In tests: a refusal that its call does not list is a defect. */
  strict: boolean
  /** The state of this process's job queue; undefined: it runs none. */
  jobs?: () => JobsStatus | undefined
  /** The certificates whose end the metrics name. */
  certificates?: () => readonly WatchedCertificate[]
  /** Whether the server was asked to stop and still serves. */
  isDraining?: () => boolean
  /** Counts the faults of the process. */
  faults?: ProcessFaults
  /** undefined: calls are not traced. */
  tracer?: Tracer | undefined
  /** How many connections are accepted at once. */
  connections?: number
}

export interface App {
  http: FastifyInstance
  /** Starts to listen. Returns the server's address. */
  listen: ReturnType<typeof listenOnSeveralSockets>
  memory: ResponseCache
  hub: PushHub
  metrics: ReturnType<typeof createHttpMetricsRegistry>['registry']
  /** The answer of /readyz. */
  readiness: () => Promise<Readiness>
  /** The visitors that this process has counted. */
  visitors: VisitorCounter
  /** Sets how many processes share the limits of callers. */
  setLiveServers: (count: number) => void
  routes: readonly ServedRoute[]
}

/** A path that the server answers, and the reason if no rate limit applies to it. */
export interface ServedRoute {
  url: string
  method: string
  unlimited: string | undefined
}

let written: { mall: string; calls: CompressedJsonDocument; machine: CompressedJsonDocument; platform: CompressedJsonDocument } | undefined

/**
 * The calls as OpenAPI: all of them, and those of programs with the descriptions that their readers need. They depend only on the contract
 * and the mall's name, so all servers of a process share them.
 */
function writeDocuments(mall: string) {
  if (written?.mall !== mall)
    written = {
      mall,
      calls: compressJsonDocument(createOpenApiDocument(contract, mall)),
      machine: compressJsonDocument(createMachineApiDocument(mall)),
      platform: compressJsonDocument(createPlatformApiDocument(mall)),
    }
  return written
}

function serveCallDocuments(http: FastifyInstance, company: ReturnType<typeof createCachedMallProfileReader>): void {
  serveJsonDocument(http, '/api/openapi.json', async () => writeDocuments((await company()).name).calls)
  serveJsonDocument(http, MACHINE_API_DOCUMENT_PATH, async () => writeDocuments((await company()).name).machine)
  serveJsonDocument(http, PLATFORM_API_DOCUMENT_PATH, async () => writeDocuments((await company()).name).platform)
}

/** All routes that are mounted from now on. It is read after mounting, because a group of routes may add details to each of its own. */
function listRoutes(http: FastifyInstance): () => ServedRoute[] {
  const mounted: RouteOptions[] = []
  http.addHook('onRoute', (route) => void mounted.push(route))
  return () =>
    mounted.flatMap(({ url, method, config }) => [method].flat().map((one) => ({ url, method: one, unlimited: config?.unlimited })))
}

/** What the process says of its queue, its faults, its replica and its traces. */
function registerProcessMetrics(
  metrics: App['metrics'],
  {
    jobs,
    faults,
    replica,
    tracer,
    clock,
    certificates = () => [],
  }: Required<Pick<AppOptions, 'jobs' | 'faults' | 'clock'>> & Pick<AppOptions, 'replica' | 'tracer' | 'certificates'>,
): void {
  registerJobMetrics(metrics, jobs)
  registerFaultMetrics(metrics, faults)
  registerReplicaMetrics(metrics, () => replica?.status())
  registerTraceMetrics(metrics, () => tracer?.status())
  registerCertificateMetrics(metrics, clock, certificates)
}

/** The goods that lists keep in memory, with its metrics. */
function createMeasuredCatalog(metrics: App['metrics'], { catalogBytes }: ServerLimits) {
  const catalog = createCatalogIndexReader(catalogBytes)
  registerCatalogMetrics(metrics, catalog.status)
  return catalog
}

/** The slots in use, by the names that dashboards know. */
function countPlaces(admission: Admission, hub: PushHub) {
  const { general, login, uploads } = admission.taken()
  return { house: general, door: login, uploads, streams: hub.open() }
}

/** A path that no call has is refused as the calls are; a call by another method is told which it has. */
function refuseUnknownCalls(http: FastifyInstance): void {
  const calls = Object.values<EndpointGroup>({ ...contract, ...machineApiContract, ...platformApiContract }).flatMap((api) =>
    Object.values(api),
  )
  const paths = new Map(calls.map(({ path, methods }) => [path, methods]))
  http.setNotFoundHandler((request, reply) => sendUnknownCallRefusal(paths, request, reply))
}

/** The whole server on one screen. Only `createStorefrontHandlers` and `createConsoleHandlers` create the handlers of calls. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, clock, keys, log, services, strict } = options
  const { jobs = () => undefined, isDraining = () => false, faults = createProcessFaults() } = options
  const { trustProxy, limits, retentionDays = DEFAULT_RETENTION_DAYS, connections = HTTP_CONNECTIONS_MAX } = options
  const newRequestId = () => createMoment(clock()).newId()
  const http = createHttpServer({ log, newRequestId, trustProxy, limits, connections, faults })
  const routes = listRoutes(http)
  // The built-in texts and agreements must exist before the first person arrives.
  await insertMissingDefaultArticles(db, createMoment(clock()))
  const memory = createResponseCache(options.limits)
  const admission = createAdmission(options.limits)
  const forms = createUploadFormReader(admission, options.limits)
  const hub = createPushHub(options.limits, (members) => findActiveSessionTokenDigests(db, createMoment(clock()), members))
  const { registry: metrics, recordAnswer } = createHttpMetricsRegistry(http, () => countPlaces(admission, hub), forms.bytesHeld)
  registerProcessMetrics(metrics, { ...options, jobs, faults })
  const catalog = createMeasuredCatalog(metrics, limits)
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
  registerCallTraces(http, options.tracer)
  registerVisitorHook(http, options)
  const isLate = await registerLoadShedding(http, options.limits)
  registerAccessHooks(http, mounting)
  const visitors = createVisitorCounter(clock, (day) => keys.hmac('visitors', day))
  registerVisitorCounting(http, visitors)
  const rates = await registerRateLimits(http, options.limits, { clock, take: createRatePoolTaker(db, (key) => keys.hmac('rate', key)) })
  registerCachedAnswersForGuests(http, { memory, rates, isLate, trustProxy, newRequestId, log, recordAnswer, visitors })
  await registerProviderCallbacks(http, { db, clock, services })
  await registerSigningNotices(http, { db, clock, services })
  const door = { publicUrl: () => services.publicUrl, allowsLoopback: !options.requireTotp }
  await registerPunchOutRoutes(http, { db, keys, clock, admission, limits, ...door })
  registerPushRoute(http, { hub, authenticator, admission, clock })
  const vault = { keys, store: services.files }
  const dependencies = { keys, services, vault, limits, retentionDays, catalog, requireTotp: options.requireTotp }
  mountContract(http, contract, { ...createStorefrontHandlers(dependencies), ...createConsoleHandlers(dependencies) }, mounting)
  mountContract(http, machineApiContract, { machine: createMachineApiHandlers(services) }, mounting)
  mountContract(http, platformApiContract, { platform: platformApiHandlers }, mounting)
  const readiness = registerHealthRoutes(http, db, { jobs, isDraining })
  const company = createCachedMallProfileReader(() => readMallProfileForPages(db))
  serveCallDocuments(http, company)
  registerCatalogFileRoutes(http, { db, files: services.files })
  registerMallLogoRoute(http, db)
  await servePages(http, { secure: options.secure, company })
  refuseUnknownCalls(http)
  const listen = listenOnSeveralSockets(http)
  return { http, listen, memory, hub, metrics, readiness, visitors, setLiveServers: rates.setProcesses, routes: routes() }
}
