import type pg from 'pg'
import { invariants } from '#server/operations/invariants/invariants.ts'
import type { SeededRandom } from './random.ts'

/** Columns that distinguish kinds of rows. One row of each existing combination is changed. */
const DISCRIMINATORS = ['kind', 'state', 'source', 'method', 'purpose', 'way', 'outcome', 'dispute', 'name']

/** One change of one row. `sql` is an UPDATE. */
export interface ColumnMutation {
  table: string
  /** The row, and the value that is written into it. */
  what: string
  sql: string
}

export interface TableColumn {
  table: string
  column: string
  type: string
  nullable: boolean
  keys: string[]
  /** The allowed words of a CHECK, if it lists them. */
  words: string[]
}

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    (select array_agg(k.attname order by array_position(i.indkey::int2[], k.attnum)) from pg_index i join pg_attribute k on k.attrelid = c.oid
      and k.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary)::text[] as keys,
    (select coalesce(array_agg(w[1]), '{}') from pg_constraint n, regexp_matches(pg_get_constraintdef(n.oid), '''(\\w+)''::text', 'g') w
      where n.conrelid = c.oid and n.contype = 'c' and n.conkey = array[a.attnum] and pg_get_constraintdef(n.oid) like '%= ANY (ARRAY[%') as words
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1, a.attnum`

/** Other values of a column of a type. $ is the current value, or a value of the type if there is none. */
function changesOf({ type, words, nullable }: TableColumn, random: SeededRandom): string[] {
  const changes = {
    bigint: ['coalesce($, 0) + 1', 'coalesce($, 0) * 10 + 100000'],
    boolean: ['not $'],
    bytea: [`'\\x00'::bytea`],
    date: [`coalesce($, '2026-12-18') + 1`, `coalesce($, '2026-12-18') - 1`],
    integer: ['coalesce($, 0) + 1'],
    jsonb: [`'{}'::jsonb`],
    smallint: ['coalesce($, 0) + 1'],
    'timestamp with time zone': [`coalesce($, now()) + interval '1 hour'`],
    uuid: ['gen_random_uuid()'],
    text: [`coalesce($, '') || '7'`],
  }[type]
  if (!changes) throw new Error(`no change of a column of type ${type}`)
  const texts = words.length > 0 ? words.map((word) => `'${word}'`) : changes
  const all = nullable ? [...texts, 'null'] : texts
  return all.map((change) => change.replaceAll('now()', `timestamptz '2026-12-18 01:00Z' - interval '${random.below(50)} hours'`))
}

/** The columns of some tables, table by table. */
export async function listColumnsOfTables(client: pg.Client, tables: readonly string[]): Promise<TableColumn[]> {
  return (await client.query<TableColumn>(COLUMNS, [tables])).rows
}

export const formatColumnName = ({ table, column }: TableColumn): string => `${table}.${column}`

/** All mutations of one column, on the existing rows; none if there are no rows. `columns` are at least those of the table. */
export async function listColumnMutations(
  client: pg.Client,
  column: TableColumn,
  { columns, random }: { columns: readonly TableColumn[]; random: SeededRandom },
): Promise<ColumnMutation[]> {
  const kinds = columns.filter((one) => one.table === column.table && DISCRIMINATORS.includes(one.column)).map((one) => `"${one.column}"`)
  const [name, value] = [`"${column.table}"`, `"${column.column}"`]
  const order = [...kinds, `${value} is null`, ...column.keys.map((key) => `"${key}"`)].join(', ')
  const { rows } = await client.query<{ ctid: string; kind: string; unset: boolean }>(
    `select distinct on (${kinds.join(', ') || '1'}) ctid::text, concat_ws(' ', ${kinds.join(', ') || `''`}) as kind, ${value} is null as unset
     from ${name} order by ${kinds.length > 0 ? order : `1, ${order}`}`,
  )
  return rows.flatMap(({ ctid, kind, unset }) =>
    changesOf(column, random)
      .filter((change) => !unset || change !== 'null')
      .map((change) => {
        const written = change.replaceAll('$', value)
        const sql = `update ${name} set ${value} = ${written} where ctid = '${ctid}' and ${value} is distinct from ${written}`
        return { table: column.table, what: `${kind}: ${change}`, sql }
      }),
  )
}

/** The invariants that read a table. Those of the seals read a view, and are none of them. */
export const findInvariantsReadingTable = (table: string) => invariants.filter(({ sql }) => new RegExp(`"?\\b${table}\\b"?`).test(sql))

/**
 * Makes a mutation and undoes it. Returns what detects it: the id of an invariant that then fails, or the name of a CHECK of the database
 * that refuses it; 'no change' if the row already has this value. Undefined: nothing detects it. Foreign keys are off, as for somebody who
 * tampers.
 */
export async function findInvariantDetectingMutation(client: pg.Client, { table, sql }: ColumnMutation): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(sql)
    if (rowCount === 0) return 'no change'
    for (const { id, sql: breaches } of findInvariantsReadingTable(table)) {
      const { rows } = await client.query({ name: `tampering ${id}`, text: `select exists (${breaches}) as broken` })
      if (rows[0]?.broken) return id
    }
    return undefined
  } catch (error) {
    const { code, constraint, column: unset } = error as { code?: string; constraint?: string; column?: string }
    if (code?.startsWith('23')) return constraint ?? unset
    throw error
  } finally {
    await client.query('rollback')
  }
}
