import {
  appendFileSync,
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { PostgresHome } from '#server/platform/database/postgres-files.ts'
import { WAL_FOLDER, WAL_SHIPMENTS_FILE, type WalShipment } from './backup-folder.ts'

/** 4 GB. A limit keeps the archive from filling the disk if nobody runs backups any more. */
const SEGMENTS_MAX = 256
const GAP = 'gap'
const PATIENCE_MS = 60_000

/**
 * Finished WAL segments wait here for the next backup. The folder is beside the cluster, where PostgreSQL's user can write. It does not
 * exist before the first backup.
 */
const archiveOf = (cluster: string): string => path.join(path.dirname(cluster), 'wal-archive')

/** Quotes a path for a shell inside a setting in which % is a special character. */
export const quoteForShellInPostgresSetting = (file: string): string => `'${file.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`

/** Settings with which a cluster archives its WAL from the first backup on. A copy is renamed at the end, so it is complete or missing. */
export function createWalArchiveSettings(cluster: string): Record<string, string> {
  const full = `test $(ls "$a" | wc -l) -lt ${SEGMENTS_MAX} || { touch "$a/${GAP}"; exit 0; }`
  const keep = 'cp "%p" "$a/%f.part" && sync "$a/%f.part" && mv "$a/%f.part" "$a/%f"'
  return {
    archive_mode: 'on',
    archive_command: `a=${quoteForShellInPostgresSetting(archiveOf(cluster))}; test -d "$a" || exit 0; ${full}; ${keep}`,
  }
}

/** Starts to archive WAL without a gap. */
export function startWalArchive({ cluster, as }: PostgresHome): void {
  const archive = archiveOf(cluster)
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  if (as) chownSync(archive, as.uid, as.gid)
  rmSync(path.join(archive, GAP), { force: true })
}

/** Refuses an incremental backup if the WAL since the last backup is not complete. */
export function requireCompleteWalArchive({ cluster }: PostgresHome): void {
  const archive = archiveOf(cluster)
  if (!existsSync(archive)) throw new Error('还没有完整备份，请先运行 npm run backup -- <文件夹>')
  if (existsSync(path.join(archive, GAP))) throw new Error('太久没有取走 WAL，记录已经中断，请重新做一次完整备份')
}

async function pack(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await pipeline(createReadStream(from), createGzip({ level: 1 }), createWriteStream(draft, { mode: 0o600, flush: true }))
  renameSync(draft, to)
}

async function fetchArchived(archive: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const finished = readdirSync(archive).filter((name) => /^[0-9A-F]{8}([0-9A-F]{16})?(\.history|\.[0-9A-F]{8}\.backup)?$/.test(name))
  for (const name of finished.sort()) {
    await pack(path.join(archive, name), path.join(target, `${name}.gz`))
    rmSync(path.join(archive, name))
  }
}

/** The database's time, which also dates commits: ISO with microseconds. */
export async function readDatabaseTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  return rows[0]?.at ?? ''
}

/**
 * Copies the WAL until now to the backup's folder and records the time that it reaches. It ends with its own commit. So a recovery to any
 * earlier moment finds a later commit and knows that nothing is missing.
 */
export async function copyWalToBackupFolder(client: pg.Client, home: PostgresHome, folder: string): Promise<WalShipment> {
  const at = await readDatabaseTime(client)
  await client.query(`select pg_logical_emit_message(true, 'mall', 'backup')`)
  const { rows } = await client.query<{ wal: string }>('select pg_walfile_name(pg_switch_wal()) as wal')
  const shipment: WalShipment = { at, wal: rows[0]?.wal ?? '' }
  const archive = archiveOf(home.cluster)
  const begun = performance.now()
  while (!existsSync(path.join(archive, shipment.wal))) {
    requireCompleteWalArchive(home)
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`WAL ${shipment.wal} 没有归档，请看 ${path.join(home.cluster, 'server.log')}`)
    await pause(20)
  }
  requireCompleteWalArchive(home)
  await fetchArchived(archive, path.join(folder, WAL_FOLDER))
  appendFileSync(path.join(folder, WAL_SHIPMENTS_FILE), `${JSON.stringify(shipment)}\n`, { mode: 0o600, flush: true })
  return shipment
}
