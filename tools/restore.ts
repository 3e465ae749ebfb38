/**
 * `npm run restore -- <folder> --into <data folder> [--until <time>]`: restores a backup into a data folder, as it was at a time, on a
 * second cluster with its own port, and checks all invariants. The folder must be new and may only contain secrets.json, which is stored
 * separately from backups.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { formatStartError } from '#server/platform/core/start-error.ts'
import { formatBackupTime, parseRestoreTime } from '#server/platform/database/backups/backup-folder.ts'
import { restoreBackup } from '#server/platform/database/backups/restore.ts'
import { printInvariants } from './print-invariants.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { into: { type: 'string' }, until: { type: 'string' } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1 || values.into === undefined)
    throw new Error('用法：npm run restore -- <备份文件夹> --into <数据目录> [--until "2026-11-21 18:30:00"]')
  const begun = monotonicNowMs()
  const dataDir = path.resolve(values.into)
  const until = values.until === undefined ? undefined : parseRestoreTime(values.until)
  const { name, segments, lastAt, uploads, ownerUrl, close } = await restoreBackup({ folder: path.resolve(folder), dataDir, until })
  try {
    print(
      `✓ ${name} 和 ${segments} 段 WAL，用时 ${((monotonicNowMs() - begun) / 1_000).toFixed(1)} 秒；最后一笔 ${lastAt === null ? '在备份之前' : formatBackupTime(lastAt)}`,
    )
    const { copied, missing } = uploads
    print(
      `${missing.length === 0 ? '✓' : '✗'} 文件 ${copied} 个${missing.length === 0 ? '' : `，缺少 ${missing.length} 个，如 ${missing[0]}`}`,
    )
    const broken = printInvariants(await checkInvariants(ownerUrl))
    print(`${broken === 0 ? '✓' : '✗'} 恢复到 ${dataDir}；启动：DATA_DIR=${dataDir} npm start`)
    return broken + missing.length
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
