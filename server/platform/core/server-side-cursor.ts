import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { DB } from '#server/platform/database/schema-types.ts'
import type { Db } from './db.ts'

/** Reads a whole list from the first row to the last, as of one moment. */
export interface ServerSideCursor {
  /**
   * A connection that reads as of that moment. When a page continues the previous one of the same list, its rows are fetched from where the
   * previous page ended. So each row of a long list is read only once. Every other query runs normally.
   */
  db: Db
  /** Counts the rows of the list that was queried first, up to `most` + 1. Undefined if no query was by page. */
  count(max: number): Promise<number | undefined>
  /** Closes the cursor, even during a read. */
  close(): Promise<void>
}

/** The end of a paged query: its last two parameters are limit and offset. */
const PAGE = / limit \$\d+ offset \$\d+\s*$/
/** The length of a list does not change meanwhile, but it is queried with every page. */
const COUNT = /^select count\(/
/** Only exports need a cursor, so a few are enough. */
const CURSORS_MAX = 4
/** How long the receiver of the rows may pause before the next read. */
const IDLE = '60s'
/** The application name of a cursor's connection, for operators who look at long transactions. */
export const CURSOR_APPLICATION_NAME = 'mall cursor'

interface Cursor {
  name: string
  list: CompiledQuery
  /** The number of rows that it has returned. */
  at: number
}

class CursorConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #cursors = new Map<string, Cursor>()
  readonly #counts = new Map<string, QueryResult<unknown>>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  get first(): CompiledQuery | undefined {
    return this.#cursors.values().next().value?.list
  }

  /** Queries run one after another, because there is one connection. */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#turn.then(() => this.#answer(query))
    this.#turn = answer.catch(() => undefined)
    return answer as Promise<QueryResult<R>>
  }

  streamQuery(): never {
    throw new Error('a cursor reads by pages')
  }

  async #answer(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (PAGE.test(query.sql)) return this.#page(query)
    if (!COUNT.test(query.sql)) return this.#connection.executeQuery(query)
    const asked = keyOf(query)
    const answer = this.#counts.get(asked) ?? (await this.#connection.executeQuery(query))
    this.#counts.set(asked, answer)
    return answer
  }

  async #page(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const [limit, offset] = query.parameters.slice(-2) as [number, number]
    const list = CompiledQuery.raw(query.sql.replace(PAGE, ''), query.parameters.slice(0, -2) as unknown[])
    const cursor = this.#cursors.get(keyOf(list)) ?? (offset === 0 ? await this.#open(list) : undefined)
    if (cursor?.at !== offset) return this.#connection.executeQuery(query)
    const answer = await this.#connection.executeQuery(CompiledQuery.raw(`fetch forward ${Number(limit)} from ${cursor.name}`))
    cursor.at += answer.rows.length
    return answer
  }

  async #open(list: CompiledQuery): Promise<Cursor | undefined> {
    if (this.#cursors.size >= CURSORS_MAX) return undefined
    const cursor = { name: `cursor_${this.#cursors.size}`, list, at: 0 }
    const text = `declare ${cursor.name} no scroll cursor for ${list.sql}`
    await this.#connection.executeQuery(CompiledQuery.raw(text, [...list.parameters]))
    this.#cursors.set(keyOf(list), cursor)
    return cursor
  }
}

const keyOf = ({ sql, parameters }: CompiledQuery): string => JSON.stringify([sql, parameters])

/** A Kysely instance over one connection with the same plugins. */
function dbOver(connection: DatabaseConnection, like: Db): Db {
  const nothing = async () => undefined
  return new Kysely<DB>({
    plugins: [...like.getExecutor().plugins],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        releaseConnection: nothing,
        destroy: nothing,
        acquireConnection: async () => connection,
        beginTransaction: () => Promise.reject(new Error('a cursor only reads')),
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
}

/** Opens a cursor. It holds a connection until it is closed. */
export async function openServerSideCursor(db: Db): Promise<ServerSideCursor> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${IDLE}, true), set_config('application_name', ${CURSOR_APPLICATION_NAME}, true)`.execute(
      tx,
    )
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  const cursorConnection = new CursorConnection({
    executeQuery: (query) => tx.getExecutor().provideConnection((connection) => connection.executeQuery(query)),
    streamQuery: () => cursorConnection.streamQuery(),
  })
  return {
    db: dbOver(cursorConnection, db),
    async count(max) {
      const { first } = cursorConnection
      if (!first) return undefined
      const counting = `select count(*) as found from (${first.sql} limit ${max + 1}) as list`
      const { rows } = await cursorConnection.executeQuery<{ found: number }>(CompiledQuery.raw(counting, [...first.parameters]))
      return rows[0]?.found
    },
    async close() {
      // If the database has closed the connection, the transaction is already rolled back.
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    },
  }
}
