/**
 * `npm run migrate`: brings the database of `DATABASE_OWNER_URL` to the schema of this program, before its servers are started. With
 * `-- --check` it changes nothing and lists what it would apply: exit code 0 if there is nothing, 1 if there is something, 2 if it could not
 * look.
 */

import { readConfig } from '#server/platform/core/config.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { listWaitingMigrations, migrate } from '#server/platform/database/migrate.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function run(args: readonly string[]): Promise<number> {
  const { databaseOwnerUrl } = readConfig(process.env)
  if (databaseOwnerUrl === undefined) throw new ConfigError('缺少 DATABASE_OWNER_URL（数据表的所有者）')
  if (args.includes('--check')) {
    const waiting = await listWaitingMigrations(databaseOwnerUrl)
    say(waiting.length === 0 ? '数据库已是本程序的版本' : `将执行 ${waiting.length} 个迁移：\n${waiting.join('\n')}`)
    return waiting.length === 0 ? 0 : 1
  }
  const applied = await migrate(databaseOwnerUrl)
  say(applied.length === 0 ? '数据库已是本程序的版本' : `已执行 ${applied.length} 个迁移：\n${applied.join('\n')}`)
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
