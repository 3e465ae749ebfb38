import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withDatabaseClient } from './connect.ts'

/** A moved table: the number of its rows, and the sum of the hashes of their texts. Both are equal in the two databases. */
export interface MovedTable {
  table: string
  rows: number
  hashes: string
}

export interface TableToCopy {
  /** With its schema, quoted. */
  name: string
  /** Its columns except generated ones, quoted. */
  columns: string
}

/** Two of these tables record which migrations the database has had, and the target has its own. `job_worker` names running processes. */
const LEFT_OUT = ['public.schema_migration', 'graphile_worker.migrations', 'public.job_worker']

/**
 * How many rows the migrations create: the mall's own company, the version of its catalogue, its first delivery terms, its warehouse and the
 * one of goods under way.
 */
const SEEDED_ROWS: Readonly<Record<string, number>> = {
  'public.enterprise': 1,
  'public.catalog_version': 1,
  'public.delivery_terms': 1,
  'public.warehouse': 2,
}

/** Without these settings a row may have different texts in two databases. */
export const SAME_TEXT_FORMAT_SETTINGS_SQL = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set search_path = public`

/** All tables with rows, by name. A partitioned table stands for its partitions. */
export async function listTablesToCopy(client: pg.Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<TableToCopy>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select string_agg(quote_ident(a.attname), ', ' order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname || '.' || c.relname <> all ($1)
     order by 1`,
    [LEFT_OUT],
  )
  return rows
}

/** Refuses databases with different tables or columns, because they belong to different versions of the program. */
function requireSameTables(source: readonly TableToCopy[], target: readonly TableToCopy[]): void {
  const describe = ({ name, columns }: TableToCopy) => `${name} (${columns})`
  const there = new Set(target.map(describe))
  const other = source.find((table) => !there.has(describe(table)))
  if (other || source.length !== target.length)
    throw new Error(`两个数据库的表不同${other ? `：${other.name}` : ''}，请用同一版本的程序迁移`)
}

/** Refuses a database with more rows than its migrations have created, because a server has been started with it. */
export async function requireUnusedDatabase(target: pg.Client, tables: readonly TableToCopy[]): Promise<void> {
  for (const { name } of tables) {
    const seeded = SEEDED_ROWS[name] ?? 0
    const { rows } = await target.query(`select from ${name} limit ${seeded + 1}`)
    if (rows.length > seeded) throw new Error(`目标数据库里已有数据（${name}）：请给一个新的空数据库`)
  }
}

async function countTable(client: pg.Client, table: string): Promise<MovedTable> {
  const { rows } = await client.query<{ rows: string; hashes: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as hashes from ${table} t`,
  )
  return { table, rows: Number(rows[0]?.rows), hashes: rows[0]?.hashes ?? '' }
}

/** Creates partitions in the target for all months of the source, so that old rows do not stay in the default partitions. */
export async function createMonthPartitions(target: pg.Client, months: readonly string[]): Promise<void> {
  for (const month of months)
    await target.query('select ensure_partitions($1, 0)', [`${month.slice(0, 4)}-${month.slice(4)}-01T12:00:00+08:00`])
}

/** The months that have partitions, as six digits. */
export async function listPartitionedMonths(source: pg.Client): Promise<string[]> {
  const { rows } = await source.query<{ month: string }>(
    `select distinct substring(relname from '_(\\d{6})$') as month from pg_class where relispartition and relkind = 'r' and relname ~ '_\\d{6}$'`,
  )
  return rows.map(({ month }) => month)
}

/** Foreign keys are dropped and created again after all rows are copied, because tables refer to each other in cycles. */
export async function runWithoutForeignKeys(target: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: foreignKeys } = await target.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )
  for (const { owner, name } of foreignKeys) await target.query(`alter table ${owner} drop constraint ${name}`)
  await work()
  for (const { owner, name, definition } of foreignKeys) await target.query(`alter table ${owner} add constraint ${name} ${definition}`)
}

async function copyRows(source: pg.Client, target: pg.Client, { name, columns }: TableToCopy): Promise<void> {
  await target.query(`alter table ${name} disable trigger user`)
  const rows = source.query(copyTo(`copy (select ${columns} from ${name}) to stdout`))
  await pipeline(rows, target.query(copyFrom(`copy ${name} (${columns}) from stdin`)))
  await target.query(`alter table ${name} enable trigger user`)
}

/** The position of a sequence. Its name is quoted. */
export interface SequencePosition {
  name: string
  last: string
}

export async function listSequences(source: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await source.query<SequencePosition>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null`,
  )
  return rows
}

/** Sequences continue from their positions. */
export async function setSequencePositions(target: pg.Client, positions: readonly SequencePosition[]): Promise<void> {
  for (const { name, last } of positions) await target.query('select setval($1, $2, true)', [name, last])
}

/** Compares every table by its rows and their texts. Throws the name of the first that differs. */
async function compareTables(source: pg.Client, target: pg.Client, tables: readonly TableToCopy[]): Promise<MovedTable[]> {
  const moved: MovedTable[] = []
  for (const { name } of tables) {
    const [before, after] = await Promise.all([countTable(source, name), countTable(target, name)])
    if (before.rows !== after.rows || before.hashes !== after.hashes)
      throw new Error(`表 ${name} 迁移后不一致：${before.rows} 行与 ${after.rows} 行`)
    moved.push(after)
  }
  return moved
}

/**
 * Moves all rows of one migrated database into another one that is not in use yet, in one transaction there: everything is moved and equal,
 * or nothing is moved. Nobody may write to the source meanwhile. Both URLs are the owner's, and both schemas have the same version, with
 * the tables of the job queue. Returns the tables with their numbers of rows, or throws a message of one Chinese line.
 */
export async function moveAllRowsToUnusedDatabase(sourceUrl: string, targetUrl: string): Promise<MovedTable[]> {
  return withDatabaseClient(sourceUrl, (source) =>
    withDatabaseClient(targetUrl, async (target) => {
      for (const client of [source, target]) await client.query(SAME_TEXT_FORMAT_SETTINGS_SQL)
      const tables = await listTablesToCopy(source)
      requireSameTables(tables, await listTablesToCopy(target))
      await requireUnusedDatabase(target, tables)
      await createMonthPartitions(target, await listPartitionedMonths(source))
      await source.query('begin isolation level repeatable read read only')
      await target.query('begin')
      // A migrated database has some rows already, for example its settings.
      await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      await runWithoutForeignKeys(target, async () => {
        for (const table of tables) await copyRows(source, target, table)
      })
      await setSequencePositions(target, await listSequences(source))
      const moved = await compareTables(source, target, tables)
      await target.query('commit')
      await source.query('rollback')
      await target.query('analyze')
      return moved
    }),
  )
}
