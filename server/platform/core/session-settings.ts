import { sql } from 'kysely'
import type { Db } from './db.ts'
import { databaseSessionSettings } from './session-options.ts'

/**
 * Refuses a database whose connections do not have the settings, because without them one stuck transaction would block the mall. Says
 * which statements give them to the role.
 */
export async function requireDatabaseSessionSettings(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(${Object.keys(databaseSessionSettings)}::text[]) as name`.execute(db)
  const actual = new Map(rows.map(({ name, value }) => [name, value]))
  const missing = Object.entries(databaseSessionSettings).filter(([name, value]) => actual.get(name) !== value)
  if (missing.length === 0) return
  const statements = missing.map(([name, value]) => `alter role mall_app set ${name} = '${value}'`).join('; ')
  throw new Error(`数据库连接缺少会话设置（连接池不传启动参数时由角色设置）：请以超级用户执行 ${statements}`)
}
