import type { Logger } from 'pino'
import { listenForPushes } from '#server/adapters/push/public.ts'
import { watchCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { requireDemoAllowed, requireKeysOfDatabase, requireNoDemoAccounts } from '#server/operations/installation/public.ts'
import { type BackgroundJobs, startBackgroundJobs } from '#server/operations/jobs/background-jobs.ts'
import type { Config } from '#server/platform/core/config.ts'
import { type Database, openDatabase } from '#server/platform/core/db.ts'
import { computeConnectionLimit, readHandleLimit } from '#server/platform/core/file-handles.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import type { ProcessFaults } from '#server/platform/core/process-status.ts'
import { migrate, requireCurrentSchema } from '#server/platform/database/migrate.ts'
import { requireSafeAppRole } from '#server/platform/database/roles.ts'
import { serveMetrics } from '#server/platform/web/metrics.ts'
import { type App, buildApp } from './app.ts'
import { type ExternalServices, openExternalServices } from './external-services.ts'

/** The credentials of a database: the server's, and on nodes that migrate and run jobs the owner's. */
export interface DatabaseCredentials {
  appUrl: string
  ownerUrl: string | undefined
  secret: Buffer
}

/** Where a server says what it does, and where faults of its process are counted. */
export interface Diagnostics {
  logger: Logger
  faults: ProcessFaults
}

export interface Mall {
  services: ExternalServices
  app: App
  database: Database
  /**
   * Begins to answer, and to run jobs where it is given the owner's credentials. Until then nothing happens but what the caller does: the
   * demo plays in a time of its own.
   */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Everything that a running server is made of, but for the decision when to stop. Throws one clear line where it cannot be. */
export async function openMall(config: Config, credentials: DatabaseCredentials, { logger: log, faults }: Diagnostics): Promise<Mall> {
  const { appUrl, ownerUrl, secret } = credentials
  if (config.demo) requireDemoAllowed(config)
  const handles = readHandleLimit()
  const { connections, scarce } = computeConnectionLimit(handles, config.poolSize)
  if (scarce) log.warn({ handles, connections }, 'few file handles: raise ulimit -n')
  if (ownerUrl === undefined) await requireCurrentSchema(appUrl)
  else await migrate(ownerUrl)
  await requireSafeAppRole(appUrl)
  const database = openDatabase({ url: appUrl, poolSize: config.poolSize, prepared: config.prepared })
  const { db } = database
  const keys = createKeys(secret, config.sealKeys)
  try {
    await requireKeysOfDatabase(db, createMoment(systemClock()), { keys })
    await requireNoDemoAccounts(db, createMoment(systemClock()), { keys, ...config })
  } catch (error) {
    await database.close()
    throw error
  }
  // Behind a proxy that is not named all callers come from one address and share its limits.
  if (config.production && config.trustProxy.length === 0) log.warn('no TRUST_PROXY: callers behind a proxy count as one')
  const services = openExternalServices(config, db, keys)
  let running: BackgroundJobs | undefined
  const app = await buildApp({
    db,
    clock: systemClock,
    keys,
    services,
    log,
    limits: config.limits,
    trustProxy: config.trustProxy,
    secure: config.production,
    demandTotp: !config.demo,
    strict: false,
    jobs: () => running?.status(),
    faults,
    connections,
  })
  let lost = 0
  const watch = watchCatalogVersion(appUrl, { moved: app.memory.moveTo, lost: () => app.memory.moveTo(--lost) })
  const pushes = listenForPushes(appUrl, app.hub)
  let work: Promise<BackgroundJobs> | undefined
  const metrics = config.metricsPort === undefined ? undefined : await serveMetrics(app.metrics, config.metricsPort, faults)
  return {
    services,
    app,
    database,
    async listen() {
      if (ownerUrl !== undefined) work = startBackgroundJobs({ ownerUrl, db, clock: systemClock, log, keys, ...services })
      running = await work
      return app.http.listen({ host: config.host, port: config.port })
    },
    // In this order: no new requests, then no new jobs, then no database.
    async close() {
      await app.http.close()
      await (await work?.catch(() => undefined))?.stop()
      await watch.stop()
      await pushes.stop()
      metrics?.close()
      await database.close()
    },
  }
}
