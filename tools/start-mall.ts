/**
 * `npm start`: sets up everything on a machine without preparation. It starts the embedded PostgreSQL, migrates, plays the demo stories
 * into an empty database, builds the screens if they are missing, and serves. With DATABASE_URL it uses that server instead.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { type DatabaseCredentials, openMall } from '#server/mall.ts'
import { requireDemoAllowed } from '#server/operations/installation/public.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createLog } from '#server/platform/core/log.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { handleProcessFaults, nonFatalProcessEvents } from '#server/platform/core/process-faults.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { formatStartError, requireFreePort } from '#server/platform/core/start-error.ts'
import { prepareDataFolder } from '#server/platform/database/data-folder.ts'
import { openEmbeddedDatabase } from '#server/platform/database/embedded-database.ts'
import { fillDemo, isMallDatabaseEmpty } from './demo/fill-demo.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, demoAccounts } from './demo/people.ts'
import { type SandboxProcess, startInvoiceSandboxProcess, startPaymentSandboxProcess } from './sandbox-process.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (error: unknown) => console.error(`商城没有启动：${formatStartError(error)}`)

const PAGES = ['storefront', 'console'].map((app) => path.join(import.meta.dirname, '..', 'dist', app, 'index.html'))

/** Builds the screens if they are missing. The build tools are large and mostly not needed, so they are imported only then. */
async function buildIfNeeded(): Promise<void> {
  if (PAGES.every((page) => existsSync(page))) return
  say('正在构建页面……')
  const { buildScreens } = await import('./build.ts')
  await buildScreens({ quiet: true })
}

/** What has been started, the latest last. It is stopped in the opposite order. */
const started: (() => Promise<void> | void)[] = []

async function stopAll(): Promise<void> {
  for (let stop = started.pop(); stop; stop = started.pop()) await stop()
}

interface Source {
  credentials: DatabaseCredentials
  fill(work: () => Promise<void>): Promise<void>
}

async function openSource(config: Config): Promise<Source> {
  if (config.databaseUrl !== undefined && config.secret !== undefined) {
    const credentials = {
      appUrl: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      ownerUrl: config.databaseOwnerUrl,
      secret: config.secret,
    }
    return { credentials, fill: (work) => work() }
  }
  const own = await openEmbeddedDatabase(config.dataDir, { settings: { shared_buffers: '256MB' } })
  started.push(own.close)
  if (own.postgres.adopted) say('接管了上次没有正常退出的数据库')
  return { credentials: own, fill: own.fill }
}

function printWelcome(address: string, { demo }: Config, provider: SandboxProcess | undefined): void {
  say(`\n商城      ${address}/\n运营后台  ${address}/console/\n接口      ${address}/api/openapi.json\n`)
  if (provider) say(`沙箱支付  ${provider.settings.wechat?.base}\n`)
  if (!demo) return
  say(`演示账号（登录密码 ${DEMO_PASSWORD}，支付密码 ${DEMO_PAY_PASSWORD}）：`)
  for (const [name, about] of demoAccounts) say(`  ${name.padEnd(16)} ${about}`)
  say('\nCtrl-C 停止')
}

/** Without accounts of its own, the demo pays with the sandbox. */
const openProvider = async ({ demo, providers, dataDir, sandboxPort }: Config): Promise<SandboxProcess | undefined> =>
  demo && Object.keys(providers).length === 0 ? startPaymentSandboxProcess(dataDir, sandboxPort) : undefined

/** The same for a provider of e-invoices. */
const openInvoices = async ({ demo, eInvoice, dataDir }: Config) =>
  demo && eInvoice === undefined ? startInvoiceSandboxProcess(dataDir) : undefined

/** The database while it is being started. It cannot be stopped before it runs. */
let opening: Promise<unknown> = Promise.resolve()

async function start(): Promise<void> {
  const given = readConfig(process.env, process.argv.slice(2))
  if (given.demo) requireDemoAllowed(given)
  prepareDataFolder(given.dataDir)
  await requireFreePort(given)
  await buildIfNeeded()
  const source = openSource(given)
  opening = source
  const { credentials, fill } = await source
  const provider = await openProvider(given)
  if (provider) started.push(provider.stop)
  const invoices = await openInvoices(given)
  if (invoices) started.push(invoices.stop)
  const config: Config = {
    ...given,
    ...(provider && { providers: provider.settings }),
    ...(invoices && { eInvoice: invoices.settings }),
  }
  // In production the log goes to the output, because a log file could fill the disk.
  const file = config.production ? undefined : path.join(config.dataDir, 'mall.log')
  const log = createLog({ level: config.logLevel, file, faults })
  logTo(log)
  const mall = await openMall(config, credentials, { logger: log.logger, faults })
  started.push(mall.close)
  if (config.demo && (await isMallDatabaseEmpty(mall.database.db))) {
    say('正在准备演示数据……')
    await fill(() =>
      fillDemo(mall.database.db, { keys: createKeys(credentials.secret, config.sealKeys), outside: mall.services, now: systemClock() }),
    )
  }
  printWelcome(await mall.listen(), config, provider)
}

const faults = createProcessFaults()
const logTo = handleProcessFaults(faults)

// Registered first, so that Ctrl-C during the preparation of the demo leaves no running database behind.
let stopping = false
// A second signal or a timeout also leaves no database behind.
const hurry = () => void stopAll()
const patience = { delay: 15_000, onTimeout: hurry, onSecondSignal: hurry, onSecondError: hurry }
closeWithGrace({ ...patience, logger: false, skip: nonFatalProcessEvents }, async ({ err }) => {
  stopping = true
  if (err) console.error(err)
  await opening.catch(() => {})
  await stopAll()
})

try {
  await start()
} catch (error) {
  // An error because of the shutdown is not a failure.
  if (!stopping) {
    await opening.catch(() => {})
    await stopAll().catch(() => {})
    complain(error)
    process.exit(1)
  }
}
