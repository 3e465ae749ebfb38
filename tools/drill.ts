/**
 * `npm run drill -- <folder>`: practises the restore of the newest copy of a database of one's own: into a scratch PostgreSQL in a temporary
 * folder, which is deleted afterwards, with all invariants proven there. It needs no settings and touches nothing else. With
 * `--into-database` it is the restore itself, into the empty database of DATABASE_OWNER_URL. Exit code 0: everything holds. 1: an invariant
 * does not. 2: the copy is damaged or cannot be read.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createJobQueue } from '#server/operations/jobs/queue-run.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { monotonicNow } from '#server/platform/core/moment.ts'
import { formatStartError } from '#server/platform/core/start-error.ts'
import { formatBackupTime } from '#server/platform/database/backups/backup-folder.ts'
import { findNewestTableBackup, loadTableBackup } from '#server/platform/database/backups/table-backup.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createRolesAndDatabase, OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { printInvariants } from './print-invariants.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const PORT = 54_629
const DATABASE = 'mall'

/** An empty database on a PostgreSQL of its own. It does not wait for the disk, because nothing of it is kept. */
async function openScratch(): Promise<{ ownerUrl: string; close(): void }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-drill-'))
  // If root starts it, the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }
  const passwords = { super: randomBytes(12).toString('hex'), owner: randomBytes(12).toString('hex'), app: randomBytes(12).toString('hex') }
  const postgres = await startEmbeddedPostgres({ dataDir, superPassword: passwords.super, port: PORT, settings })
  const close = () => {
    postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await createRolesAndDatabase(postgres.superUrl, passwords, DATABASE)
  return {
    ownerUrl: replaceDatabaseUrlParts(postgres.superUrl, { user: OWNER_ROLE, password: passwords.owner, database: DATABASE }),
    close,
  }
}

function requireTarget(): { ownerUrl: string; close(): void } {
  const { databaseOwnerUrl } = readConfig(process.env)
  if (databaseOwnerUrl === undefined) throw new Error('缺少 DATABASE_OWNER_URL（新的空数据库）')
  return { ownerUrl: databaseOwnerUrl, close: () => undefined }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { 'into-database': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error('用法：npm run drill -- <备份文件夹> [--into-database]')
  const folder = path.resolve(given)
  const begun = monotonicNow()
  const { name, backup } = findNewestTableBackup(folder)
  const { ownerUrl, close } = values['into-database'] ? requireTarget() : await openScratch()
  try {
    await migrate(ownerUrl)
    if (backup.tables.some((table) => table.name.startsWith('graphile_worker.'))) await createJobQueue(ownerUrl, createErrorLog())
    await loadTableBackup(ownerUrl, folder, name)
    const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`✓ ${name}（${formatBackupTime(backup.startedAt)}）：${backup.tables.length} 张表 ${rows} 行，逐个校验`)
    const broken = printInvariants(await checkInvariants(ownerUrl))
    const seconds = ((monotonicNow() - begun) / 1_000).toFixed(1)
    say(`${broken === 0 ? '✓' : '✗'} ${values['into-database'] ? '恢复' : '演练'}用时 ${seconds} 秒`)
    return broken
  } finally {
    close()
  }
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1
} catch (error) {
  console.error(`没有恢复：${formatStartError(error)}`)
  process.exit(2)
}
