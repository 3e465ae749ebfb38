/**
 * `npm run backup -- <folder>`: a full backup of the embedded database while the mall is running: a copy, the WAL that makes it consistent,
 * and the uploaded files. With --add it stores only the changes since the last backup, within a second or two: run it every few minutes,
 * and at most that much can be lost. --keep DAYS, default 35: deletes older full backups, and the WAL that no backup needs. With
 * DATABASE_URL it copies the tables of that database in one snapshot, without --add.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { formatStartError } from '#server/platform/core/start-error.ts'
import {
  addIncrementalBackup,
  type BackupOptions,
  copyNewUploadsToBackup,
  createFullBackup,
  deleteOldBackups,
} from '#server/platform/database/backups/backup.ts'
import { formatBackupTime } from '#server/platform/database/backups/backup-folder.ts'
import { type BackedUpTable, createTableBackup, deleteOldTableBackups } from '#server/platform/database/backups/table-backup.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function withSuperuser<T>(config: Config, work: (given: Pick<BackupOptions, 'client' | 'secret'>) => Promise<T>): Promise<T> {
  const running = findRunningEmbeddedDatabase(config.dataDir)
  const own = running ?? (await startEmbeddedPostgresWithMallDatabase(config.dataDir))
  try {
    return await withDatabaseClient(own.superUrl, (client) => work({ client, secret: own.secret.toString('hex') }))
  } finally {
    if ('close' in own && typeof own.close === 'function') own.close()
  }
}

async function full(options: BackupOptions, keptDays: number): Promise<void> {
  const begun = monotonicNowMs()
  const { name, base, shipment, uploads } = await createFullBackup(options)
  const bytes = base.files.reduce((sum, file) => sum + file.bytes, 0)
  print(
    `✓ ${path.join(options.folder, name)}：${base.files.length} 个文件，${megabytes(bytes)}，用时 ${((monotonicNowMs() - begun) / 1_000).toFixed(1)} 秒`,
  )
  print(`✓ 新增图片 ${uploads} 个；记录到 ${formatBackupTime(shipment.at)}`)
  const deleted = deleteOldBackups(options.folder, addHours(new Date(base.finishedAt), -24 * keptDays).toISOString())
  if (deleted.length > 0) print(`✓ 删除 ${keptDays} 天以前的备份 ${deleted.length} 个`)
}

function printApart({ dataDir, sealKeys, s3 }: Config): void {
  print(`! 不在备份里、须另外保管的：${path.join(dataDir, 'secrets.json')}（密钥和数据库密码；没有它，备份打不开）`)
  if (sealKeys.length > 0) print('! 以及 SEAL_KEYS 的全部密钥：证件、手机号等用它们加密')
  if (s3) print('! 图片在 S3 里，不在备份里：请开启存储桶的版本控制或另行复制')
}

/** An external database: every table is copied in one snapshot. The operator archives its WAL for the time between two copies. */
async function copyOwnDatabase(
  { databaseOwnerUrl, dataDir, s3 }: Config,
  { folder, keptDays, add }: { folder: string; keptDays: number; add: boolean },
): Promise<void> {
  if (databaseOwnerUrl === undefined) throw new Error('缺少 DATABASE_OWNER_URL（数据表的所有者）')
  if (add) throw new Error('自己的数据库没有 --add：两次备份之间的变化由数据库的 WAL 归档或服务商的时间点恢复保存')
  const begun = monotonicNowMs()
  const { name, backup } = await createTableBackup(databaseOwnerUrl, folder)
  const sum = (count: (table: BackedUpTable) => number) => backup.tables.reduce((total, table) => total + count(table), 0)
  print(
    `✓ ${path.join(folder, name)}：${backup.tables.length} 张表，${sum(({ rows }) => rows)} 行，${megabytes(sum(({ bytes }) => bytes))}，用时 ${((monotonicNowMs() - begun) / 1_000).toFixed(1)} 秒`,
  )
  if (s3) print('! 图片在 S3 里，不在备份里：请开启存储桶的版本控制或另行复制')
  else print(`✓ 新增图片 ${copyNewUploadsToBackup(dataDir, folder)} 个`)
  const deleted = deleteOldTableBackups(folder, addHours(new Date(backup.finishedAt), -24 * keptDays).toISOString())
  if (deleted.length > 0) print(`✓ 删除 ${keptDays} 天以前的备份 ${deleted.length} 个`)
  print('! 不在备份里、须另外保管的：MALL_SECRET 和 SEAL_KEYS；没有它们，手机号、证件和密码都用不了')
  print(`! 请练习恢复：npm run drill -- ${folder}`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { add: { type: 'boolean', default: false }, keep: { type: 'string', default: '35' } },
    allowPositionals: true,
  })
  const [given] = positionals
  const keptDays = Number(values.keep)
  if (given === undefined || positionals.length > 1 || !(keptDays > 0))
    throw new Error('用法：npm run backup -- <文件夹> [--add] [--keep 天数]')
  const config = readConfig(process.env)
  const folder = path.resolve(given)
  if (config.databaseUrl !== undefined) return copyOwnDatabase(config, { folder, keptDays, add: values.add })
  await withSuperuser(config, async (own) => {
    const options = { ...own, dataDir: config.dataDir, folder }
    if (!values.add) return full(options, keptDays)
    const { shipment, uploads } = await addIncrementalBackup(options)
    print(`✓ 新增图片 ${uploads} 个；记录到 ${formatBackupTime(shipment.at)}`)
  })
  if (!values.add) printApart(config)
}

try {
  await main()
} catch (error) {
  console.error(`没有备份：${formatStartError(error)}`)
  process.exit(1)
}
