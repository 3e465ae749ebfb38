import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, type InsertObject, type InsertQueryBuilder, type InsertResult, type QueryResult, sql } from 'kysely'
import type { DB } from '#server/platform/database/schema-types.ts'
import type { Db, Tx } from './db.ts'

/** A query of Kysely, or one in SQL. */
interface Compilable<Row> {
  compile(on: Db): CompiledQuery<Row>
}

/** A query with its parameters, for one connection. */
export interface BoundQuery<Row> {
  compile(): CompiledQuery<Row>
  run(): Promise<QueryResult<Row>>
  execute(): Promise<Row[]>
  executeTakeFirst(): Promise<Row | undefined>
  executeTakeFirstOrThrow(): Promise<Row>
}

function bind<Row>(db: Db, compile: () => CompiledQuery<Row>): BoundQuery<Row> {
  const run = () => db.executeQuery(compile())
  return {
    compile,
    run,
    execute: async () => (await run()).rows,
    executeTakeFirst: async () => (await run()).rows[0],
    executeTakeFirstOrThrow: async () => {
      const [row] = (await run()).rows
      if (row === undefined) throw new Error(`no row: ${compile().sql}`)
      return row
    },
  }
}

/** Nothing looks at the tree of a query if there are no plugins. */
const { query: NO_TREE, queryId: NO_ID } = CompiledQuery.raw('')
const ready = <Row>(text: string, parameters: unknown[]): CompiledQuery<Row> => ({ sql: text, parameters, query: NO_TREE, queryId: NO_ID })

/** Plugins, such as the guard of tests and development, must see every query as it is. */
const hasPlugins = (db: Db): boolean => db.getExecutor().plugins.length > 0

function assertSame<Row>(built: CompiledQuery<Row>, bound: CompiledQuery<Row>): CompiledQuery<Row> {
  if (built.sql === bound.sql && isDeepStrictEqual([...built.parameters], [...bound.parameters])) return built
  throw new Error(`the text of a query that is compiled once depends on its parameters: ${built.sql}`)
}

type Fields = Readonly<Record<string, unknown>>
const isOfShape = (value: unknown): boolean => value === null || value === undefined || typeof value === 'boolean'

/**
 * What the text of a query may depend on: which fields there are, which of them are null, missing, true or false, and which lists have a
 * single element (see `anyOfIdsSql`). Everything else is a parameter.
 */
function shapeOf(fields: Fields): string {
  let shape = ''
  for (const name in fields) {
    const value = fields[name]
    shape += name
    if (isOfShape(value)) shape += String(value)
    else if (Array.isArray(value)) shape += value.length === 1 ? '1' : '*'
    shape += ','
  }
  return shape
}

/** Where a parameter comes from. */
type Source = (fields: Fields) => unknown

/** A compiled text with the sources of its parameters. */
interface Template {
  text: string
  sources: readonly Source[]
}

/** Compiles a query with a symbol for each value, and finds the symbols among its parameters. Computing with a symbol throws. */
function createTemplate(fields: Fields, compile: (places: Fields) => CompiledQuery): Template {
  const names = new Map<unknown, string>()
  const place = (name: string, value: unknown): unknown => {
    if (isOfShape(value)) return value
    const symbol = Symbol(name)
    names.set(symbol, name)
    if (!Array.isArray(value)) return symbol
    return value.length === 1 ? [symbol] : [symbol, symbol]
  }
  const places = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, place(name, value)]))
  const sourceOf = (parameter: unknown): Source => {
    const name = names.get(Array.isArray(parameter) ? parameter[0] : parameter)
    if (name === undefined) return () => parameter
    return Array.isArray(places[name]) && !Array.isArray(parameter) ? (given) => (given[name] as unknown[])[0] : (given) => given[name]
  }
  const { sql: text, parameters } = compile(places)
  return { text, sources: parameters.map(sourceOf) }
}

/**
 * A query that is built and compiled at its first use only: Kysely builds the tree of a query and writes its text at every use otherwise, and
 * for the statements of an order that is a tenth of the server's work. `build` gets the fields and must pass them on as parameters. It may ask
 * whether one is null, missing or true, and whether a list has a single element. Where plugins run, each use is built and compared with that.
 */
export function compileOnce<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => BoundQuery<Row> {
  const templates = new Map<string, Template>()
  const templateOf = (db: Db, fields: Fields): Template => {
    const shape = shapeOf(fields)
    const known = templates.get(shape)
    if (known) return known
    const plain = db.withoutPlugins()
    const template = createTemplate(fields, (places) => build(plain, places as Given).compile(plain))
    templates.set(shape, template)
    return template
  }
  return (db, given) => {
    const fields = given as Fields
    return bind(db, () => {
      const { text, sources } = templateOf(db, fields)
      const bound = ready<Row>(
        text,
        sources.map((source) => source(fields)),
      )
      return hasPlugins(db) ? assertSame(build(db, given).compile(db), bound) : bound
    })
  }
}

const hasColumns = (row: Fields, columns: readonly string[]): boolean => {
  let at = 0
  for (const name in row) if (columns[at++] !== name) return false
  return at === columns.length
}

/** A value that Kysely would write into the text. */
const isExpression = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)

/** The values of rows, which must all have these columns in this order. */
function listValues(rows: readonly Fields[], columns: readonly string[]): unknown[] {
  const values: unknown[] = []
  for (const row of rows) {
    if (!hasColumns(row, columns)) throw new Error(`an insert that is compiled once has rows with other columns than ${columns.join(', ')}`)
    for (const column of columns) {
      const value = row[column]
      if (isExpression(value)) throw new Error(`an insert that is compiled once has no value for ${column}`)
      values.push(value)
    }
  }
  return values
}

/**
 * The same for an insert: one text for each number of rows. All rows have the same columns in the same order, with a value in each.
 */
export function compileInsertOnce<Table extends keyof DB>(
  into: (tx: Db) => InsertQueryBuilder<DB, Table, InsertResult>,
): (tx: Tx, rows: readonly InsertObject<DB, Table>[]) => BoundQuery<unknown> {
  let columns: readonly string[] | undefined
  const textsByCount = new Map<number, string>()
  return (tx, rows) => {
    const build = (on: Db): CompiledQuery<unknown> => into(on).values(rows).compile()
    return bind(tx, () => {
      columns ??= Object.keys(rows[0] ?? {})
      const values = listValues(rows as readonly Fields[], columns)
      const text = textsByCount.get(rows.length) ?? build(tx.withoutPlugins()).sql
      textsByCount.set(rows.length, text)
      return hasPlugins(tx) ? assertSame(build(tx), ready(text, values)) : ready(text, values)
    })
  }
}

/**
 * `column = any of these`, like `anyOfIdsSql`, for a statement with so many tables that planning it costs more than running it: the list is
 * unknown to the planner, so that the plan of a prepared statement is kept.
 */
export const anyOfIdsKeepingPlanSql = (ids: readonly string[]) =>
  ids.length === 1 ? sql<string>`${ids[0]}::uuid` : sql<string>`any(array(select unnest(${[...ids]}::uuid[])))`
