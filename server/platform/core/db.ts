import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type QueryExecutor,
  type QueryResult,
  sql,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/database/schema-types.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable, UnknownCommitOutcomeError } from './database-errors.ts'
import { monotonicNowMs } from './moment.ts'
import { TRANSACTION_ABORTED } from './packet.ts'
import { enablePipelining, isStatementErrorBeforeCommit, markStatementAsFlush, markStatementHeldBack } from './pipelining.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { DATABASE_SESSION_OPTIONS } from './session-options.ts'
import { recordSpanOfDatabaseStatement, runInChildSpan } from './tracing.ts'

/** Reads accept `Db`, so they work inside and outside a transaction. */
export type Db = Kysely<DB>
/** Writes require `Tx`. The compiler refuses a plain connection, so that no write is half done. */
export type Tx = Transaction<DB>

const INT8 = 20
const DATE = 1082
const [DATES, TEXTS] = [1182, 1009]
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond what a number holds: ${text}`)
  return value
})
pg.types.setTypeParser(DATE, (text) => text)
pg.types.setTypeParser(DATES, pg.types.getTypeParser(TEXTS))

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** How long a request waits for a connection, in milliseconds. Default: two seconds. */
  poolWaitMs?: number
  /** Use named prepared statements, so that the server plans each once per connection. Turn it off for poolers that do not support them. */
  prepared?: boolean
  /** How many prepared statements a connection keeps. */
  preparedMax?: number
  /** Called with every statement that runs. Tests use it to count and check statements. */
  onQuery?: (query: CompiledQuery) => void
  /** Called with the statements that were sent together: the server waits once for all of them. */
  onRoundTrip?: (statements: readonly string[]) => void
  plugins?: KyselyPlugin[]
}

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

const POOL_WAIT_MS = 2_000
/** Per connection. The mall has about this many statements besides those that depend on a caller's filters. */
const PREPARED_MAX = 1_000

/** The parts of a pg connection that receive messages outside of a statement's result. */
interface Hearing {
  connection: EventEmitter<{ errorMessage: [{ severity: string }] }>
}

/**
 * Takes a connection from the pool. Every refusal by the database (full, locked role, unknown name) means that it is unavailable. A
 * connection that has received a fatal error is discarded when it is released: its end event may arrive later, and until then the pool
 * would reuse it.
 */
async function connect(pool: pg.Pool, ended: WeakSet<pg.PoolClient>): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect()
    const release = client.release
    client.release = (error) => release(error || ended.has(client))
    return client
  } catch (error) {
    throw new DatabaseUnavailableError(error)
  }
}

/** Collects the connections that the database has ended. It announces this with a fatal error. */
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

/** Opens the pool. Every wait has a limit: `poolWaitMs` for a connection, 3 s for a lock, 10 s for a statement, 10 s idle in a transaction. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.poolWaitMs ?? POOL_WAIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'mall',
    options: DATABASE_SESSION_OPTIONS,
    pipeline: true,
  })
  const { onQuery, onRoundTrip, prepared = true, preparedMax = PREPARED_MAX } = options
  pool.on('connect', (client) =>
    enablePipelining(client as unknown as pg.Client, { prepared: prepared ? new PreparedStatements(preparedMax) : undefined, onRoundTrip }),
  )
  // An idle connection that dies is replaced at the next use. One that is in use fails its next statement. Neither ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const ended = watchEnds(pool)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => connect(pool, ended), end: () => pool.end(), options: pool.options } }),
    plugins: options.plugins ?? [],
    log: (event) => {
      const error = event.level === 'error' ? event.error : undefined
      recordSpanOfDatabaseStatement(event.query.sql, { ms: event.queryDurationMillis, nowMs: monotonicNowMs(), error })
      if (event.level === 'query') onQuery?.(event.query)
    },
  })
  return { db, pool, close: () => db.destroy() }
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRIES = 5

export const extractSqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * Whether a unique key refused a row. It checks the SQLSTATE and not the constraint's name, because a distributed database changes the
 * name.
 */
export const isUniqueViolation = (error: unknown): boolean => extractSqlState(error) === '23505'

/** Whether a foreign key refused a change, because a row refers to one that does not exist or is being deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => extractSqlState(error) === '23503'

/** Never called: a transaction runs its statements only through its executor. */
const noDialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction opens no connection')) })
const noDriver: Driver = noDialect.createDriver()

/**
 * The same transaction, but its statements do not wait for each other's answers: the database answers them in the order of sending.
 * Kysely's own transaction sends a statement after the answer to the previous one.
 */
async function withoutWaiting(tx: Tx): Promise<Tx> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (own: DatabaseConnection) => own)
  return new Transaction<DB>(propsFor(executor, connection))
}

const propsFor = (executor: QueryExecutor, connection: DatabaseConnection) => ({
  config: { dialect: noDialect },
  dialect: noDialect,
  driver: noDriver,
  executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
})

/**
 * Runs `work` in a transaction. Retries a deadlock or a serialization failure a few times with growing delays. Throws
 * `UnknownCommitOutcomeError` if the connection is lost during the commit: the work may be committed or not.
 */
export const runInTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  runInChildSpan({ kind: 'database', name: 'transaction' }, (span) =>
    retryTransaction(db, work, (attempt) => span?.add({ 'mall.attempt': attempt })),
  )

async function retryTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, repeats: (attempt: number) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let done = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(await withoutWaiting(tx))
        done = true
        return result
      })
    } catch (error) {
      if (done && isDatabaseUnavailable(error) && !isStatementErrorBeforeCommit(error)) throw new UnknownCommitOutcomeError(error)
      const state = extractSqlState(error)
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt === TRIES) throw error
      repeats(attempt + 1)
      await pause(attempt * 7 + (process.hrtime()[1] % 10))
    }
  }
}

/**
 * Like `runInTransaction`, for a counter that is separate from the call's own work. If its commit is cut off, nothing that was requested has
 * been done, so the error is an ordinary loss of the connection.
 */
export async function runInSeparateTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await runInTransaction(db, work)
  } catch (error) {
    throw error instanceof UnknownCommitOutcomeError ? error.cause : error
  }
}

/**
 * Sends a statement together with the next one of the transaction, or with its commit, so that it costs no round trip of its own; returns
 * at once. Its error appears as the error of the statement that it is sent with. `check` gets its result and must not query the database;
 * its error is thrown by the next statement, before any later result is returned or anything is committed. So a lock or a claim at the
 * beginning of a transaction may be sent with the first statement that needs it.
 */
export async function sendWithNextStatement<T>(
  tx: Tx,
  query: { compile(on: Tx): CompiledQuery<T> },
  check?: (result: QueryResult<T>) => void,
): Promise<void> {
  const compiled = query.compile(tx)
  const held = Promise.withResolvers<void>()
  const checked = Promise.withResolvers<void>()
  checked.promise.catch(() => {})
  markStatementHeldBack(compiled.parameters, { check: check && checked.promise, onHeld: held.resolve })
  const sent = tx.executeQuery(compiled)
  sent.catch(held.reject)
  sent.then(check).then(checked.resolve, checked.reject)
  await held.promise
}

/**
 * Waits for parts of a transaction that are sent together. Throws the error of the first failed part in the list, as if the parts had run
 * one after another. An error that only says that the transaction has already failed is ignored.
 */
export async function awaitAllAndThrowFirstError<T extends readonly unknown[]>(...parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(parts)
  const failed = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)
  if (failed.length > 0) throw failed.find((reason) => extractSqlState(reason) !== TRANSACTION_ABORTED) ?? failed[0]
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as T
}

/**
 * Runs reads in one snapshot, taken at the first of them: a change that others commit meanwhile is visible to all of them or to none. The
 * statements run one after another. Not for use within a transaction.
 */
export const runInSnapshot = <T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Runs reads on one connection, so that independent reads are sent together. It is not a transaction. */
export async function runOnOneConnection<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection: DatabaseConnection) => work(new Kysely<DB>(propsFor(executor, connection))))
}

/**
 * Sends the held-back statements now, and waits for their checks. Throws their first error. It does nothing if nothing is held back, or if
 * the transaction has already failed.
 */
export async function flushHeldBackStatements(tx: Tx): Promise<void> {
  const nothing = sql`select`.compile(tx)
  markStatementAsFlush(nothing.parameters)
  await tx.executeQuery(nothing)
}

type ListedType = 'uuid' | 'text' | 'bytea'
const anyOfListSql = <Value>(values: readonly Value[], type: ListedType) => sql<Value>`any(${[...values]}::${sql.raw(type)}[])`

const oneOrAnySql = <Value>(values: readonly Value[], type: ListedType) =>
  values.length === 1 ? sql<Value>`${values[0]}::${sql.raw(type)}` : anyOfListSql(values, type)

/**
 * `column = any of these`, as one parameter, so that the statement's text is the same for any number of ids. A single one is compared as
 * itself: for an array PostgreSQL plans a prepared statement anew at each execution, because it estimates ten values without knowing it.
 */
export const anyOfIdsSql = (ids: readonly string[]) => oneOrAnySql(ids, 'uuid')

/** The same for keyed digests. */
export const anyOfDigestsSql = (digests: readonly Buffer[]) => oneOrAnySql(digests, 'bytea')

/**
 * The same for ids that some rows have and many rows have not, such as shops in lists: each execution is planned for its ids, because a
 * shop may have nine tenths of all orders or a thousandth.
 */
export const anyOfUnevenIdsSql = (ids: readonly string[]) => anyOfListSql(ids, 'uuid')

/** The same for names, of which there is mostly one. */
export const anyOfNamesSql = <Name extends string>(names: readonly Name[]) => oneOrAnySql(names, 'text')

/** The same for texts, such as numbers, codes and states. */
export const anyOfTextsSql = <Text extends string>(texts: readonly Text[]) => anyOfListSql(texts, 'text')

/** Checks whether the database answers. */
export async function isDatabaseAnswering(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
