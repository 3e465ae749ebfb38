/**
 * `npm run drill -- <folder>`: practises the restore of the newest copy of an external database into a scratch PostgreSQL in a temporary
 * folder, which is deleted afterwards, and checks all invariants there. It needs no settings and changes nothing else. With
 * `--into-database` it is the real restore, into the empty database of DATABASE_OWNER_URL. Exit code 0: everything holds; 1: an invariant
 * does not; 2: the copy is damaged or cannot be read.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createJobQueueTables } from '#server/operations/jobs/queue-run.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { formatStartError } from '#server/platform/core/start-error.ts'
import { formatBackupTime } from '#server/platform/database/backups/backup-folder.ts'
import { findNewestTableBackup, loadTableBackup } from '#server/platform/database/backups/table-backup.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openScratchDatabase, type ScratchDatabase } from '#server/platform/testing/scratch-database.ts'
import { printInvariants } from './print-invariants.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function openTarget(): Promise<Pick<ScratchDatabase, 'ownerUrl' | 'close'>> {
  const { databaseOwnerUrl } = readConfig(process.env)
  if (databaseOwnerUrl === undefined) throw new Error('缺少 DATABASE_OWNER_URL（新的空数据库）')
  await migrate(databaseOwnerUrl)
  return { ownerUrl: databaseOwnerUrl, close: async () => undefined }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { 'into-database': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error('用法：npm run drill -- <备份文件夹> [--into-database]')
  const folder = path.resolve(given)
  const begun = monotonicNowMs()
  const { name, backup } = findNewestTableBackup(folder)
  const { ownerUrl, close } = await (values['into-database'] ? openTarget() : openScratchDatabase({ own: true }))
  try {
    if (backup.tables.some((table) => table.name.startsWith('graphile_worker.'))) await createJobQueueTables(ownerUrl, createErrorLog())
    await loadTableBackup(ownerUrl, folder, name)
    const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
    print(`✓ ${name}（${formatBackupTime(backup.startedAt)}）：${backup.tables.length} 张表 ${rows} 行，逐个校验`)
    const broken = printInvariants(await checkInvariants(ownerUrl))
    const seconds = ((monotonicNowMs() - begun) / 1_000).toFixed(1)
    print(`${broken === 0 ? '✓' : '✗'} ${values['into-database'] ? '恢复' : '演练'}用时 ${seconds} 秒`)
    return broken
  } finally {
    await close()
  }
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1
} catch (error) {
  console.error(`没有恢复：${formatStartError(error)}`)
  process.exit(2)
}
