/**
 * Fills an empty mall with the demo. `npm start` runs it as a child process, which gets the settings as its only message. It ends after its
 * work or together with its parent.
 */
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

async function fill({ config, credentials }: FillJob): Promise<void> {
  const mall = await openMallServer(config, credentials, { logger: createErrorLog(), faults: createProcessFaults() })
  const { db } = mall.database
  if (await isMallDatabaseEmpty(db))
    await fillDemo(db, { keys: createKeys(credentials.secret, config.sealKeys), outside: mall.services, now: systemClock() })
  await mall.close()
}

process.once('disconnect', () => process.exit(1))
process.once('message', async (job: FillJob) => {
  try {
    await fill(job)
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})
