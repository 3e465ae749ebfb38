/** Serves the mall on a database that is there: `npm run serve`. For a machine with nothing prepared, `npm start`. */
import closeWithGrace from 'close-with-grace'
import { openMall } from './mall.ts'
import { readConfig } from './platform/config.ts'
import { ConfigError } from './platform/env.ts'
import { openLog } from './platform/log.ts'
import { describeFault, refuseTakenPort } from './platform/start-fault.ts'

try {
  const config = readConfig(process.env)
  const { databaseUrl, databaseOwnerUrl, secret } = config
  if (databaseUrl === undefined || secret === undefined) throw new ConfigError('缺少 DATABASE_URL；在本机试用请运行 npm start')
  await refuseTakenPort(config)
  const log = openLog({ level: config.logLevel })
  const mall = await openMall(config, { appUrl: databaseUrl, ownerUrl: databaseOwnerUrl, secret }, log)
  closeWithGrace({ delay: 10_000, logger: log }, ({ err }) => {
    if (err) log.fatal({ err }, 'defect')
    return mall.close()
  })
  log.info({ address: await mall.listen() }, 'listening')
} catch (error) {
  console.error(`岩锋工品没有启动：${describeFault(error)}`)
  process.exit(1)
}
