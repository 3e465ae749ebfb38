import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { writeFileAtomically } from '#server/platform/database/data-folder.ts'
import { type PostgresHome, preparePostgresHome } from '#server/platform/database/postgres-files.ts'
import {
  type BaseBackup,
  computeBackupSecretHash,
  listBaseBackups,
  MANIFEST_FILE,
  UPLOADS_FOLDER,
  WAL_FOLDER,
  type WalShipment,
} from './backup-folder.ts'
import { copyWalToBackupFolder, readDatabaseTime, requireCompleteWalArchive, startWalArchive } from './wal-archive.ts'

/** Folders whose contents a restored cluster creates again, and files that belong only to the running cluster. */
const EMPTY = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|server\.log)$|^backup_label|\/pg_internal\.init$|(?:^|\/)pgsql_tmp/
const LAST = 'global/pg_control'
const LOCK = 726_165_02
const STOP_PATIENCE_MS = 120_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Lists all folders and files of a cluster that a copy needs. */
function listCluster(cluster: string): { folders: string[]; files: string[] } {
  const folders: string[] = []
  const files: string[] = []
  const visit = (at: string) => {
    for (const entry of readdirSync(path.join(cluster, at), { withFileTypes: true })) {
      const name = path.posix.join(at, entry.name)
      if (LEFT_OUT.test(name)) continue
      if (!entry.isDirectory()) files.push(name)
      else {
        folders.push(name)
        if (!EMPTY.includes(name)) visit(name)
      }
    }
  }
  visit('')
  return { folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files: [...files.filter((name) => name !== LAST), LAST] }
}

/** Copies a file and computes its hash in one pass. A file that disappears meanwhile was dropped, and the WAL contains the drop. */
async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      createReadStream(from),
      async function* (source) {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(to, { mode: 0o600, flush: true }),
    )
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || existsSync(from)) throw error
    rmSync(to, { force: true })
    return undefined
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function copyCluster(cluster: string, target: string): Promise<Pick<BaseBackup, 'folders' | 'files'>> {
  const { folders, files } = listCluster(cluster)
  for (const folder of folders) mkdirSync(path.join(target, folder), { recursive: true, mode: 0o700 })
  const copied: BaseBackup['files'] = []
  for (const file of files) {
    const made = await copyFile(path.join(cluster, file), path.join(target, file))
    if (made) copied.push({ path: file, ...made })
  }
  return { folders, files: copied }
}

/**
 * Copies the new uploaded files. They never change, so existing ones stay. They are copied after the database, so that no row of it refers
 * to a missing file.
 */
