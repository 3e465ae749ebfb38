/**
 * `npm run db:distribute -- --shards 32`: turns the migrated database of DATABASE_SUPER_URL, on a Citus coordinator that knows its workers,
 * into one that is distributed by company (docs/scale.md). Run it with a backup and with all servers stopped, and again after each migration
 * that adds a table; an interrupted run is continued by another one. With `-- --check` it changes nothing, works on any PostgreSQL, and says what of the schema could not be
 * distributed. Exit code 0: done, or nothing to object; 1: the check found something; 2: it failed.
 */
import { parseArgs } from 'node:util'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { APP_ROLE, OWNER_ROLE } from '#server/platform/database/roles.ts'
import { distributeDatabase, distributionRemedies, findDistributionViolations } from '#server/platform/distribution/public.ts'

const { values } = parseArgs({ options: { shards: { type: 'string', default: '32' }, check: { type: 'boolean', default: false } } })
const print = (text: string) => process.stdout.write(`${text}\n`)

async function run(): Promise<number> {
  const superUrl = process.env.DATABASE_SUPER_URL
  if (!superUrl) throw new Error('缺少 DATABASE_SUPER_URL（协调节点上商城数据库的超级用户地址）')
  return withDatabaseClient(superUrl, async (client) => {
    const violations = await findDistributionViolations(client)
    const unknown = violations.filter(({ name }) => !distributionRemedies[name])
    for (const { table, name, why } of unknown) print(`✗ ${table} ${name}: ${why}`)
    if (unknown.length > 0) return 1
    if (values.check) {
      for (const { name } of violations) print(`! ${name}: ${distributionRemedies[name]?.why}`)
      print('✓ 可以按企业分布')
      return 0
    }
    const shards = Number(values.shards)
    if (!Number.isInteger(shards) || shards < 1 || shards > 1_024) throw new Error('--shards 是 1 到 1024 的整数')
    const count = await distributeDatabase(client, { shards, roles: [APP_ROLE, OWNER_ROLE], report: (table) => print(`✓ ${table}`) })
    print(`✓ 已分布 ${count} 张表，每组 ${shards} 个分片`)
    return 0
  })
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
