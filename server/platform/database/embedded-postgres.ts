import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type PostgresHome, preparePostgresHome } from './postgres-files.ts'

/** A running PostgreSQL that this program has started. */
export interface EmbeddedPostgres {
  port: number
  superUrl: string
  /** The postmaster's process id. */
  pid: number
  /** True if it was already running because its server was killed. */
  adopted: boolean
  stop(): void
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  superPassword: string
  /** The preferred port. If it is in use, the next free one is taken. */
  port: number
  settings?: Record<string, string>
  /** For a recovery, which may take long: the limit in minutes. A PostgreSQL that ends during a recovery is not started again. */
  recovery?: { minutes: number }
  /** Work to do during the start; it is awaited. It may block the process, because nothing is connected yet. */
  meanwhile?: (isNew: boolean) => Promise<unknown>
}

const SUPERUSER = 'postgres'
const START_TIMEOUT_MS = 20_000
const POLL_MS = 25

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function freePortFrom(first: number): Promise<number> {
  for (let port = first; port < first + 200; port++) if (await isFree(port)) return port
  throw new Error(`${first} 起的 200 个端口都被占用，无法启动数据库`)
}

/**
 * The C library must also know Chinese letters, or pg_trgm ignores them. So the cluster has a ctype besides the builtin
 * collation, which sorts by code point and does not change with upgrades of the machine.
 */
