/**
 * `npm run move`: moves the mall of DATA_DIR, which must be stopped and whose embedded PostgreSQL this command starts, into the empty
 * database of DATABASE_URL and DATABASE_OWNER_URL, with the waiting jobs, and its files into the bucket if S3_… are set. Either all rows
 * are moved and verified, or none; files are copied first, and may be in the bucket even if no row was moved. DATA_DIR keeps its rows and
 * files. Exit code 0: moved, equal, and all invariants hold on both sides; 1: an invariant does not hold; 2: nothing was moved.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { requireNoDemoAccountsInProduction } from '#server/operations/installation/public.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createJobQueueTables } from '#server/operations/jobs/queue-run.ts'
import { createS3Store } from '#server/people/files/public.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createMoment, monotonicNowMs, systemClock } from '#server/platform/core/moment.ts'
import { formatStartError } from '#server/platform/core/start-error.ts'
import { type EmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { moveAllRowsToUnusedDatabase } from '#server/platform/database/move-database.ts'
import { printInvariants } from './print-invariants.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The owner's URL of the target. Throws if the settings are not those of a production server with the secret of the folder. */
function requireTarget({ databaseUrl, databaseOwnerUrl, secret, dataDir }: Config, source: EmbeddedDatabase): string {
  if (databaseUrl === undefined || databaseOwnerUrl === undefined)
    throw new ConfigError('缺少目标数据库：DATABASE_URL 和 DATABASE_OWNER_URL')
  if (!secret?.equals(source.secret))
    throw new ConfigError(`MALL_SECRET 要与 ${path.join(dataDir, 'secrets.json')} 中的 secret 相同，否则迁移后手机号和密码都无法核对`)
  return databaseOwnerUrl
}

/** A demo must not be served in production, so it is not moved there either. */
async function refuseDemo({ sealKeys }: Config, { appUrl, secret }: EmbeddedDatabase): Promise<void> {
  const database = openDatabase({ url: appUrl, poolSize: 1 })
  const keys = createKeys(secret, sealKeys)
  const serving = { keys, host: '127.0.0.1', production: true, yesDemo: false }
  await requireNoDemoAccountsInProduction(database.db, createMoment(systemClock()), serving).finally(() => database.close())
}

/** Copies the files into the bucket. Files from an interrupted run are written again. Returns their number. */
async function moveFiles({ dataDir, s3 }: Config): Promise<number> {
  const folder = path.join(dataDir, 'files')
  if (s3 === undefined || !existsSync(folder)) return 0
  const bucket = createS3Store(s3)
  const names = readdirSync(folder).filter((name) => !name.endsWith('.new'))
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name))
    await bucket.put(name, bytes)
    const there = await bucket.get(name)
    if (!there || !bytes.equals(there)) throw new Error(`文件 ${name} 写入存储桶后不一致`)
  }
  return names.length
}

async function move(config: Config, source: EmbeddedDatabase): Promise<number> {
  const begun = monotonicNowMs()
  const target = requireTarget(config, source)
  await migrate(source.ownerUrl)
  await refuseDemo(config, source)
  print('迁移前：')
  if (printInvariants(await checkInvariants(source.ownerUrl)) > 0) throw new Error('原数据库有不成立的规则，请先处理')
  await migrate(target)
  for (const url of [source.ownerUrl, target]) await createJobQueueTables(url, createErrorLog())
  const files = await moveFiles(config)
  const moved = await moveAllRowsToUnusedDatabase(source.ownerUrl, target)
  for (const { table, rows } of moved) if (rows > 0) print(`✓ ${table}: ${rows}`)
  print('迁移后：')
  const broken = printInvariants(await checkInvariants(target))
  const rows = moved.reduce((sum, one) => sum + one.rows, 0)
  print(`${broken === 0 ? '✓' : '✗'} ${moved.length} 张表 ${rows} 行逐表一致，用时 ${((monotonicNowMs() - begun) / 1_000).toFixed(1)} 秒`)
  print(
    config.s3
      ? `✓ 文件 ${files} 个已写入存储桶`
      : `! 文件仍在 ${path.join(config.dataDir, 'files')}：服务器继续用这个 DATA_DIR，或设置 S3_… 再迁移`,
  )
  print(`! ${config.dataDir} 没有改动；确认新商城无误后再删除，不要再用它启动`)
  return broken
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const source = await startEmbeddedPostgresWithMallDatabase(config.dataDir)
  try {
    return await move(config, source)
  } finally {
    source.close()
  }
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1
} catch (error) {
  console.error(`没有迁移：${formatStartError(error)}`)
  process.exit(2)
}
