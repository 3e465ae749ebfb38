import pg from 'pg'
import { distributionRemedies } from './distribution-remedies.ts'
import { ENDED_TRANSACTIONS_OF_ALL_MACHINES } from './ended-transactions.ts'
import { distributedTableNames, findTableDistribution } from './table-distribution.ts'

const { escapeIdentifier, escapeLiteral } = pg

/** SQL: whether this database has the extension Citus. */
export const IS_DISTRIBUTED_DATABASE_SQL = `select to_regclass('pg_catalog.pg_dist_partition') is not null as distributed`

/** Only for the session that distributes. Triggers are allowed, because each writes rows of its own group only. */
const SESSION = [
  'set client_min_messages = warning',
  'set citus.enable_unsafe_triggers = on',
  'set citus.enable_local_reference_table_foreign_keys = off',
  `set citus.multi_shard_modify_mode = 'sequential'`,
]

/**
 * For the program's connections from now on. Goods and settings are on all machines and are written one machine after the other; a report
 * may join rows of companies with rows of people. A write to a table on all machines locks those that it refers to, of which some may only be
 * inserted into; the lock is advisory, and Citus would ask for more rights than the program has.
 */
const settingsOfRole = (role: string): string[] => [
  `alter role ${role} set citus.multi_shard_modify_mode = 'sequential'`,
  `alter role ${role} set citus.enable_repartition_joins = on`,
  `alter role ${role} set citus.skip_advisory_lock_permission_checks = on`,
]

interface ForeignKey {
  name: string
  table: string
  definition: string
}

/** What waits to be added again: references, and the rights on views. It is in the database, so that an interrupted run loses nothing. */
const REMEMBER_WHAT_IS_LOST = `create schema if not exists distribution;
  create table if not exists distribution.dropped_reference (name text primary key, "table" text not null, definition text not null);
  insert into distribution.dropped_reference select k.conname, s.relname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class s on s.oid = k.conrelid
    where k.contype = 'f' and s.relnamespace = 'public'::regnamespace and not s.relispartition and k.conparentid = 0
    on conflict do nothing;
  create table if not exists distribution.view_grant ("view" text, role text, privilege text, primary key ("view", role, privilege));
  insert into distribution.view_grant select v.relname, r.rolname, acl.privilege_type
    from pg_class v cross join lateral aclexplode(v.relacl) acl join pg_roles r on r.oid = acl.grantee
    where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace and acl.grantee <> v.relowner
    on conflict do nothing`
const VIEW_GRANTS = `select "view", role, privilege from distribution.view_grant order by 1, 2, 3`
const DROPPED_FOREIGN_KEYS = `select name, "table", definition from distribution.dropped_reference order by "table", name`

/** The call that distributes a table. The first table of a group is distributed before the others. */
function renderDistributionOf(table: string, shards: number): string {
  const relation = escapeLiteral(escapeIdentifier(table))
  const distribution = findTableDistribution(table)
  if (distribution?.kind === 'reference') return `select create_reference_table(${relation})`
  if (distribution?.kind !== 'distributed') return `select citus_add_local_table_to_metadata(${relation})`
  const { column, group } = distribution
  const place =
    group === undefined || group === table
      ? `colocate_with => 'none', shard_count => ${shards}`
      : `colocate_with => ${escapeLiteral(group)}`
  return `select create_distributed_table(${relation}, ${escapeLiteral(column)}, ${place})`
}

const isFirstOfGroup = (table: string): boolean => {
  const distribution = findTableDistribution(table)
  return distribution?.kind === 'distributed' && (distribution.group ?? table) === table
}

/** In the order in which tables are distributed: those that others are placed beside come first. */
const inOrder: readonly string[] = [
  ...distributedTableNames.filter(isFirstOfGroup),
  ...distributedTableNames.filter((table) => !isFirstOfGroup(table) && findTableDistribution(table)?.kind !== 'plain'),
]

/** Whether the database of a connection is distributed, or can be. */
export async function isDistributedDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ distributed: boolean }>(IS_DISTRIBUTED_DATABASE_SQL)
  return rows[0]?.distributed ?? false
}

/** Refuses a server without Citus, or a coordinator that does not know itself, before anything is changed. */
async function requireCoordinator(client: pg.Client): Promise<void> {
  if (!(await isDistributedDatabase(client))) throw new Error('这个数据库没有安装 Citus 扩展（create extension citus）')
  const { rowCount } = await client.query('select from pg_dist_node where groupid = 0')
  if (!rowCount) throw new Error('协调节点还不认识自己（select citus_set_coordinator_host(…)）')
}

/** Drops the references between tables, which are added again at the end. */
async function dropForeignKeys(client: pg.Client): Promise<void> {
  await client.query(REMEMBER_WHAT_IS_LOST)
  const { rows } = await client.query<ForeignKey>(DROPPED_FOREIGN_KEYS)
  for (const { table, name } of rows)
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint if exists ${escapeIdentifier(name)}`)
}

/**
 * Adds the dropped references again, but those that a distributed database refuses, and the rights on views, which Citus creates anew when it
 * distributes a table below them. Then it forgets them.
 */
async function restoreWhatWasLost(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ForeignKey>(DROPPED_FOREIGN_KEYS)
  for (const { table, name, definition } of rows.filter((key) => !distributionRemedies[key.name]))
    await client.query(`alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`)
  const { rows: grants } = await client.query<{ view: string; role: string; privilege: string }>(VIEW_GRANTS)
  for (const { view, role, privilege } of grants)
    await client.query(`grant ${privilege} on ${escapeIdentifier(view)} to ${escapeIdentifier(role)}`)
  await client.query('drop schema distribution cascade')
}

/**
 * Distributes the tables of a migrated database over the machines that its coordinator knows (docs/scale.md), as its superuser and while no
 * server runs; rows move with their tables. References are dropped meanwhile and added again, which checks them. An interrupted run is
 * continued by another one. Returns the number of tables that this run distributed.
 */
export async function distributeDatabase(
  client: pg.Client,
  { shards, roles, report }: { shards: number; roles: readonly string[]; report: (done: string) => void },
): Promise<number> {
  await requireCoordinator(client)
  for (const statement of [...SESSION, ...roles.flatMap(settingsOfRole)]) await client.query(statement)
  for (const { statement } of Object.values(distributionRemedies)) await client.query(statement)
  await dropForeignKeys(client)
  const { rows: done } = await client.query<{ table: string }>('select logicalrelid::regclass::text as table from pg_dist_partition')
  const known = new Set(done.map(({ table }) => table.replaceAll('"', '')))
  const missing = inOrder.filter((table) => !known.has(table))
  for (const table of missing) {
    await client.query(renderDistributionOf(table, shards))
    report(table)
  }
  await restoreWhatWasLost(client)
  await client.query(ENDED_TRANSACTIONS_OF_ALL_MACHINES)
  return missing.length
}
