import { type DatabaseUrlsAndSecret, openMallServer } from '#server/mall.ts'
import type { Config } from '#server/platform/core/config.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { fillDemo, isMallDatabaseEmpty } from './fill-demo.ts'

/** The settings, and the database of the mall. */
export interface FillJob {
  config: Config
  credentials: DatabaseUrlsAndSecret
}

/** Migrates a database, and fills it with the demo if it is empty. */
export async function fillDatabase({ config, credentials }: FillJob): Promise<void> {
  const mall = await openMallServer(config, credentials, { logger: createErrorLog(), faults: createProcessFaults() })
  const { db } = mall.database
  if (await isMallDatabaseEmpty(db))
    await fillDemo(db, { keys: createKeys(credentials.secret, config.sealKeys), outside: mall.services, now: systemClock() })
  await mall.close()
}
