import type pg from 'pg'
import { columnsNumberedWithinOneCompany, triggersWithinOneCompany } from './distribution-remedies.ts'
import { distributedTableNames, findTableDistribution, type TableDistribution } from './table-distribution.ts'

/** Something of the schema that a distributed database refuses. */
export interface DistributionViolation {
  /** The constraint, index, trigger or table. */
  name: string
  table: string
  why: string
}

interface UniqueKey {
  name: string
  table: string
  columns: string[]
}

interface ForeignKey extends UniqueKey {
  target: string
  target_columns: string[]
  /** `a`: no action, `c`: cascade, `n`: set null, `d`: set default. */
  on_delete: string
}

const NAMES = (keys: string, relation: string) =>
  `(select array_agg(a.attname::text order by k.n) from unnest(${keys}) with ordinality as k(attnum, n)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.attnum)`

/** Partitions are part of their table, and PostgreSQL makes the triggers of foreign keys itself. */
const TABLES = `select c.relname::text as table from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
const UNIQUE_KEYS = `select i.relname::text as name, t.relname::text as table, ${NAMES('x.indkey::int2[]', 't.oid')} as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where x.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition order by 1`
const FOREIGN_KEYS = `select k.conname::text as name, s.relname::text as table, t.relname::text as target, k.confdeltype::text as on_delete,
    ${NAMES('k.conkey', 's.oid')} as columns, ${NAMES('k.confkey', 't.oid')} as target_columns
  from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and s.relnamespace = 'public'::regnamespace and not s.relispartition and k.conparentid = 0 order by 1`
const TRIGGERS = `select t.tgname::text as name, c.relname::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1`
const CHECKS_OF_PARTITIONED_TABLES = `select k.conname::text as name, c.relname::text as table from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and c.relkind = 'p' and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`
/** The functions of triggers that read all new rows of a statement: Citus plans no such rows. */
const SOURCES_OF_TRIGGERS = `select t.tgname::text as name, c.relname::text as table, p.prosrc as source
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and t.tgnewtable is not null and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1`
const COLUMNS = `select c.relname::text as table, a.attname::text as column, a.attnotnull as required, a.attgenerated <> '' as generated,
    a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as numbered
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1, a.attnum`

interface Column {
  table: string
  column: string
  required: boolean
  generated: boolean
  numbered: boolean
}

const ONLY_IN_THE_LIST = 'is in the list, but not in the schema'

const refusesTables = (tables: readonly string[]): DistributionViolation[] => [
  ...tables
    .filter((table) => !findTableDistribution(table))
    .map((table) => ({ name: table, table, why: 'nobody has decided on which machines its rows are' })),
  ...distributedTableNames.filter((table) => !tables.includes(table)).map((table) => ({ name: table, table, why: ONLY_IN_THE_LIST })),
]

/** What is allowed and is not there, or not on a distributed table any more. */
const refusesStaleNames = (allowed: ReadonlySet<string>, there: readonly { name: string; table: string }[]): DistributionViolation[] =>
  [...allowed]
    .filter((name) => !there.some((one) => one.name === name && findTableDistribution(one.table)?.kind === 'distributed'))
    .map((name) => ({ name, table: there.find((one) => one.name === name)?.table ?? '', why: ONLY_IN_THE_LIST }))

const refusesUniqueKey = ({ name, table, columns }: UniqueKey): DistributionViolation[] => {
  const distribution = findTableDistribution(table)
  if (distribution?.kind !== 'distributed' || columns.includes(distribution.column)) return []
  return [{ name, table, why: `is unique without ${distribution.column}` }]
}

const isOnCoordinator = ({ kind }: TableDistribution): boolean => kind === 'coordinator' || kind === 'plain'

/** Why rows of one table cannot refer to rows of the other; undefined if they can. */
function explainForeignKey(from: TableDistribution, to: TableDistribution, key: ForeignKey): string | undefined {
  // The table itself has no row: Citus reads it and locks all of it, for each row that is written.
  if (to.kind === 'reference') return from.kind === 'plain' ? 'is checked by Citus, which locks the whole table for it' : undefined
  if (to.kind === 'plain' && from.kind !== 'plain') return 'refers to a table that is unknown to Citus'
  if (isOnCoordinator(from) && isOnCoordinator(to)) return undefined
  if (from.kind !== 'distributed' || to.kind !== 'distributed') return `a ${from.kind} table refers to a ${to.kind} table`
  if (from.group === undefined || from.group !== to.group) return 'both tables are distributed, by different keys'
  const place = key.columns.indexOf(from.column)
  if (place < 0 || key.target_columns[place] !== to.column) return `does not contain ${from.column} on both sides`
  return key.on_delete === 'n' || key.on_delete === 'd' ? 'sets columns when a row is deleted' : undefined
}

const refusesForeignKey = (key: ForeignKey): DistributionViolation[] => {
  const [from, to] = [findTableDistribution(key.table), findTableDistribution(key.target)]
  const why = from && to && explainForeignKey(from, to, key)
  return why ? [{ name: key.name, table: key.table, why }] : []
}

const refusesTrigger = ({ name, table }: { name: string; table: string }): DistributionViolation[] =>
  findTableDistribution(table)?.kind === 'distributed' && !triggersWithinOneCompany.has(name)
    ? [{ name, table, why: 'is a trigger of a distributed table' }]
    : []

const refusesCheck = ({ name, table }: { name: string; table: string }): DistributionViolation[] =>
  findTableDistribution(table)?.kind === 'coordinator'
    ? [{ name, table, why: 'is a check of a table with partitions on the coordinator' }]
    : []

const refusesSourceOfTrigger = ({ name, table, source }: { name: string; table: string; source: string }): DistributionViolation[] => {
  const known = [...source.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)/g)]
    .map(([, read = '']) => read)
    .filter((read) => (findTableDistribution(read)?.kind ?? 'plain') !== 'plain')
  return known.length > 0 && findTableDistribution(table)?.kind === 'plain'
    ? [{ name, table, why: `reads all new rows together with ${[...new Set(known)].join(', ')}, which Citus knows` }]
    : []
}

const refusesColumn = ({ table, column, required, generated, numbered }: Column): DistributionViolation[] => {
  const distribution = findTableDistribution(table)
  if (distribution?.kind !== 'distributed') return []
  const name = `${table}.${column}`
  if (numbered && !columnsNumberedWithinOneCompany.has(name)) return [{ name, table, why: 'is numbered by a sequence of each machine' }]
  if (column !== distribution.column) return []
  return [
    ...(required ? [] : [{ name, table, why: 'distributes the table, but may be null' }]),
    ...(generated ? [{ name, table, why: 'distributes the table, but is generated' }] : []),
  ]
}

/**
 * Compares a schema with the rules of a distributed database (docs/scale.md) and returns what it would refuse. It needs no such database,
 * so that the schema can be checked everywhere.
 */
export async function findDistributionViolations(client: pg.Client): Promise<DistributionViolation[]> {
  const rows = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows
  const triggers = await rows<{ name: string; table: string }>(TRIGGERS)
  const columns = await rows<Column>(COLUMNS)
  const numbered = columns.filter((one) => one.numbered).map(({ table, column }) => ({ name: `${table}.${column}`, table }))
  return [
    ...refusesTables((await rows<{ table: string }>(TABLES)).map(({ table }) => table)),
    ...(await rows<UniqueKey>(UNIQUE_KEYS)).flatMap(refusesUniqueKey),
    ...(await rows<ForeignKey>(FOREIGN_KEYS)).flatMap(refusesForeignKey),
    ...triggers.flatMap(refusesTrigger),
    ...refusesStaleNames(triggersWithinOneCompany, triggers),
    ...(await rows<{ name: string; table: string }>(CHECKS_OF_PARTITIONED_TABLES)).flatMap(refusesCheck),
    ...(await rows<{ name: string; table: string; source: string }>(SOURCES_OF_TRIGGERS)).flatMap(refusesSourceOfTrigger),
    ...columns.flatMap(refusesColumn),
    ...refusesStaleNames(columnsNumberedWithinOneCompany, numbered),
  ]
}