async function initCluster(home: PostgresHome, superPassword: string): Promise<void> {
  const draft = `${home.cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (home.as) chownSync(draft, home.as.uid, home.as.gid)
  const dir = mkdtempSync(path.join(tmpdir(), 'mall-init-'))
  const passwordFile = path.join(dir, 'password')
  writeFileSync(passwordFile, superPassword, { mode: 0o644 })
  if (home.as) execFileSync('chown', ['-R', `${home.as.uid}:${home.as.gid}`, dir])
  const ctype = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`]
  try {
    const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    const args = ['-D', draft, '--encoding=UTF8', ...locale, ...access, '--data-checksums', '--no-instructions']
    await promisify(execFile)(path.join(home.native, 'bin', 'initdb'), args, surroundings(home))
    // Renamed at the end, so that a cluster is complete or missing. A half-made one would look like a cluster.
    renameSync(draft, home.cluster)
  } catch (error) {
    throw new Error(`数据库初始化失败：${lastLine(error)}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The last line that a program wrote before it failed. */
function lastLine(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: Buffer }
  return (
    String(stderr ?? message)
      .trim()
      .split('\n')
      .at(-1) ?? ''
  )
}

const surroundings = (home: PostgresHome) => ({
  ...home.as,
  cwd: path.dirname(home.cluster),
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
})

interface Postmaster {
  pid: number
  port: number
  /** The folder of its Unix socket; empty: it has none. */
  socketFolder: string
  ready: boolean
}

/** The longest path of a Unix socket that both Linux and macOS take, in bytes. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103

/**
 * The folder for the Unix socket of a cluster, beside it, which only its user can enter; empty if the path would be too long for a socket:
 * then there is only TCP. A socket costs both sides less than TCP.
 */
function prepareSocketFolder(home: PostgresHome, port: number): string {
  const folder = path.join(path.dirname(home.cluster), 'socket')
  // PostgreSQL separates several folders by commas.
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) > SOCKET_PATH_MAX || folder.includes(',')) return ''
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (home.as) chownSync(folder, home.as.uid, home.as.gid)
  return folder
}

/** The URL of a running cluster for its superuser: its Unix socket if it has one, or TCP. */
export function createSuperuserUrl({ port, socketFolder }: Postmaster, password: string): string {
  const host = socketFolder === '' ? '127.0.0.1' : encodeURIComponent(socketFolder)
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@${host}:${port}/postgres`
}

/** Whether a process is the postmaster of a cluster, as far as this machine knows. After a restart its id may belong to any process. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return process.platform !== 'linux'
  }
}

/** Reads the postmaster from the lock file, if it is running. */
function runningIn(cluster: string): Postmaster | undefined {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (pid <= 0 || !isPostmaster(pid, cluster)) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** The postmaster of a data folder, if it is running and answers. */
export function findRunningPostmaster(dataDir: string): Postmaster | undefined {
  const running = runningIn(preparePostgresHome(dataDir).cluster)
  return running?.ready ? running : undefined
}

/** Deletes the lock file of a dead postmaster if another process has its id. PostgreSQL would otherwise believe that it is alive. */
function deleteStaleLock(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid')
  if (existsSync(file) && isAlive(Number(readFileSync(file, 'utf8').split('\n')[0]))) rmSync(file)
}

function launch(home: PostgresHome, port: number, settings: Record<string, string>): ChildProcess {
  deleteStaleLock(home.cluster)
  const log = openSync(path.join(home.cluster, 'server.log'), 'a')
  const sockets = { listen_addresses: '127.0.0.1', unix_socket_directories: prepareSocketFolder(home, port) }
  // An order locks some ninety tables and indexes. PostgreSQL 18 derives from this setting how many a backend locks without the table of
  // locks that all share.
  const flags = { ...sockets, jit: 'off', max_connections: '80', max_locks_per_transaction: '256', ...settings }
  const args = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // It gets its own session, so that Ctrl-C in the terminal does not stop the database while requests are open.
  const child = spawn(path.join(home.native, 'bin', 'postgres'), ['-D', home.cluster, '-p', String(port), ...args], {
    ...surroundings(home),
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.unref()
  closeSync(log)
  return child
}

const RELAUNCH_MS = 1_000

/** Starts the cluster of a data folder, or takes over one that is still running after a crash. */
export async function startOrTakeOverEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = preparePostgresHome(options.dataDir)
  let other: Promise<unknown> | undefined
  const isNew = !existsSync(path.join(home.cluster, 'PG_VERSION'))
  const beginOther = () => {
    other ??= options.meanwhile?.(isNew)
    // Its failure is thrown when it is awaited.
    other?.catch(() => {})
  }
  if (isNew) {
    const made = initCluster(home, options.superPassword)
    beginOther()
    await made
  }
  const begun = performance.now()
  const patience = options.recovery ? options.recovery.minutes * 60_000 : START_TIMEOUT_MS
  const adopted = runningIn(home.cluster) !== undefined
  let launchedAt = -RELAUNCH_MS
  let child: ChildProcess | undefined
  // A PostgreSQL that ends during a recovery misses something and would end again.
  while (performance.now() - begun < patience && !(options.recovery && child && child.exitCode !== null)) {
    const running = runningIn(home.cluster)
    if (running?.ready) {
      beginOther()
      await other
      return handle(home, running, options.superPassword, adopted)
    }
    // A postmaster that was just killed may hold its lock for a moment. Then the start fails and is tried again.
    if (!running && performance.now() - launchedAt > RELAUNCH_MS && !(options.recovery && child)) {
      child = launch(home, await freePortFrom(options.port), options.settings ?? {})
      launchedAt = performance.now()
      beginOther()
    }
    await pause(POLL_MS)
  }
  const seconds = Math.round((performance.now() - begun) / 1_000)
  throw new Error(`数据库在 ${seconds} 秒内没有启动，日志：${path.join(home.cluster, 'server.log')}`)
}

function handle(home: PostgresHome, running: Postmaster, password: string, adopted: boolean): EmbeddedPostgres {
  const stop = () => {
    if (!runningIn(home.cluster)) return
    const args = ['stop', '-D', home.cluster, '-m', 'fast', '-w']
    execFileSync(path.join(home.native, 'bin', 'pg_ctl'), args, { ...surroundings(home), stdio: 'pipe' })
  }
  return { port: running.port, pid: running.pid, superUrl: createSuperuserUrl(running, password), adopted, stop }
}
