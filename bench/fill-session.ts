import pg from 'pg'

/** A superuser's connection that writes many rows at once, without triggers and foreign keys. */
export async function withBulkInsertConnection<T>(superUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
    )
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs some work while tables are without the indexes that no constraint needs, and builds these indexes once afterwards. */
export async function withoutIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
     from pg_index i where i.indrelid = any(select format('%I', t)::regclass from unnest($1::text[]) t)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { drop } of indexes) await client.query(drop)
  await work()
  for (const { create } of indexes) await client.query(create)
}
