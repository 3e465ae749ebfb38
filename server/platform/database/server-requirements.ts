import type pg from 'pg'

/** The oldest major version of PostgreSQL that the tests run on. */
export const MIN_POSTGRES_VERSION = 15

/** The properties of a server and a database that are checked. */
export interface PostgresServerProperties {
  /** The value of `server_version_num`: 150018 is 15.18. */
  version: number
  encoding: string
}

/** The reason in one line why a database cannot be used; undefined if it can. */
export function formatUnmetPostgresRequirement({ version, encoding }: PostgresServerProperties): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < MIN_POSTGRES_VERSION) return `数据库是 PostgreSQL ${major}，至少需要 ${MIN_POSTGRES_VERSION}`
  if (encoding !== 'UTF8')
    return `数据库的编码是 ${encoding}，需要 UTF8（create database mall owner mall_owner template template0 encoding 'UTF8'）`
  return undefined
}

/** Refuses an unsuitable database before anything is created in it. */
export async function requireSupportedPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<PostgresServerProperties>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  const why = rows[0] && formatUnmetPostgresRequirement(rows[0])
  if (why) throw new Error(why)
}