export function copyNewUploadsToBackup(dataDir: string, folder: string): number {
  const [from, to] = [path.join(dataDir, UPLOADS_FOLDER), path.join(folder, UPLOADS_FOLDER)]
  const names = existsSync(from) ? readdirSync(from).filter((name) => !name.endsWith('.new')) : []
  mkdirSync(to, { recursive: true, mode: 0o700 })
  let copied = 0
  for (const name of names.filter((one) => !existsSync(path.join(to, one)))) {
    try {
      copyFileSync(path.join(from, name), path.join(to, `${name}.part`))
      renameSync(path.join(to, `${name}.part`), path.join(to, name))
      copied++
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  return copied
}

/** The source and the target of a backup. `client` is a superuser connection to the running cluster. */
export interface BackupOptions {
  client: pg.Client
  dataDir: string
  folder: string
  secret: string
}

async function prepare({ client, dataDir, folder }: BackupOptions): Promise<{ home: PostgresHome; systemId: string }> {
  if (!path.relative(dataDir, folder).startsWith('..')) throw new Error(`备份不能放在数据目录 ${dataDir} 里`)
  if (existsSync(path.join(dataDir, 'half-filled'))) throw new Error('演示数据还没有准备好，请稍后再备份')
  const { rows } = await client.query<{ mode: string; id: string; free: boolean }>(
    `select current_setting('archive_mode') as mode, system_identifier::text as id, pg_try_advisory_lock(${LOCK}) as free from pg_control_system()`,
  )
  const { mode, id = '', free } = rows[0] ?? {}
  if (mode !== 'on') throw new Error('数据库是旧版本程序启动的，请重新启动商城再备份')
  if (!free) throw new Error('另一个备份正在进行')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (listBaseBackups(folder).some(({ base }) => base.systemId !== id)) throw new Error(`${folder} 里是另一个数据库的备份`)
  return { home: preparePostgresHome(dataDir), systemId: id }
}

/** Copies the running cluster. PostgreSQL reports the WAL segment from which on the copy becomes consistent. */
async function copyLive(
  { client, secret }: BackupOptions,
  { cluster }: PostgresHome,
  draft: string,
): Promise<Omit<BaseBackup, 'systemId' | 'format'>> {
  const startedAt = await readDatabaseTime(client)
  await client.query(`select pg_backup_start('npm run backup', true)`)
  const { folders, files } = await copyCluster(cluster, path.join(draft, 'cluster'))
  await client.query(`set statement_timeout = ${STOP_PATIENCE_MS}`)
  const { rows } = await client.query<{ label: string; last: string; bytes: number }>(
    `select labelfile as label, pg_walfile_name(lsn) as last, pg_size_bytes(current_setting('wal_segment_size')) as bytes from pg_backup_stop(true)`,
  )
  const { label = '', last: lastWal = '', bytes: walBytes = 0 } = rows[0] ?? {}
  writeFileSync(path.join(draft, 'cluster', 'backup_label'), label, { mode: 0o600, flush: true })
  const sha256 = createHash('sha256').update(label).digest('hex')
  return {
    secretHash: computeBackupSecretHash(secret),
    startedAt,
    finishedAt: await readDatabaseTime(client),
    firstWal: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '',

    lastWal,
    walBytes: Number(walBytes),
    folders,
    files: [...files, { path: 'backup_label', bytes: Buffer.byteLength(label), sha256 }],
  }
}

export interface BackupResult {
  name: string
  base: BaseBackup
  shipment: WalShipment
  uploads: number
}

/**
 * Creates a full backup of the database, with the WAL until now and the uploaded files. The manifest is written last, so a backup without
 * one is incomplete.
 */
export async function createFullBackup(options: BackupOptions): Promise<BackupResult> {
  const { client, dataDir, folder } = options
  const { home, systemId } = await prepare(options)
  startWalArchive(home)
  const draft = path.join(folder, `draft-${systemId}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(path.join(draft, 'cluster'), { recursive: true, mode: 0o700 })
  const base: BaseBackup = { format: 1, systemId, ...(await copyLive(options, home, draft)) }
  const shipment = await copyWalToBackupFolder(client, home, folder)
  const uploads = copyNewUploadsToBackup(dataDir, folder)
  writeFileAtomically(path.join(draft, MANIFEST_FILE), JSON.stringify(base), 0o600)
  const name = `base-${base.finishedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  renameSync(draft, path.join(folder, name))
  return { name, base, shipment, uploads }
}

/** Adds the changes since the last backup: the WAL until now and the new files. */
export async function addIncrementalBackup(options: BackupOptions): Promise<{ shipment: WalShipment; uploads: number }> {
  const { home } = await prepare(options)
  requireCompleteWalArchive(home)
  if (listBaseBackups(options.folder).length === 0)
    throw new Error(`${options.folder} 里没有完整备份，请先运行 npm run backup -- ${options.folder}`)
  const shipment = await copyWalToBackupFolder(options.client, home, options.folder)
  return { shipment, uploads: copyNewUploadsToBackup(options.dataDir, options.folder) }
}

/**
 * Deletes full backups that ended before a moment, but never the newest, and the WAL that no backup needs any more. Returns their names.
 */
export function deleteOldBackups(folder: string, before: string): string[] {
  const bases = listBaseBackups(folder)
  const old = bases.slice(0, -1).filter(({ base }) => base.finishedAt < before)
  for (const { name } of old) rmSync(path.join(folder, name), { recursive: true })
  const needed = bases.filter((one) => !old.includes(one)).map(({ base }) => base.firstWal)
  const first = needed.sort()[0] ?? ''
  const packed = readdirSync(path.join(folder, WAL_FOLDER)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
  for (const name of packed.filter((one) => one.slice(0, 24) < first)) rmSync(path.join(folder, WAL_FOLDER, name))
  return old.map(({ name }) => name)
}
