import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createCompileCacheEnv } from '#server/platform/testing/compile-cache.ts'
import { freezeProcess, killPostmaster, listMallBackends, sendSignal } from './processes.ts'

const ROOT = path.join(import.meta.dirname, '..')
export const NODE = process.execPath

/** Returns a free port of loopback. */
export const findFreeLoopbackPort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A database in a temporary folder, with the settings of production. */
export interface LoadDatabase extends EmbeddedDatabase {
  dataDir: string
  /** Kills the postmaster and its children at once, like a power cut; then starts it again. */
  cutPower(): Promise<void>
  /** Kills them without a restart. */
  die(): Promise<void>
  /** Kills the process of one connection. The postmaster restarts the others. Returns whether there was one. */
  killBackend(choose: (count: number) => number): boolean
  /** Stops the process of one connection for a while: it keeps its locks and answers nothing. Returns whether there was one. */
  freezeBackend(choose: (count: number) => number, ms: number): Promise<boolean>
  remove(): void
}

/** `prepare` creates the schema, if it is not to be this program's. */
export async function openLoadDatabase(
  settings: Record<string, string> = {},
  prepare: (ownerUrl: string) => Promise<unknown> = migrate,
): Promise<LoadDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-load-'))
  // If root starts it, the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711)
  // The port stays the same, so that clients find the database after a power cut.
  const options = { settings: { shared_buffers: '512MB', max_wal_size: '4GB', ...settings }, port: await findFreeLoopbackPort() }
  let own = await startEmbeddedPostgresWithMallDatabase(dataDir, options)
  /** 0: there is none. */
  const pickBackend = (choose: (count: number) => number): number => {
    const backends = listMallBackends(own.postgres.pid)
    return backends[choose(backends.length)] ?? 0
  }
  await prepare(own.ownerUrl)
  const { postgres: _, ...kept } = own
  return {
    ...kept,
    dataDir,
    get postgres() {
      return own.postgres
    },
    async cutPower() {
      await killPostmaster(own.postgres.pid)
      own = await startEmbeddedPostgresWithMallDatabase(dataDir, options)
    },
    die: () => killPostmaster(own.postgres.pid),
    killBackend: (choose) => sendSignal(pickBackend(choose), 'SIGKILL'),
    freezeBackend: (choose, ms) => freezeProcess(pickBackend(choose), ms),
    close: () => own.close(),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** The real server as a process of its own. */
export interface LoadServer {
  base: string
  pid(): number
  /** How the process ended each time that neither `kill` nor `stop` had ended it, with its last output. */
  unexpectedExits(): readonly string[]
  /** Sends SIGKILL and starts it again. Resolves when it answers, to whether it was running. */
  kill(): Promise<boolean>
  stop(): Promise<void>
}

export interface ServerOptions {
  database: Pick<EmbeddedDatabase, 'appUrl' | 'ownerUrl' | 'secret'>
  /** The folder of the program. A program with an injected fault is in another folder. */
  root?: string
  port: number
  env?: Record<string, string>
  /** Whether the server runs its sources even if there is a build of them. */
  fromSources?: boolean
}

/** Limits that a bench or a journey must not reach. */
const unlimited = Object.fromEntries(
  [
    ...[
      'RATE_GUEST',
      'RATE_PICTURE',
      'RATE_MEMBER',
      'RATE_MONEY',
      'RATE_CAPTCHA',
      'RATE_LOGIN',
      'RATE_NOTICE',
      'IN_FLIGHT',
      'IN_FLIGHT_MONEY',
    ],
    ...['IN_FLIGHT_GUEST', 'CONNECTIONS_ADDRESS', 'LOOP_DELAY', 'RATE_LOGIN_FAILURES', 'RATE_REGISTRATIONS', 'RATE_TEXTS_DAY'],
  ].map((name) => [name, '100000000']),
)

/** The environment of a server for the demo's people on a port of loopback. */
export const createLoadServerEnv = ({ database, port, env = {} }: Omit<ServerOptions, 'root'>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: 'fatal',
  // The demo's staff have no second factor.
  DEMO: '1',
  MALL_SECRET: database.secret.toString('hex'),
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  ...createCompileCacheEnv(),
  ...unlimited,
  ...env,
})

/** How long a start may take on a busy machine. */
const START_MS = 90_000
/** The end of what a server has printed, with the reason why it ended. */
const EXIT_TEXT_MAX = 2_000

/**
 * Starts the server and keeps it running. If it ends unexpectedly, for example because the database is down at its start, it is started
 * again, and `unexpectedExits` says so.
 */
export async function startLoadServer({ database, root = ROOT, port, env = {}, fromSources = false }: ServerOptions): Promise<LoadServer> {
  const base = `http://127.0.0.1:${port}`
  const variables = createLoadServerEnv({ database, port, env })
  const args = [...(fromSources ? ['--conditions=sources'] : []), 'server/main.ts']
  let wanted = true
  let child: ChildProcess
  const killed = new WeakSet<ChildProcess>()
  const exits: string[] = []
  const begin = () => {
    // It may have been stopped while it waited for its next start.
    if (!wanted) return
    const own = spawn(NODE, args, { cwd: root, env: variables, stdio: ['ignore', 'ignore', 'pipe'] })
    child = own
    let output = ''
    own.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-EXIT_TEXT_MAX)
    })
    own.on('exit', (code, signal) => {
      if (!wanted) return
      if (!killed.has(own)) exits.push(`${signal ?? `code ${code}`}: ${output.trim()}`)
      setTimeout(begin, 150)
    })
  }
  const ready = async () => {
    const began = performance.now()
    while (performance.now() - began < START_MS) {
      const answer = await fetch(`${base}/readyz`).catch(() => undefined)
      if (answer?.ok) return
      await wait(50)
    }
    wanted = false
    child.kill('SIGKILL')
    throw new Error('the server did not come up')
  }
  begin()
  await ready()
  return {
    base,
    pid: () => child.pid ?? 0,
    unexpectedExits: () => exits,
    async kill() {
      killed.add(child)
      const ran = child.kill('SIGKILL')
      await wait(200)
      await ready()
      return ran
    },
    async stop() {
      wanted = false
      child.kill('SIGTERM')
      await new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(undefined),
      )
    },
  }
}

export const createIdempotencyKey = (): string => randomBytes(16).toString('hex')

/** Handlers without the mall around them, which a bench compares it with. */
export interface BareServer {
  base: string
  pid: number
  stop(): void
}

/** Starts a script of bare handlers with arguments and a free port, and waits until it answers. Throws if it ends before that. */
export async function startBareServer(script: string, ...args: string[]): Promise<BareServer> {
  const port = await findFreeLoopbackPort()
  const child = spawn(NODE, [path.join(import.meta.dirname, script), ...args, String(port)], { stdio: ['ignore', 'inherit', 'inherit'] })
  const base = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${base}/hello`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the bare handlers ended at their start')
    await wait(50)
  }
  return { base, pid: child.pid ?? 0, stop: () => void child.kill() }
}
