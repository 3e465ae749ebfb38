/**
 * `npm start`: on a machine with nothing prepared, everything. Starts the embedded PostgreSQL, migrates, plays the demo stories into an
 * empty database, builds the screens if they are not built, and serves. With DATABASE_URL it uses that server instead.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { openOwnDatabase } from '../server/database/own-database.ts'
import { type Credentials, openMall } from '../server/mall.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { keysFrom } from '../server/platform/keys.ts'
import { openLog } from '../server/platform/log.ts'
import { systemClock } from '../server/platform/moment.ts'
import { buildScreens, DIST } from './build.ts'
import { fillDemo, isEmpty } from './demo/fill-demo.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, demoAccounts } from './demo/people.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

interface Source {
  credentials: Credentials
  stop: () => void
}

async function openSource(config: Config): Promise<Source> {
  if (config.databaseUrl !== undefined && config.secret !== undefined) {
    return { credentials: { appUrl: config.databaseUrl, ownerUrl: config.databaseOwnerUrl, secret: config.secret }, stop: () => {} }
  }
  const own = await openOwnDatabase(config.dataDir, { settings: { shared_buffers: '256MB' } })
  if (own.postgres.adopted) say('接管了上次没有正常退出的数据库')
  return { credentials: own, stop: own.close }
}

function printWelcome(address: string, { demo }: Config): void {
  say(`\n岩锋工品  ${address}/\n运营后台  ${address}/console/\n接口      ${address}/api/openapi.json\n`)
  if (!demo) return
  say(`演示账号（登录密码 ${DEMO_PASSWORD}，支付密码 ${DEMO_PAY_PASSWORD}）：`)
  for (const [name, about] of demoAccounts) say(`  ${name.padEnd(16)} ${about}`)
  say('\nCtrl-C 停止')
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (!existsSync(path.join(DIST, 'storefront', 'index.html')) || !existsSync(path.join(DIST, 'console', 'index.html'))) {
    say('正在构建页面……')
    await buildScreens({ quiet: true })
  }
  const { credentials, stop } = await openSource(config)
  try {
    const log = openLog({ level: config.logLevel, file: path.join(config.dataDir, 'mall.log') })
    const mall = await openMall(config, credentials, log)
    if (config.demo && (await isEmpty(mall.database.db))) {
      say('正在准备演示数据……')
      await fillDemo(mall.database.db, { keys: keysFrom(credentials.secret, config.sealKeys), outside: mall.outside, now: systemClock() })
    }
    closeWithGrace({ delay: 15_000 }, async () => {
      await mall.close()
      stop()
    })
    printWelcome(await mall.listen(), config)
  } catch (error) {
    stop()
    throw error
  }
}

try {
  await start()
} catch (error) {
  console.error(`岩锋工品没有启动：${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
