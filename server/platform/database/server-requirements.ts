import type pg from 'pg'

/** The oldest major version of PostgreSQL that the stories run on. */
export const MIN_POSTGRES_VERSION = 15

/** What a server and one of its databases have to be. */
export interface ServerFacts {
  /** As `server_version_num` says it: 150018 is 15.18. */
  version: number
  encoding: string
}

/** Why a database cannot be used, in one line; undefined where it can. */
export function findUnmetRequirement({ version, encoding }: ServerFacts): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < MIN_POSTGRES_VERSION) return `数据库是 PostgreSQL ${major}，至少需要 ${MIN_POSTGRES_VERSION}`
  if (encoding !== 'UTF8')
    return `数据库的编码是 ${encoding}，需要 UTF8（create database mall owner mall_owner template template0 encoding 'UTF8'）`
  return undefined
}

/** Refuses a database that could not hold the mall, before anything is made in it. */
export async function requireSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  const why = rows[0] && findUnmetRequirement(rows[0])
  if (why) throw new Error(why)
}
