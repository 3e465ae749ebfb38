/**
 * The part of `npm start` that runs once modules load fast. Work that must not wait for the modules of the server begins before they are
 * loaded.
 */
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { DatabaseUrlsAndSecret } from '#server/mall.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { createLog } from '#server/platform/core/log.ts'
import { keepServerRunningAfterProcessFaults, nonFatalProcessEvents } from '#server/platform/core/process-faults.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { formatStartError, requireFreePort } from '#server/platform/core/start-error.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { prepareDataFolder } from '#server/platform/database/data-folder.ts'
import { startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { type RunningChildProcess, startScriptInChildProcess } from './child-work.ts'
import type { FillJob } from './demo/fill-job.ts'
import {
  type SandboxProcess,
  startDocumentReaderSandboxProcess,
  startInvoiceSandboxProcess,
  startMailSandboxProcess,
  startPaymentSandboxProcess,
  startSigningSandboxProcess,
  startWaybillSandboxProcess,
} from './sandbox-process.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const complain = (error: unknown) => console.error(`商城没有启动：${formatStartError(error)}`)

/** Child processes, which are stopped together with this one. */
function begin(work: RunningChildProcess): Promise<void> {
  started.push(work.stop)
  return work.done
}

/** Whether a mall has no tables, or no goods and no staff but those of the demo: one with an administrator of its own is somebody's. */
const isEmpty = (url: string): Promise<boolean> =>
  withDatabaseClient(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('goods') is not null as there")
    if (!rows[0]?.there) return true
    const used = "select from goods union all select from staff where email not like '%@demo.local' limit 1"
    return (await client.query(used)).rowCount === 0
  })

/** The process that fills a mall with the demo, while it waits for its job. */
const startFilling = (): RunningChildProcess => startScriptInChildProcess('demo/fill.ts')

/** Fills an empty mall with the demo. `filling`: its process, if it has been started, which it is only for a new mall. */
async function fillIfNeeded({ credentials, fill }: Source, config: Config, filling: RunningChildProcess | undefined): Promise<void> {
  if (!config.demo || !(filling || (await isEmpty(credentials.ownerUrl ?? credentials.appUrl)))) return
  print('正在准备演示数据……')
  const work = filling ?? startFilling()
  await fill(() => {
    // From now on it is stopped before the database, which it uses.
    const done = begin(work)
    work.send({ config, credentials } satisfies FillJob)
    return done
  })
}

/** The started parts, the latest last. They are stopped in the opposite order. */
const started: (() => Promise<void> | void)[] = []

async function stopAll(): Promise<void> {
  for (let stop = started.pop(); stop; stop = started.pop()) await stop()
}

interface Source {
  credentials: DatabaseUrlsAndSecret
  fill(work: () => Promise<void>): Promise<void>
}

/** `meanwhile`: work to do while the embedded database starts, or is made. */
async function openSource(config: Config, meanwhile: (isNew: boolean) => Promise<unknown>): Promise<Source> {
  if (config.databaseUrl !== undefined && config.secret !== undefined) {
    const credentials = {
      appUrl: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      ownerUrl: config.databaseOwnerUrl,
      secret: config.secret,
    }
    return { credentials, fill: (work) => work() }
  }
  const own = await startEmbeddedPostgresWithMallDatabase(config.dataDir, { settings: { shared_buffers: '256MB' }, meanwhile })
  started.push(own.close)
  if (own.postgres.adopted) print('接管了上次没有正常退出的数据库')
  const { appUrl, ownerUrl, secret, fill } = own
  return { credentials: { appUrl, ownerUrl, secret }, fill }
}

async function printWelcome(address: string, { demo }: Config, { provider, mailbox, reader }: Sandboxes): Promise<void> {
  print(`\n商城      ${address}/\n运营后台  ${address}/console/\n接口      ${address}/api/openapi.json\n`)
  if (provider) print(`沙箱支付  ${provider.settings.wechat?.base}\n`)
  if (mailbox) print(`演示信箱  ${mailbox.page}\n`)
  if (reader) print(`演示证件  ${reader.settings.documentReader.base}\n`)
  if (!demo) return
  const { DEMO_PASSWORD, DEMO_PAY_PASSWORD, demoAccounts } = await import('./demo/people.ts')
  print(`演示账号（登录密码 ${DEMO_PASSWORD}，支付密码 ${DEMO_PAY_PASSWORD}）：`)
  for (const [name, about] of demoAccounts) print(`  ${name.padEnd(16)} ${about}`)
  print('\nCtrl-C 停止')
}

/** Without accounts of its own, the demo pays with the sandbox. */
const openProvider = async ({ demo, providers, dataDir, sandboxPort }: Config): Promise<SandboxProcess | undefined> =>
  demo && Object.keys(providers).length === 0 ? startPaymentSandboxProcess(dataDir, sandboxPort) : undefined

