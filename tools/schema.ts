/**
 * Writes the result of the migrations: server/schema.sql for readers, and server/platform/database/schema-types.ts, the types for Kysely.
 * Columns that end in _fen are `Fen`; columns with a CHECK of words have these words as type. Run: npm run schema
 */
import { writeFileSync } from 'node:fs'
import pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  initial: string | null
  /** `initial` is not a default but the expression of a generated column, or 'identity': the next number. */
  generated: boolean
  words: string[] | undefined
}

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  bytea: 'Buffer',
  boolean: 'boolean',
  'double precision': 'number',
  // Read as text, because a numeric may have more digits than a double.
  numeric: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  date: 'string',
  'date[]': 'string[]',
  'timestamp with time zone': 'Date',
  json: 'Json',
  jsonb: 'Json',
  tsvector: 'string',
  xid8: 'string',
}

/** Partitions belong to their parent table, and the list of migrations to the migrator. */
const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'`

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'words'> & { checks: string[] | null }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
           case when a.attidentity = 'a' then 'identity' else pg_get_expr(d.adbin, d.adrelid) end as initial,
           a.attgenerated = 's' or a.attidentity = 'a' as generated,
           (select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} order by c.relname, a.attnum`)
  return rows.map(({ checks, ...column }) => ({ ...column, words: wordsOf(checks) }))
}

/** The words of `check (state = any (array['A', 'B']))`. */
function wordsOf(checks: string[] | null): string[] | undefined {
  const list = checks?.find((check) => check.includes("= ANY (ARRAY['") && !check.includes(' OR '))
  return list ? [...list.matchAll(/'([^']+)'::text/g)].map((match) => match[1] ?? '') : undefined
}

function typeOf(column: Column): string {
  const base = column.words?.map((word) => `'${word}'`).join(' | ') ?? (column.name.endsWith('_fen') ? 'Fen' : TYPES[column.type])
  if (base === undefined) throw new Error(`${column.table}.${column.name}: no TypeScript type for ${column.type}`)
  const full = column.nullable ? `${base} | null` : base
  if (column.generated) return `GeneratedAlways<${full}>`
  if (column.initial === null) return full
  return base === 'Json' ? 'JsonOrDefault' : `Generated<${full}>`
}

const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function typesText(columns: Column[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const bodies = tables.map((table) => {
    const fields = columns.filter((column) => column.table === table).map((column) => `  ${column.name}: ${typeOf(column)}`)
    return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}`
  })
  const db = tables.map((table) => `  ${table}: ${pascal(table)}Table`).join('\n')
  return `// Written by tools/schema.ts from the migrated database. Do not edit; run npm run schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'

/** The type is parsed when read, and text when written. */
// biome-ignore lint/suspicious/noExplicitAny: what a json column holds is its table's own affair
export type Json = ColumnType<any, string, string>
// biome-ignore lint/suspicious/noExplicitAny: the same
export type JsonOrDefault = ColumnType<any, string | undefined, string>

${bodies.join('\n\n')}

export interface DB {
${db}
}
`
}

const initialText = (initial: string, generated: boolean): string =>
  generated ? ` generated always as ${initial}${initial === 'identity' ? '' : ' stored'}` : ` default ${initial}`

async function schemaText(client: pg.Client, columns: Column[]): Promise<string> {
  const { rows: constraints } = await client.query<{ table: string; text: string }>(`
    select c.relname as table, k.conname || ' ' || pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OURS} and k.contype <> 'n' order by k.contype, k.conname`)
  const { rows: indexes } = await client.query<{ text: string }>(`
    select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indrelid
    where ${OURS} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by 1`)
  const { rows: statistics } = await client.query<{ text: string }>(`
    select pg_get_statisticsobjdef(s.oid) as text from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid where ${OURS} order by 1`)
  const { rows: grants } = await client.query<{ text: string }>(`
    select 'grant ' || string_agg(lower(g.privilege_type), ', ' order by g.privilege_type) || ' on ' || quote_ident(c.relname) || ' to ' || g.grantee as text
    from information_schema.role_table_grants g join pg_class c on c.relname = g.table_name and ${OURS}
    where g.grantee = 'mall_app' and g.table_schema = 'public' group by c.relname, g.grantee order by c.relname`)
  const { rows: columnGrants } = await client.query<{ text: string }>(`
    select 'grant update (' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ') on ' || quote_ident(c.relname) || ' to mall_app' as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid and ${OURS}, aclexplode(a.attacl) g
    where g.grantee = 'mall_app'::regrole and g.privilege_type = 'UPDATE' group by c.relname order by c.relname`)
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map(
        ({ name, type, nullable, initial, generated }) =>
          `  ${name} ${type}${nullable ? '' : ' not null'}${initial === null ? '' : initialText(initial, generated)}`,
      )
    const bounds = constraints.filter((constraint) => constraint.table === table).map(({ text }) => `  constraint ${text}`)
    return `create table "${table}" (\n${[...lines, ...bounds].join(',\n')}\n);`
  })
  const list = (rows: { text: string }[]) => rows.map(({ text }) => `${text};`).join('\n')
  return `-- Written by tools/schema.ts from the migrated database. Do not edit; run npm run schema.\n\n${tables.join('\n\n')}\n\n${list([...indexes, ...statistics])}\n\n${list([...grants, ...columnGrants])}\n`
}

/** Returns both files, from a migrated database. */
export async function readSchemaAsTypesAndSql(url: string): Promise<{ types: string; sql: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columns = await readColumns(client)
    return { types: typesText(columns), sql: await schemaText(client, columns) }
  } finally {
    await client.end()
  }
}

export const SCHEMA_SQL_PATH = 'server/schema.sql'
export const SCHEMA_TYPES_PATH = 'server/platform/database/schema-types.ts'

if (import.meta.main) {
  const { openScratchDatabase } = await import('#server/platform/testing/scratch-database.ts')
  const scratch = await openScratchDatabase()
  const { types, sql } = await readSchemaAsTypesAndSql(scratch.ownerUrl)
  writeFileSync(SCHEMA_TYPES_PATH, types)
  writeFileSync(SCHEMA_SQL_PATH, sql)
  await scratch.close()
}
