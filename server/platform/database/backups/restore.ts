import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { lockDataFolder, prepareDataFolder } from '#server/platform/database/data-folder.ts'
import { buildRoleUrls, readOrCreateSecrets } from '#server/platform/database/embedded-database.ts'
import { type EmbeddedPostgres, startOrTakeOverEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { type PostgresHome, preparePostgresHome } from '#server/platform/database/postgres-files.ts'
import {
  type BaseBackup,
  chooseBaseBackupForRestore,
  computeBackupSecretHash,
  listWalSegmentsForRestore,
  requireCompleteBackup,
  UPLOADS_FOLDER,
  WAL_FOLDER,
} from './backup-folder.ts'
import { STORED_FILES_SQL } from './stored-files.ts'
import { quoteForShellInPostgresSetting } from './wal-archive.ts'

const RECOVERY_MINUTES = 120
const PORT = 54_529
const SECRETS = 'secrets.json'

export interface RestoreOptions {
  folder: string
  dataDir: string
  /** ISO with microseconds: restore everything that was committed until then, and nothing after it. Undefined: restore everything. */
  until: string | undefined
}

export interface RestoredCluster {
  name: string
  segments: number
  /** The time of the last restored commit. */
  lastAt: string | null
  uploads: { copied: number; missing: string[] }
  ownerUrl: string
  /** Stops the second cluster and releases its folder, which is then an ordinary data folder. */
  close(): void
}

/** Refuses to overwrite a folder, and refuses a backup whose separate secrets are missing. */
function requireRestorable({ dataDir }: RestoreOptions, base: BaseBackup): ReturnType<typeof readOrCreateSecrets> {
  prepareDataFolder(dataDir)
  const there = readdirSync(dataDir).filter((name) => name !== SECRETS)
  if (there.length > 0) throw new Error(`${dataDir} 不是空的（有 ${there[0]}）；恢复只写入空的目录，只带 ${SECRETS}`)
  if (!existsSync(path.join(dataDir, SECRETS))) throw new Error(`请先把另外保管的 ${SECRETS} 放进 ${dataDir}`)
  const secrets = readOrCreateSecrets(dataDir)
  if (computeBackupSecretHash(secrets.secret) !== base.secretHash) throw new Error(`${path.join(dataDir, SECRETS)} 不是这个备份的密钥`)
  return secrets
}

async function copyBase(from: string, { base, to }: { base: BaseBackup; to: string }): Promise<void> {
  for (const folder of ['', ...base.folders]) mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 })
  for (const { path: file, sha256 } of base.files) {
    const hash = createHash('sha256')
    const sum = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(createReadStream(path.join(from, file)), sum, createWriteStream(path.join(to, file), { mode: 0o600 }))
    if (hash.digest('hex') !== sha256) throw new Error(`备份 ${path.basename(path.dirname(from))} 已损坏：文件 ${file} 的内容变了`)
  }
}

async function unpackWal(folder: string, { chain, to, bytes }: { chain: readonly string[]; to: string; bytes: number }): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of chain) {
    const target = createWriteStream(path.join(to, name), { mode: 0o600 })
    const packed = path.join(folder, WAL_FOLDER, `${name}.gz`)
    const whole = await pipeline(createReadStream(packed), createGunzip(), target).then(
      () => target.bytesWritten === bytes,
      () => false,
    )
    if (!whole) throw new Error(`备份已损坏：WAL ${name} 不完整`)
  }
}

