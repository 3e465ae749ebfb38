import type pg from 'pg'
import { distributeDatabase } from './distribute-database.ts'

/** Whether the server has loaded Citus. */
export async function isCitusServer(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ libraries: string }>(`select current_setting('shared_preload_libraries') as libraries`)
  return /\bcitus\b/.test(rows[0]?.libraries ?? '')
}

/** Few shards: each is a table of its own, and a test database has all of them. */
const SHARDS_OF_ONE_MACHINE = 2

/**
 * Distributes a migrated database whose coordinator keeps all shards itself. The statements are planned as over several machines, so this
 * shows which of them a distributed database refuses. `client` is the superuser's, connected to that database at the address.
 */
export async function distributeDatabaseOnOneMachine(
  client: pg.Client,
  { hostname, port }: { hostname: string; port: number },
  roles: readonly string[],
): Promise<number> {
  await client.query('create extension if not exists citus')
  await client.query('select citus_set_coordinator_host($1, $2)', [hostname, port])
  await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [hostname, port])
  return distributeDatabase(client, { shards: SHARDS_OF_ONE_MACHINE, roles, report: () => {} })
}
