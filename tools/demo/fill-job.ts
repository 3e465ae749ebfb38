import { isLoopbackUrl } from '#server/adapters/gateway/public.ts'
import { type DatabaseUrlsAndSecret, openMallServer } from '#server/mall.ts'
import type { Config } from '#server/platform/core/config.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { fillDemo, isMallDatabaseEmpty, type LocalReading } from './fill-demo.ts'

/** The settings, and the database of the mall. */
export interface FillJob {
  config: Config
  credentials: DatabaseUrlsAndSecret
}

const isLocal = (account: { base: string } | undefined): boolean => account !== undefined && isLoopbackUrl(account.base)

/** Which readings stay on this machine: those of the local reader, not those of an account. */
export const toLocalReading = ({ documentReader, companyRegister }: Pick<Config, 'documentReader' | 'companyRegister'>): LocalReading => ({
  pictures: isLocal(documentReader),
  register: isLocal(companyRegister),
})

/** Migrates a database, and fills it with the demo if it is empty. */
export async function fillDatabase({ config, credentials }: FillJob): Promise<void> {
  const mall = await openMallServer(config, credentials, { logger: createErrorLog(), faults: createProcessFaults() })
  const { db } = mall.database
  const keys = createKeys(credentials.secret, config.sealKeys)
  if (await isMallDatabaseEmpty(db))
    await fillDemo(db, { keys, outside: mall.services, now: systemClock(), localReading: toLocalReading(config) })
  await mall.close()
}
