import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { writeFileAtomically } from '#server/platform/database/data-folder.ts'
import {
  createMonthPartitions,
  listPartitionedMonths,
  listSequences,
  listTablesToCopy,
  requireUnusedDatabase,
  runWithoutForeignKeys,
  SAME_TEXT_FORMAT_SETTINGS_SQL,
  type SequencePosition,
  setSequencePositions,
  type TableToCopy,
} from '#server/platform/database/move-database.ts'
import { MANIFEST_FILE } from './backup-folder.ts'
import { readDatabaseTime } from './wal-archive.ts'

const FORMAT = 1
const NAME = /^copy-\d{8}T\d{6}Z$/

/** A table in a backup: its file is the text of COPY, compressed. The hash is that of the text. */
export interface BackedUpTable extends TableToCopy {
  file: string
  rows: number
  /** Of the compressed file. */
  bytes: number
  sha256: string
}

/** A copy of all tables of a database in one snapshot. */
export interface TableBackup {
  format: number
  /** ISO. The copy has everything that was committed before the start, and nothing from after the end. */
  startedAt: string
  finishedAt: string
  migrations: { name: string; hash: string }[]
  /** Months with partitions, as six digits. */
  months: string[]
  sequences: SequencePosition[]
  tables: BackedUpTable[]
}

const readMigrations = async (client: pg.Client): Promise<TableBackup['migrations']> =>
  (await client.query<{ name: string; hash: string }>('select name, hash from schema_migration order by name')).rows

/** Passes chunks on and adds them to a hash. */
const summing = (hash: ReturnType<typeof createHash>) =>
  async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }

async function copyTable(
  client: pg.Client,
  table: TableToCopy,
  { folder, file }: { folder: string; file: string },
): Promise<BackedUpTable> {
  const rows = client.query(copyTo(`copy (select ${table.columns} from ${table.name}) to stdout`))
  const hash = createHash('sha256')
  const target = createWriteStream(path.join(folder, file), { mode: 0o600, flush: true })
  await pipeline(rows, summing(hash), createGzip({ level: 1 }), target)
  return { ...table, file, rows: rows.rowCount, bytes: target.bytesWritten, sha256: hash.digest('hex') }
}

/**
 * Copies every table of a database into a new folder of the backup folder, in one snapshot, while the mall is running. `ownerUrl`: the
 * owner's URL, without a pooler. The manifest is written last, so a copy without one is incomplete. Returns the name of the folder.
 */
export async function createTableBackup(ownerUrl: string, folder: string): Promise<{ name: string; backup: TableBackup }> {
  return withDatabaseClient(ownerUrl, async (client) => {
    const draft = path.join(folder, 'draft-copy')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    await client.query(SAME_TEXT_FORMAT_SETTINGS_SQL)
    const startedAt = await readDatabaseTime(client)
    await client.query('begin isolation level repeatable read read only')
    const tables: BackedUpTable[] = []
    for (const [at, table] of (await listTablesToCopy(client)).entries())
      tables.push(await copyTable(client, table, { folder: draft, file: `${at + 1}.gz` }))
    const [migrations, months, sequences] = [await readMigrations(client), await listPartitionedMonths(client), await listSequences(client)]
    await client.query('commit')
    const finishedAt = await readDatabaseTime(client)
    const backup: TableBackup = { format: FORMAT, startedAt, finishedAt, migrations, months, sequences, tables }
    writeFileAtomically(path.join(draft, MANIFEST_FILE), JSON.stringify(backup), 0o600)
    const name = `copy-${finishedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    renameSync(draft, path.join(folder, name))
    return { name, backup }
  })
}

function readBackup(folder: string, name: string): TableBackup {
  const file = path.join(folder, name, MANIFEST_FILE)
  let backup: TableBackup
  try {
    backup = JSON.parse(readFileSync(file, 'utf8')) as TableBackup
  } catch {
    throw new Error(`备份 ${name} 已损坏：读不了 ${file}`)
  }
  if (backup.format !== FORMAT) throw new Error(`备份 ${name} 是别的版本做的，本程序读不了`)
  return backup
}

/** The names of the copies in a folder, newest last. */
function listTableBackups(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`没有文件夹 ${folder}`)
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
}

/** Finds the newest copy of a folder. Throws a message of one line if there is none. */
export function findNewestTableBackup(folder: string): { name: string; backup: TableBackup } {
  const name = listTableBackups(folder).at(-1)
  if (name === undefined) throw new Error(`${folder} 里没有自己的数据库的备份`)
  return { name, backup: readBackup(folder, name) }
}

/** Deletes copies that ended before a moment, but never the newest. Returns their names. */
export function deleteOldTableBackups(folder: string, before: string): string[] {
  const old = listTableBackups(folder)
    .slice(0, -1)
    .filter((name) => readBackup(folder, name).finishedAt < before)
  for (const name of old) rmSync(path.join(folder, name), { recursive: true })
  return old
}

/** Refuses a database of another version of the program than the backup. */
async function requireSameMigrations(target: pg.Client, { migrations }: TableBackup): Promise<void> {
  const there = await readMigrations(target)
  const other = [...migrations, ...there].find(
    ({ name }) => migrations.find((one) => one.name === name)?.hash !== there.find((one) => one.name === name)?.hash,
  )
  if (other) throw new Error(`备份是另一版本的程序做的（迁移 ${other.name}）：请用当时的程序恢复，再升级`)
}

async function loadTable(target: pg.Client, { name, columns, file, rows, sha256 }: BackedUpTable, folder: string): Promise<void> {
  const hash = createHash('sha256')
  await target.query(`alter table ${name} disable trigger user`)
  const loading = target.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(createReadStream(path.join(folder, file)), createGunzip(), summing(hash), loading).catch((error: Error) => {
    throw new Error(`备份已损坏：${file}（${name}）：${error.message}`)
  })
  await target.query(`alter table ${name} enable trigger user`)
  if (hash.digest('hex') !== sha256 || loading.rowCount !== rows) throw new Error(`备份已损坏：${file}（${name}）的内容变了`)
}

/**
 * Loads a copy into a migrated database that is not in use yet, in one transaction: everything or nothing. `ownerUrl`: the owner's URL; the
 * database has the tables of the job queue. Throws a message of one Chinese line for a damaged copy, a used database, or another version.
 */
export async function loadTableBackup(ownerUrl: string, folder: string, name: string): Promise<void> {
  const backup = readBackup(folder, name)
  await withDatabaseClient(ownerUrl, async (target) => {
    await target.query(SAME_TEXT_FORMAT_SETTINGS_SQL)
    await requireSameMigrations(target, backup)
    await requireUnusedDatabase(target, await listTablesToCopy(target))
    await createMonthPartitions(target, backup.months)
    await target.query('begin')
    await target.query(`truncate ${backup.tables.map((table) => table.name).join(', ')}`)
    await runWithoutForeignKeys(target, async () => {
      for (const table of backup.tables) await loadTable(target, table, path.join(folder, name))
    })
    await setSequencePositions(target, backup.sequences)
    await target.query('commit')
    await target.query('analyze')
  })
}
