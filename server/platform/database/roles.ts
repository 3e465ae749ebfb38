import { withDatabaseClient } from './connect.ts'

export const OWNER_ROLE = 'mall_owner'
export const APP_ROLE = 'mall_app'
export const DATABASE_NAME = 'mall'

export interface RolePasswords {
  owner: string
  app: string
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The URL with another database, user or password. */
export function replaceDatabaseUrlParts(base: string, change: { database?: string; user?: string; password?: string }): string {
  const url = new URL(base)
  if (change.database !== undefined) url.pathname = `/${change.database}`
  if (change.user !== undefined) url.username = change.user
  if (change.password !== undefined) url.password = change.password
  return url.toString()
}

/**
 * Creates the two roles and the database if they are missing, as the superuser of the embedded server. `mall_owner` runs migrations and
 * owns the tables and the job queue. `mall_app` is the role of the server and owns nothing.
 */
export async function createRolesAndDatabase(superUrl: string, passwords: RolePasswords, database = DATABASE_NAME): Promise<void> {
  await withDatabaseClient(superUrl, async (client) => {
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [APP_ROLE, passwords.app],
    ] as const) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login password ${literal(password)}`)
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database} owner ${OWNER_ROLE}`)
  })
}

/**
 * Refuses a role that could change the ledger's history: a superuser, or the owner of the tables. A missing grant makes a statement fail,
 * but an excessive right would only show when it is misused.
 */
export async function requireSafeAppRole(url: string): Promise<void> {
  await withDatabaseClient(url, async (client) => {
    const { rows } = await client.query<{ su: boolean; owned: string }>(
      `select rolsuper as su, (select count(*) from pg_class where relowner = r.oid and relkind in ('r', 'p')) as owned
       from pg_roles r where rolname = current_user`,
    )
    const row = rows[0]
    if (row?.su) throw new Error('DATABASE_URL 是超级用户，请改用权限最小的 mall_app 角色')
    if (Number(row?.owned) > 0) throw new Error('DATABASE_URL 是数据表的所有者，请改用权限最小的 mall_app 角色')
  })
}
