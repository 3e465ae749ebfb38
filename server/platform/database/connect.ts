import pg from 'pg'

const PATIENCE_MS = 5_000

const INVALID_PASSWORD = '28P01'
const INVALID_LOGIN = '28000'
const NO_SUCH_DATABASE = '3D000'
const STARTING_UP = '57P03'
const TOO_MANY_CONNECTIONS = '53300'

/** Messages for a database that refuses a connection. */
const sentences: Readonly<Record<string, (user: string, database: string) => string>> = {
  [INVALID_PASSWORD]: (user) => `不接受用户 ${user} 的密码`,
  [INVALID_LOGIN]: (user) => `不允许用户 ${user} 登录`,
  [NO_SUCH_DATABASE]: (_, database) => `没有名为 ${database} 的数据库`,
  [STARTING_UP]: () => '正在启动或恢复，请稍后再试',
  [TOO_MANY_CONNECTIONS]: () => '的连接数已满',
}

function describe(url: string, error: unknown): string {
  const { hostname, port, pathname, username } = new URL(url)
  const where = `数据库 ${decodeURIComponent(hostname)}:${port || '5432'}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]?.(decodeURIComponent(username), decodeURIComponent(pathname.slice(1)))
  return sentence ? `${where} ${sentence}` : `连接不上${where}（${code || (error instanceof Error ? error.message : String(error))}）`
}

/**
 * Opens one connection for the work and closes it afterwards. If it cannot connect, the error says why in one line, without the password.
 */
export async function withDatabaseClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  // A broken connection appears as an error of the running query.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new Error(describe(url, error))
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
