/**
 * The part of `server/main.ts` that runs once modules load fast: it reads the settings, opens the mall, answers, and closes it on a signal
 * to stop.
 */
import closeWithGrace from 'close-with-grace'
import { readConfig } from '#server/platform/core/config.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { createLog } from '#server/platform/core/log.ts'
import { keepServerRunningAfterProcessFaults, nonFatalProcessEvents } from '#server/platform/core/process-faults.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { formatStartError, requireFreePort } from '#server/platform/core/start-error.ts'

const faults = createProcessFaults()
const logTo = keepServerRunningAfterProcessFaults(faults)

try {
  const config = readConfig(process.env, process.argv.slice(2))
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, secret } = config
  if (databaseUrl === undefined || secret === undefined) throw new ConfigError('缺少 DATABASE_URL；在本机试用请运行 npm start')
  await requireFreePort(config)
  // This comes late, so that a program that must not start reports it at once.
  const { openMallServer } = await import('./mall.ts')
  const log = createLog({ level: config.logLevel, faults })
  logTo(log)
  const { logger } = log
  const credentials = { appUrl: databaseUrl, directUrl: databaseDirectUrl, ownerUrl: databaseOwnerUrl, secret }
  const mall = await openMallServer(config, credentials, { logger, faults })
  const delay = 10_000 + config.drainSeconds * 1_000
  closeWithGrace({ delay, logger, skip: nonFatalProcessEvents }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'defect')
    else await mall.drain()
    await mall.close()
  })
  logger.info({ address: await mall.listen() }, 'listening')
} catch (error) {
  console.error(`商城没有启动：${formatStartError(error)}`)
  process.exit(1)
}
