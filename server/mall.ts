import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listenForPushes } from '#server/adapters/push/public.ts'
import { watchCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { keepSavingVisitors } from '#server/operations/funnel/public.ts'
import {
  requireDemoAllowed,
  requireKeysMatchDatabaseAndAddFormer,
  requireNoDemoAccountsInProduction,
} from '#server/operations/installation/public.ts'
import { type BackgroundJobs, startBackgroundJobs } from '#server/operations/jobs/background-jobs.ts'
import type { Config } from '#server/platform/core/config.ts'
import { type Database, type Db, openDatabase } from '#server/platform/core/db.ts'
import { computeHttpConnectionLimit, readFileHandleLimit } from '#server/platform/core/file-handles.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment, systemClock } from '#server/platform/core/moment.ts'
import type { ProcessFaults } from '#server/platform/core/process-status.ts'
import { followReplica, type Replica } from '#server/platform/core/replica.ts'
import { requireDatabaseSessionSettings } from '#server/platform/core/session-settings.ts'
import type { Tracer } from '#server/platform/core/tracing.ts'
import { migrate, requireCurrentSchema } from '#server/platform/database/migrate.ts'
import { requireSafeAppRole } from '#server/platform/database/roles.ts'
import { runLiveServerHeartbeat } from '#server/platform/rate-limits/public.ts'
import { serveHealth } from '#server/platform/web/health/health-server.ts'
import { registerConnectionMetrics, serveMetricsOnOwnPort } from '#server/platform/web/metrics.ts'
import { type App, buildApp } from './app.ts'
import { createCertificateLister, createExternalServices, type ExternalServices } from './external-services.ts'

/** The credentials of a database: the server's, and on nodes that migrate and run jobs the owner's. */
export interface DatabaseUrlsAndSecret {
  appUrl: string
  /** The same as `appUrl` without a connection pooler; undefined: there is none. */
  directUrl?: string | undefined
  ownerUrl: string | undefined
  secret: Buffer
}

/** The log of a server, the counter of its faults, and its clock if it is not the machine's. */
export interface ServerLogAndClock {
  logger: Logger
  faults: ProcessFaults
  clock?: Clock
}

export interface MallServer {
  services: ExternalServices
  app: App
  database: Database
  /**
   * Starts to answer, and to run jobs if it has the owner's credentials. Before that nothing happens by itself, because the demo replays
   * history with its own clock.
   */
  listen(): Promise<string>
  /** While it drains, requests are served and `/readyz` answers 503, so that the proxy notices. */
  drain(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database of a server: migrated, or checked to be current if the owner's credentials are missing; with a role that owns nothing,
 * limits on every wait, and matching keys. Throws a message of one clear line if something is wrong.
 */
async function openCheckedDatabase(
  config: Config,
  { appUrl, ownerUrl }: DatabaseUrlsAndSecret,
  { keys, clock }: { keys: Keys; clock: Clock },
): Promise<Database> {
  if (ownerUrl === undefined) await requireCurrentSchema(appUrl)
  else await migrate(ownerUrl)
  await requireSafeAppRole(appUrl)
  const database = openDatabase({ url: appUrl, poolSize: config.poolSize, poolWaitMs: config.poolWaitMs, prepared: config.prepared })
  try {
    await requireDatabaseSessionSettings(database.db)
    await requireKeysMatchDatabaseAndAddFormer(database.db, createMoment(clock()), { keys })
    await requireNoDemoAccountsInProduction(database.db, createMoment(clock()), { keys, ...config })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Follows the replica of the settings; undefined: there is none. */
function openReplica(
  { databaseReplicaUrl: url, replicaLagSeconds: lagMaxSeconds, poolSize, prepared }: Config,
  primary: Db,
  log: Logger,
): Replica | undefined {
  return url === undefined ? undefined : followReplica({ primary, url, poolSize, prepared, lagMaxSeconds, log })
}

/** Traces as the settings say; undefined: not at all, and then nothing of it is loaded. */
async function openTracer({ traces }: Config, clock: Clock): Promise<Tracer | undefined> {
  if (traces === undefined) return undefined
  const { openTracing } = await import('#server/platform/core/open-telemetry.ts')
  return openTracing({ ...traces, moment: createMoment(clock()) })
}

/**
 * The ports for the operator, if the settings name them: metrics, and health in a separate thread. `beat` passes the server's state to that
 * thread at once.
 */
async function openOperatorPorts(
  { healthHost, healthPort, metricsHost, metricsPort }: Config,
  { app, isServing, logger, faults }: Omit<ServerLogAndClock, 'clock'> & { app: App; isServing: () => boolean },
): Promise<{ beat(): Promise<void>; close(): Promise<void> }> {
  const metrics =
    metricsPort === undefined ? undefined : await serveMetricsOnOwnPort(app.metrics, { host: metricsHost, port: metricsPort }, faults)
  const readiness = async () => {
    const known = await app.readiness()
    return { ...known, ok: known.ok && isServing() }
  }
  const health = healthPort === undefined ? undefined : await serveHealth({ host: healthHost, port: healthPort }, readiness, logger)
  return {
    beat: async () => health?.beat(),
    async close() {
      metrics?.close()
      await health?.close()
    },
  }
}

/** Listens to announcements of other processes of the mall: changes of the catalog, pushes, and how many processes there are. Adds its visitors to theirs. */
async function followOtherProcesses(
  app: App,
  { database: { db, pool }, directUrl, id, log }: { database: Database; directUrl: string; id: string; log: Logger },
): Promise<{ stop(): Promise<void> }> {
  let lost = 0
  const watch = watchCatalogVersion(directUrl, { moved: app.memory.moveTo, lost: () => app.memory.moveTo(--lost) })
  registerConnectionMetrics(app.metrics, pool, () => -lost)
  const pushes = listenForPushes(directUrl, app.hub)
  const servers = await runLiveServerHeartbeat(db, { id, log }, app.setLiveServers)
  const visitors = keepSavingVisitors(db, app.visitors, log)
  return {
    async stop() {
      await watch.stop()
      await pushes.stop()
      await servers.stop()
      await visitors.stop()
    },
  }
}

/** How many connections the server takes at once with the file handles that its process may open. */
function computeConnections({ poolSize, databaseReplicaUrl }: Config, log: Logger): number {
  const handles = readFileHandleLimit()
  const { connections, scarce } = computeHttpConnectionLimit(handles, poolSize * (databaseReplicaUrl === undefined ? 1 : 2))
  if (scarce) log.warn({ handles, connections }, 'few file handles: raise ulimit -n')
  return connections
}

/** Assembles a running server, except for the decision when to stop. Throws a message of one clear line if it cannot. */
export async function openMallServer(
  config: Config,
  credentials: DatabaseUrlsAndSecret,
  { logger: log, faults, clock = systemClock }: ServerLogAndClock,
): Promise<MallServer> {
  const { appUrl, directUrl = appUrl, ownerUrl, secret } = credentials
  if (config.demo) requireDemoAllowed(config)
  const keys = createKeys(secret, config.sealKeys, config.otherSecret)
  const database = await openCheckedDatabase(config, credentials, { keys, clock })
  const { db } = database
  // Behind a proxy that is not configured, all callers have one address and share its limits.
  if (config.production && config.trustProxy.length === 0) log.warn('no TRUST_PROXY: callers behind a proxy count as one')
  const services = createExternalServices(config, db, keys)
  const [replica, tracer] = [openReplica(config, db, log), await openTracer(config, clock)]
  let running: BackgroundJobs | undefined
  let phase: 'starting' | 'serving' | 'draining' = 'starting'
  const app = await buildApp({
    db,
    replica,
    clock,
    keys,
    services,
    log,
    limits: config.limits,
    retentionDays: config.retentionDays,
    trustProxy: config.trustProxy,
    secure: config.production,
    requireTotp: !config.demo,
    strict: false,
    jobs: () => running?.status(),
    certificates: createCertificateLister(config.providers, services),
    isDraining: () => phase === 'draining',
    faults,
    tracer,
    connections: computeConnections(config, log),
  })
  const others = await followOtherProcesses(app, { database, directUrl, id: createMoment(clock()).newId(), log })
  let work: Promise<BackgroundJobs> | undefined
  const ports = await openOperatorPorts(config, { app, isServing: () => phase === 'serving', logger: log, faults })
  return {
    services,
    app,
    database,
    async listen() {
      if (ownerUrl !== undefined)
        work = startBackgroundJobs({ ...services, ownerUrl, db, clock, log, keys, tracer, retentionDays: config.retentionDays })
      running = await work
      const address = await app.listen(config)
      phase = 'serving'
      await ports.beat()
      return address
    },
    async drain() {
      phase = 'draining'
      await ports.beat()
      await setTimeout(config.drainSeconds * 1_000)
    },
    // The order matters: no new requests, then no new jobs, then no database. Until the end the health server reports that it is not ready.
    async close() {
      phase = 'draining'
      await ports.beat()
      await app.http.close()
      await (await work?.catch(() => undefined))?.stop()
      await others.stop()
      await replica?.close()
      await database.close()
      await tracer?.close()
      await ports.close()
    },
  }
}
