import type { Logger } from 'pino'
import { type App, buildApp } from './app.ts'
import { watchVersion } from './catalog/public.ts'
import { checkSchema, migrate } from './database/migrate.ts'
import { checkAppRole } from './database/roles.ts'
import { startWork, type Work } from './jobs/work.ts'
import { type Outside, openOutside } from './outside.ts'
import type { Config } from './platform/config.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { keysFrom } from './platform/keys.ts'
import { systemClock } from './platform/moment.ts'
import { listenForPushes } from './push/public.ts'
import { serveMetrics } from './web/metrics.ts'

/** The credentials of a database: the server's, and on nodes that migrate and run jobs the owner's. */
export interface Credentials {
  appUrl: string
  ownerUrl: string | undefined
  secret: Buffer
}

export interface Mall {
  outside: Outside
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
export async function openMall(config: Config, credentials: Credentials, log: Logger): Promise<Mall> {
  const { appUrl, ownerUrl, secret } = credentials
  if (ownerUrl === undefined) await checkSchema(appUrl)
  else await migrate(ownerUrl)
  await checkAppRole(appUrl)
  const database = openDatabase({ url: appUrl, poolSize: config.poolSize, prepared: config.prepared })
  const { db } = database
  const keys = keysFrom(secret, config.sealKeys)
  const outside = openOutside(config, db, keys)
  const app = await buildApp({
    ...{ db, clock: systemClock, keys, outside, log, limits: config.limits, trustProxy: config.trustProxy },
    secure: config.production,
    demandTotp: !config.demo,
    strict: false,
  })
  let lost = 0
  const watch = watchVersion(appUrl, { moved: app.memory.moveTo, lost: () => app.memory.moveTo(--lost) })
  const pushes = listenForPushes(appUrl, app.hub)
  let work: Promise<Work> | undefined
  const metrics = config.metricsPort === undefined ? undefined : await serveMetrics(app.metrics, config.metricsPort)
  return {
    outside,
    app,
    database,
    async listen() {
      if (ownerUrl !== undefined) work = startWork({ ownerUrl, db, clock: systemClock, log, keys, ...outside })
      await work
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
