import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/platform/core/db.ts'
import type { PushSignal } from '#server/platform/core/outbox.ts'
import type { PushHub } from './push-hub.ts'

const CHANNEL = 'mall_push'
/** PostgreSQL takes 8,000 bytes. */
const NOTICE_BYTES_MAX = 7_500
const WAIT_MS = { first: 500, most: 15_000 }

/**
 * Tells every process, once the transaction is committed. Only the relay does, a few times a second: commits that notify wait for each other, which
 * orders must not.
 */
export async function notifyAllProcesses(tx: Tx, pushes: readonly PushSignal[]): Promise<void> {
  const texts = [...new Set(pushes.map((push) => JSON.stringify(push)))].filter((text) => text.length <= NOTICE_BYTES_MAX)
  for (const text of texts) await sql`select pg_notify(${CHANNEL}, ${text})`.execute(tx)
}

/**
 * Hears on one connection of its own what any process has told, and hands it to the lines that are open here. When the connection is lost it is
 * made anew, and everybody is told to look: nobody knows what was missed.
 */
export function listenForPushes(url: string, hub: PushHub): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let wait = WAIT_MS.first

  const again = (lost: pg.Client) => {
    if (stopped || (client !== undefined && client !== lost)) return
    client = undefined
    lost.removeAllListeners('end')
    void lost.end().catch(() => {})
    timer = setTimeout(() => void connect(), wait)
    wait = Math.min(wait * 2, WAIT_MS.most)
  }
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'mall push',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    client = fresh
    fresh.on('error', () => again(fresh))
    fresh.on('end', () => again(fresh))
    fresh.on('notification', ({ payload = '' }) => void hub.push(JSON.parse(payload) as PushSignal).catch(() => {}))
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      wait = WAIT_MS.first
      hub.tellAll('message')
    } catch {
      again(fresh)
    }
  }
  const first = connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await first
      await client?.end().catch(() => {})
    },
  }
}
