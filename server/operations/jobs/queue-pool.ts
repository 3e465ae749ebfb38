import { setTimeout as wait } from 'node:timers/promises'
import { Logger } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'

/** How long connections may take to close. */
const CLOSE_MS = 3_000

/** The connections of the job queue. */
export interface JobQueuePool {
  pool: pg.Pool
  /** Closes all connections, including those that a failure has left checked out. */
  close(): Promise<void>
}

/** Opens connections as the owner of the job queue. A lost connection is logged and replaced. Queries have a timeout. */
export function openJobQueuePool(ownerUrl: string, max: number, log: Log): JobQueuePool {
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

/** Writes the log messages of the queue's library to our log. */
export const createJobQueueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
