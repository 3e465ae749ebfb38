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

/** A list that somebody goes through from its first row to its last, as it stood in one moment. */
export interface ServerSideCursor {
  /**
   * Reads as it stood then. A page that follows on the last one of the same list is fetched from where that one ended, so that however
   * long the list is each of its rows is read once; every other question is answered as it is asked.
   */
  db: Db
  /** How many rows the list has that was asked for first, counted to a bound and one; undefined when none was asked for by page. */
  count(most: number): Promise<number | undefined>
  /** Ends it, whatever is still being read. */
  close(): Promise<void>
}

/** How the page of a list ends, whoever wrote it: its two numbers are the last. */
const PAGE = / limit \$\d+ offset \$\d+\s*$/
/** What a list says of its length is the same all the while, and is asked with every page. */
const COUNT = /^select count\(/
/** Only lists that are gone through have a cursor; a few suffice. */
const CURSORS_MAX = 4
/** How long whoever takes the rows may let us wait for the next. */
const IDLE = '60s'
/** What the database's own list of connections calls one that a walk holds, for whoever wonders what runs so long. */
export const CURSOR_APPLICATION_NAME = 'mall walk'

interface Cursor {
  name: string
  list: CompiledQuery
  /** Rows that it has given. */
  at: number
}

class Walking implements DatabaseConnection {
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

  /** One after the other: the connection is one. */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#turn.then(() => this.#answer(query))
    this.#turn = answer.catch(() => undefined)
    return answer as Promise<QueryResult<R>>
  }

  streamQuery(): never {
    throw new Error('a walk goes by pages')
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
    const cursor = { name: `walk_${this.#cursors.size}`, list, at: 0 }
    const text = `declare ${cursor.name} no scroll cursor for ${list.sql}`
    await this.#connection.executeQuery(CompiledQuery.raw(text, [...list.parameters]))
    this.#cursors.set(keyOf(list), cursor)
    return cursor
  }
}

const keyOf = ({ sql, parameters }: CompiledQuery): string => JSON.stringify([sql, parameters])

/** The same tables over one connection, with the same guards. */
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
        beginTransaction: () => Promise.reject(new Error('a walk only reads')),
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
}

/** Begins a walk. It holds a connection until it is closed. */
export async function openCursor(db: Db): Promise<ServerSideCursor> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${IDLE}, true), set_config('application_name', ${CURSOR_APPLICATION_NAME}, true)`.execute(
      tx,
    )
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  const walking = new Walking({
    executeQuery: (query) => tx.getExecutor().provideConnection((connection) => connection.executeQuery(query)),
    streamQuery: () => walking.streamQuery(),
  })
  return {
    db: dbOver(walking, db),
    async count(most) {
      const { first } = walking
      if (!first) return undefined
      const counting = `select count(*) as found from (${first.sql} limit ${most + 1}) as list`
      const { rows } = await walking.executeQuery<{ found: number }>(CompiledQuery.raw(counting, [...first.parameters]))
      return rows[0]?.found
    },
    async close() {
      // A connection that the database has closed is rolled back already.
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    },
  }
}
