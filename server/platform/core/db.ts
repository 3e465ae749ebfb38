import type { EventEmitter } from 'node:events'
import { type CompiledQuery, Kysely, type KyselyPlugin, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/database/schema-types.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseUnavailable } from './database-errors.ts'
import { enablePreparedStatements } from './prepared-statements.ts'

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
  /** How many of them a connection keeps. */
  preparedMax?: number
  /** Called with every statement that runs; tests count and check by it. */
  onQuery?: (query: CompiledQuery) => void
  plugins?: KyselyPlugin[]
}

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Of one connection; the mall has about so many that are not somebody's choice. */
const PREPARED_MAX = 1_000

/** What pg hears on a connection, beside the answer to a statement. */
interface Hearing {
  connection: EventEmitter<{ errorMessage: [{ severity: string }] }>
}

/**
 * Gives a connection out. Whatever a database says to a server that it does not let in, it is not there for us: a full one, a locked role, a
 * name that is not found. One that it said a last word on is thrown away when it is given back: its end may be heard only later, and till then
 * the pool takes it for a good one.
 */
async function connect(pool: pg.Pool, ended: WeakSet<pg.PoolClient>): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect()
    const giveBack = client.release
    client.release = (error) => giveBack(error || ended.has(client))
    return client
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

/** Connections that were ended by the database: it says so with an error from which there is no going on. */
function watchEnds(pool: pg.Pool): WeakSet<pg.PoolClient> {
  const ended = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    const { connection } = client as unknown as Hearing
    connection.on('errorMessage', ({ severity }) => {
      if (severity === 'FATAL' || severity === 'PANIC') ended.add(client)
    })
  })
  return ended
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
    keepAlive: true,
    application_name: 'mall',
    options: '-c lock_timeout=3s -c statement_timeout=10s -c idle_in_transaction_session_timeout=10s -c timezone=UTC',
  })
  if (options.prepared !== false)
    pool.on('connect', (client) => enablePreparedStatements(client as unknown as pg.Client, options.preparedMax ?? PREPARED_MAX))
  // A connection that dies while idle is replaced at the next use, one that is held fails its next statement; neither ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const ended = watchEnds(pool)
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => connect(pool, ended), end: () => pool.end(), options: pool.options } }),
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

/**
 * Runs `work` in a transaction; a deadlock or a serialization failure is tried again a few times, a little later each. Throws
 * `CommitOutcomeUnknown` where the connection is lost during the commit: the work may stand or not.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let done = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        done = true
        return result
      })
    } catch (error) {
      if (done && isDatabaseUnavailable(error)) throw new CommitOutcomeUnknown(error)
      const state = sqlState(error)
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt === TRIES) throw error
      await pause(attempt * 7 + (process.hrtime()[1] % 10))
    }
  }
}

/**
 * The same for a counter beside the work of a call. Where its commit is cut off, nothing that was asked for has been done: that is said as any
 * other loss of the connection.
 */
export async function inSeparateTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    throw error instanceof CommitOutcomeUnknown ? error.cause : error
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
