import { createHash } from 'node:crypto'
import { type CompiledQuery, Kysely, type KyselyPlugin, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../database/schema-types.ts'

/** Reads accept `Db`: they work inside or outside a transaction. */
export type Db = Kysely<DB>
/** Writes demand `Tx`: the compiler refuses a plain connection, so nothing is half done. */
export type Tx = Transaction<DB>

const INT8 = 20
const DATE = 1082
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond what a number holds: ${text}`)
  return value
})
pg.types.setTypeParser(DATE, (text) => text)

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** Name every statement, so that the server plans it once a connection. Off behind poolers that cannot follow names. */
  prepared?: boolean
  /** Called with every statement that runs; tests count and check by it. */
  onQuery?: (query: CompiledQuery) => void
  plugins?: KyselyPlugin[]
}

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

const NAMES_MAX = 2_000
const names = new Map<string, string>()

/** The name that a statement is prepared under: the same text has the same name on every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMES_MAX) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** Makes a connection prepare what it is given with parameters. */
function prepareByName(client: pg.Client): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown
  const named = (text: unknown, values?: unknown, done?: unknown) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    return name === undefined ? plain(text, values, done) : plain({ name, text, values }, done)
  }
  client.query = named as typeof client.query
}

/**
 * Opens the pool. No wait is endless: to get a connection 2 s, for a lock 3 s, for a statement 10 s, idle in a transaction 10 s.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    application_name: 'mall',
    options: '-c lock_timeout=3s -c statement_timeout=10s -c idle_in_transaction_session_timeout=10s -c timezone=UTC',
  })
  if (options.prepared !== false) pool.on('connect', (client) => prepareByName(client as unknown as pg.Client))
  // A connection that dies while idle is replaced at the next use, one that is held fails its next statement; neither ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: options.plugins ?? [],
    log: (event) => {
      if (event.level === 'query') onQuery?.(event.query)
    },
  })
  return { db, pool, close: () => db.destroy() }
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRIES = 5

export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A row that a unique key refuses. Told by SQLSTATE, never by the constraint's name, which a distributed database changes. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `work` in a transaction; a deadlock or a serialization failure is tried again a few times, a little later each. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const state = sqlState(error)
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt === TRIES) throw error
      await pause(attempt * 7 + (process.hrtime()[1] % 10))
    }
  }
}

/** `column = any of these`, as one parameter: a statement has one text however many ids it is given. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

/** Whether the database answers. */
export async function ping(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
