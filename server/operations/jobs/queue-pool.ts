import { setTimeout as wait } from 'node:timers/promises'
import { Logger } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'

/** How long connections may take to close by themselves. */
const CLOSE_MS = 3_000

/** Connections of the job queue. */
export interface QueuePool {
  pool: pg.Pool
  /** Closes all connections, also one that a fault has left and nobody gives back. */
  close(): Promise<void>
}

/** Opens connections as the owner of the job queue. A lost one is logged and replaced; none waits for ever for an answer that does not come. */
export function openQueuePool(ownerUrl: string, max: number, log: Log): QueuePool {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max,
    application_name: 'mall jobs',
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
  })
  const clients = new Set<pg.PoolClient>()
  const lost = (error: Error) => log.warn({ err: error }, 'job connection')
  pool.on('error', lost)
  pool.on('connect', (client) => {
    client.on('error', lost)
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  return {
    pool,
    async close() {
      await Promise.race([pool.end().catch(() => {}), wait(CLOSE_MS, undefined, { ref: false })])
      for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {})
    },
  }
}

/** What the queue's library says, in our log. */
export const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
