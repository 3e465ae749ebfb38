/**
 * `npm run migrate`: migrates the database of `DATABASE_OWNER_URL` to the schema of this program, before its servers are started. With `--
 * --check` it changes nothing and lists the pending migrations: exit code 0 if there are none, 1 if the running servers continue to work
 * after them, 3 if they do not, 2 if the check failed.
 */

import { readConfig } from '#server/platform/core/config.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { listWaitingMigrations, migrate } from '#server/platform/database/migrate.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function run(args: readonly string[]): Promise<number> {
  const { databaseOwnerUrl } = readConfig(process.env)
  if (databaseOwnerUrl === undefined) throw new ConfigError('缺少 DATABASE_OWNER_URL（数据表的所有者）')
  if (args.includes('--check')) {
    const waiting = await listWaitingMigrations(databaseOwnerUrl)
    if (waiting.length === 0) {
      print('数据库已是本程序的版本')
      return 0
    }
    print(`将执行 ${waiting.length} 个迁移：`)
    for (const { name, contractions } of waiting)
      print(contractions.length === 0 ? `${name}（只增加）` : [`${name}（有收缩）`, ...contractions.map((what) => `  ${what}`)].join('\n'))
    const contracts = waiting.some(({ contractions }) => contractions.length > 0)
    print(contracts ? '有收缩：先停下旧的服务器，并做好备份' : '只增加：旧的服务器可以一直开着，也可以退回旧的程序')
    return contracts ? 3 : 1
  }
  const applied = await migrate(databaseOwnerUrl)
  print(applied.length === 0 ? '数据库已是本程序的版本' : `已执行 ${applied.length} 个迁移：\n${applied.join('\n')}`)
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