/** Restores the files that the database knows at its moment. Reports a file that a row needs and that is missing. */
async function copyUploads(client: pg.Client, { folder, dataDir }: RestoreOptions): Promise<RestoredCluster['uploads']> {
  const { rows } = await client.query<{ id: string; hash: Buffer; counts: boolean }>(`${STORED_FILES_SQL} order by id`)
  const uploads: RestoredCluster['uploads'] = { copied: 0, missing: [] }
  mkdirSync(path.join(dataDir, UPLOADS_FOLDER), { recursive: true, mode: 0o700 })
  for (const { id, hash, counts } of rows) {
    const [from, to] = [path.join(folder, UPLOADS_FOLDER, id), path.join(dataDir, UPLOADS_FOLDER, id)]
    const sum = createHash('sha256')
    const found = existsSync(from)
    if (found) await pipeline(createReadStream(from), sum)
    if (found && sum.digest().equals(hash)) {
      await copyFile(from, to)
      uploads.copied++
    } else if (counts) uploads.missing.push(id)
  }
  return uploads
}

function recoverySettings(wal: string, until: string | undefined): Record<string, string> {
  return {
    restore_command: `test -f ${quoteForShellInPostgresSetting(wal)}/%f && cp ${quoteForShellInPostgresSetting(wal)}/%f "%p"`,
    recovery_target_timeline: 'current',
    ...(until === undefined ? {} : { recovery_target_time: until.replace('Z', '+00'), recovery_target_action: 'promote' }),
    // Nobody may connect before the recovery is complete.
    hot_standby: 'off',
  }
}

/** PostgreSQL's last message before it ended. Its log is deleted together with the unfinished folder. */
function lastFault(log: string): string | undefined {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  return lines.findLast((line) => /(FATAL|PANIC):/.test(line))?.replace(/^.*?(FATAL|PANIC): +/, '')
}

const chownTo = ({ as }: PostgresHome, file: string): void => {
  if (as) execFileSync('chown', ['-R', `${as.uid}:${as.gid}`, file])
}

/**
 * Restores a backup into a data folder: a second cluster on its own port, recovered to a moment, with the files that its database knows.
 * Refuses a damaged backup in one line before or while it is read, and leaves the folder as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredCluster> {
  const { folder, dataDir, until } = options
  const { name, base } = chooseBaseBackupForRestore(folder, until)
  requireCompleteBackup(folder, { name, base })
  const chain = listWalSegmentsForRestore(folder, base, until)
  const { passwords } = requireRestorable(options, base)
  const unlock = lockDataFolder(dataDir)
  const home = preparePostgresHome(dataDir)
  const wal = path.join(path.dirname(home.cluster), 'wal-restore')
  let postgres: EmbeddedPostgres | undefined
  const close = () => {
    postgres?.stop()
    unlock()
  }
  try {
    await unpackWal(folder, { chain, to: wal, bytes: base.walBytes })
    await copyBase(path.join(folder, name, 'cluster'), { base, to: `${home.cluster}.new` })
    writeFileSync(path.join(`${home.cluster}.new`, 'recovery.signal'), '')
    for (const file of [wal, `${home.cluster}.new`]) chownTo(home, file)
    renameSync(`${home.cluster}.new`, home.cluster)
    const settings = recoverySettings(wal, until)
    const recovery = { minutes: RECOVERY_MINUTES }
    postgres = await startOrTakeOverEmbeddedPostgres({ dataDir, superPassword: passwords.super, port: PORT, settings, recovery }).catch(
      (error: Error) => {
        throw new Error(`恢复没有完成：${lastFault(path.join(home.cluster, 'server.log')) ?? error.message}`)
      },
    )
    const { ownerUrl } = buildRoleUrls(postgres.superUrl, passwords)
    const { lastAt, uploads } = await withDatabaseClient(ownerUrl, async (client) => {
      const { rows } = await client.query<{ at: string | null }>(
        `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      )
      return { lastAt: rows[0]?.at ?? null, uploads: await copyUploads(client, options) }
    })
    rmSync(wal, { recursive: true })
    return { name, segments: chain.length, lastAt, uploads, ownerUrl, close }
  } catch (error) {
    close()
    rmSync(path.dirname(home.cluster), { recursive: true, force: true })
    for (const made of ['postgres', UPLOADS_FOLDER]) rmSync(path.join(dataDir, made), { recursive: true, force: true })
    throw error
  }
}
