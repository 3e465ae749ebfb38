import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/platform/core/db.ts'

/** Increases the catalog version, so that all nodes drop their cached answers. It runs in the transaction of the change. */
export async function incrementCatalogVersion(tx: Tx): Promise<void> {
  await tx.updateTable('catalog_version').set({ version: sql<number>`version + 1` }).execute()
}

const EVERY_MS = 300

/**
 * Reads the catalog version three times a second on a connection of its own, so that a price change on one node is visible on all nodes
 * within a second. While the database does not answer, the cache is not used.
 */
export function watchCatalogVersion(
  url: string,
  { moved, lost }: { moved: (version: number) => void; lost: () => void },
): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let looking: Promise<void>

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'mall catalog watch',
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    })
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }
  const look = async () => {
    try {
      client ??= await connect()
      const { rows } = await client.query<{ version: number }>('select version from catalog_version')
      moved(rows[0]?.version ?? 0)
    } catch {
      if (!stopped) lost()
      await client?.end().catch(() => {})
      client = undefined
    }
    if (!stopped) timer = setTimeout(() => (looking = look()), EVERY_MS)
  }
  looking = look()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await client?.end().catch(() => {})
    },
  }
}
