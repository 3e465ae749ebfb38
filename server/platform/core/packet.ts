import type { Duplex } from 'node:stream'
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { MessageWriter } from './message-writer.ts'
import type { PreparedStatement, PreparedStatements, RowReader } from './prepared-statements.ts'

export type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** The part of pg's connection that is written to. Like the methods below that pg calls, it belongs to pg's exact version in package.json. */
interface Wire {
  stream: Duplex
}

interface SentStatement {
  text: string
  values: readonly (string | Buffer | null)[]
  /** undefined: the connection prepares nothing. */
  statement: PreparedStatement | undefined
  isPreparedHere: boolean
  isDescribed: boolean
  reader: RowReader | undefined
  rows: unknown[]
  tag: string
  /** Why its rows cannot be read. */
  unreadable: unknown
  settled: PromiseWithResolvers<Result>
}

/** The SQLSTATE of a statement in a transaction that has failed already: the error of an earlier one says why. */
export const TRANSACTION_ABORTED = '25P02'
const LAST_NUMBER = / (\d+)$/
const UNNAMED = ''
/** Statements whose columns the database keeps for as long as they are prepared. Those of `fetch` are the cursor's, of which there may be another. */
const HAS_FIXED_COLUMNS = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/

/** The error of a statement that the database has skipped, because one before it in the packet has failed. */
const createSkippedError = (): Error =>
  Object.assign(new Error('a statement before this one in its packet has failed'), { code: TRANSACTION_ABORTED, severity: 'ERROR' })

/** Whether the connection still lives after an error. */
const isOfStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

function toResult({ tag, rows }: SentStatement): Result {
  const [, count] = LAST_NUMBER.exec(tag) ?? []
  return { command: /^\w*/.exec(tag)?.[0] ?? '', rowCount: count === undefined ? null : Number(count), rows }
}

/**
 * Statements that are sent together, with one Sync at their end. The database executes them one after another. If one fails, it skips those
 * after it: they get the error of statements in a failed transaction (25P02), and those before it have their results. pg takes only its own
 * class into a pipeline, so this is one for it.
 */
export class PacketQuery extends pg.Query {
  isSent = false
  readonly #statements: SentStatement[] = []
  readonly #prepared: PreparedStatements | undefined
  readonly #closed: string[] = []
  readonly #onEnd: () => void
  /** The position of the statement that the database answers. */
  #at = 0
  #failure: { error: unknown } | undefined

  /** `onEnd` is called when all answers are there, or the connection is lost. Only then `settle` may be called. */
  constructor(prepared: PreparedStatements | undefined, onEnd: () => void) {
    super(UNNAMED)
    this.#prepared = prepared
    this.#onEnd = onEnd
  }

  /** Adds a statement. A value that cannot be sent is the error of this statement only. */
  add(text: string, values: readonly unknown[]): Promise<Result> {
    const settled = Promise.withResolvers<Result>()
    try {
      const sent = values.map((value) => utils.prepareValue(value))
      const statement = this.#prepared?.use(text, this)
      const isPreparedHere = statement?.preparedBy !== 'done' && statement?.preparedBy !== this
      // It may be prepared, or half closed, by a packet that has not ended or has failed. To close a statement that does not exist is no error.
      if (statement && isPreparedHere) {
        this.#closed.push(statement.name)
        statement.preparedBy = this
        statement.reader = undefined
      }
      const reader = statement?.reader
      this.#statements.push({
        text: statement?.text ?? text,
        values: sent,
        statement,
        isPreparedHere: isPreparedHere || !statement,
        isDescribed: reader === undefined,
        reader,
        rows: [],
        tag: '',
        unreadable: undefined,
        settled,
      })
    } catch (error) {
      settled.reject(error)
    }
    return settled.promise
  }

  /** Called by pg: writes the messages. What is closed comes first, so that it is never skipped. */
  override submit = (connection: pg.Connection): void => {
    const writer = new MessageWriter()
    for (const name of this.#closed) writer.close(name)
    for (const name of this.#prepared?.takeTooMany() ?? []) writer.close(name)
    for (const { text, values, statement, isPreparedHere, isDescribed } of this.#statements) {
      const name = statement?.name ?? UNNAMED
      if (isPreparedHere) writer.parse(name, text)
      writer.bind(name, values)
      if (isDescribed) writer.describe()
      writer.execute()
    }
    writer.sync()
    const { stream } = connection as unknown as Wire
    if (stream.writable) stream.write(writer.take())
    this.isSent = true
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const current = this.#statements[this.#at]
    if (!current) return
    current.reader = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const current = this.#statements[this.#at]
    if (!current || current.unreadable !== undefined) return
    try {
      current.rows.push(readRow(current.reader, fields))
    } catch (error) {
      current.unreadable = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const current = this.#statements[this.#at]
    if (!current) return
    current.tag = text
    this.#at++
    const { statement, reader = NO_ROWS, unreadable } = current
    if (!statement) return
    if (statement.preparedBy === this) statement.preparedBy = 'done'
    if (unreadable !== undefined || !HAS_FIXED_COLUMNS.test(text)) statement.reader = undefined
    else statement.reader ??= reader
  }

  handleEmptyQuery(): void {
    this.#at++
  }

  handleReadyForQuery(): void {
    this.#onEnd()
  }

  /** Called by pg with an error of the database, or if the connection is lost. No other method is called after it. */
  handleError(error: unknown): void {
    if (this.#failure) return
    this.#failure = { error }
    for (const { statement } of this.#statements.slice(this.#at)) if (statement?.preparedBy === this) statement.preparedBy = undefined
    this.#onEnd()
  }

  /** Gives each statement its result or its error, in their order. */
  settle(): void {
    for (const [at, sent] of this.#statements.entries()) {
      if (at < this.#at && sent.unreadable === undefined) sent.settled.resolve(toResult(sent))
      else sent.settled.reject(this.#errorOf(at, sent))
    }
  }

  #errorOf(at: number, { unreadable }: SentStatement): unknown {
    if (at < this.#at) return unreadable
    const error = this.#failure?.error
    return at > this.#at && isOfStatement(error) ? createSkippedError() : error
  }
}

const NO_ROWS: RowReader = { names: [], parsers: [] }

function readRow(reader: RowReader | undefined, fields: readonly (string | null)[]): Record<string, unknown> {
  if (reader?.names.length !== fields.length) throw new Error('the columns of a prepared statement have changed')
  const row: Record<string, unknown> = {}
  for (let at = 0; at < fields.length; at++) {
    const text = fields[at]
    row[reader.names[at] as string] = text === null || text === undefined ? null : reader.parsers[at]?.(text)
  }
  return row
}