/** The same for a provider of e-invoices. */
const openInvoices = async ({ demo, eInvoice, dataDir }: Config) =>
  demo && eInvoice === undefined ? startInvoiceSandboxProcess(dataDir) : undefined

/** The same for the service of waybill numbers. */
const openWaybills = async ({ demo, waybills, dataDir }: Config) =>
  demo && waybills === undefined ? startWaybillSandboxProcess(dataDir) : undefined

/** The same for papers and the register of companies. */
const openReader = async ({ demo, documentReader, companyRegister, dataDir }: Config) =>
  demo && documentReader === undefined && companyRegister === undefined ? startDocumentReaderSandboxProcess(dataDir) : undefined

/** The same for electronic signatures. */
const openSigning = async ({ demo, eSignature, dataDir }: Config) =>
  demo && eSignature === undefined ? startSigningSandboxProcess(dataDir) : undefined

/** The same for mails. */
const openMails = async ({ demo, mail, dataDir }: Config) => (demo && mail === undefined ? startMailSandboxProcess(dataDir) : undefined)

/** All of them, at once. */
async function openSandboxes(config: Config) {
  const opened = [
    openProvider(config),
    openInvoices(config),
    openWaybills(config),
    openSigning(config),
    openMails(config),
    openReader(config),
  ] as const
  for (const sandbox of opened) void sandbox.then((one) => one && started.push(one.stop)).catch(() => {})
  const [provider, invoices, waybills, signing, mailbox, reader] = await Promise.all(opened)
  return { provider, invoices, waybills, signing, mailbox, reader }
}
type Sandboxes = Awaited<ReturnType<typeof openSandboxes>>

/** Work beside the start of the database: sandboxes and the demo of a new one in child processes, and the modules of the server. */
function beginOthers(config: Config, isNew: boolean) {
  const filling = isNew && config.demo ? startFilling() : undefined
  if (filling) started.push(filling.stop)
  const sandboxes = openSandboxes(config)
  const loaded = import('#server/mall.ts')
  // Their failures are thrown when they are awaited.
  for (const one of [sandboxes, loaded]) one.catch(() => {})
  return { filling, sandboxes, loaded }
}
type Others = ReturnType<typeof beginOthers>

/** The database and the sandboxes while they are being started. They cannot be stopped before they run. */
let opening: Promise<unknown> = Promise.resolve()

async function start(screens: RunningChildProcess | undefined): Promise<void> {
  const given = readConfig(process.env, process.argv.slice(2))
  // The check loads much of the server, and a mall for this machine alone is always allowed.
  if (given.demo && given.host !== '127.0.0.1') (await import('#server/operations/installation/public.ts')).requireDemoAllowed(given)
  prepareDataFolder(given.dataDir)
  await requireFreePort(given)
  let others: Others | undefined
  const source = openSource(given, async (isNew) => {
    others = beginOthers(given, isNew)
    await others.loaded
  })
  opening = source.then(() => others?.sandboxes)
  const { credentials, fill } = await source
  const { filling, loaded, sandboxes } = others ?? beginOthers(given, false)
  const opened = await sandboxes
  const { provider, invoices, waybills, signing, mailbox, reader } = opened
  const config: Config = {
    ...given,
    ...(provider && { providers: provider.settings }),
    ...(invoices && { eInvoice: invoices.settings }),
    ...(waybills && { waybills: waybills.settings }),
    ...(signing && { eSignature: signing.settings }),
    ...reader?.settings,
    ...(mailbox && {
      mail: mailbox.settings,
      robot: given.robot ?? mailbox.robot,
      wechatAccount: given.wechatAccount ?? mailbox.wechatAccount,
    }),
  }
  // In production the log goes to the output, because a log file could fill the disk.
  const file = config.production ? undefined : path.join(config.dataDir, 'mall.log')
  const log = createLog({ level: config.logLevel, file, faults })
  logTo(log)
  await Promise.all([screens?.done, fillIfNeeded({ credentials, fill }, config, filling)])
  const { openMallServer } = await loaded
  const mall = await openMallServer(config, credentials, { logger: log.logger, faults })
  started.push(mall.close)
  await printWelcome(await mall.listen(), config, opened)
}

const faults = createProcessFaults()
const logTo = keepServerRunningAfterProcessFaults(faults)

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

/** Starts the mall. `screens`: the process that builds its screens, which it waits for. */
export async function startMall(screens: RunningChildProcess | undefined): Promise<void> {
  if (screens) started.push(screens.stop)
  try {
    await start(screens)
  } catch (error) {
    // An error because of the shutdown is not a failure.
    if (!stopping) {
      await opening.catch(() => {})
      await stopAll().catch(() => {})
      complain(error)
      process.exit(1)
    }
  }
}
