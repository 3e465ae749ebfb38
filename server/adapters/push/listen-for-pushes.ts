import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/platform/core/db.ts'
import type { PushSignal } from '#server/platform/core/outbox.ts'
import type { PushHub } from './push-hub.ts'

const CHANNEL = 'mall_push'
/** PostgreSQL allows 8,000 bytes. */
const NOTICE_BYTES_MAX = 7_500
const WAIT_MS = { first: 500, most: 15_000 }

/**
 * Notifies all server processes after the commit. Only the relay calls it, a few times a second: commits with a notification wait for each
 * other, and orders must not wait.
 */
export async function sendPushSignalsToAllProcesses(tx: Tx, pushes: readonly PushSignal[]): Promise<void> {
  const texts = [...new Set(pushes.map((push) => JSON.stringify(push)))].filter((text) => text.length <= NOTICE_BYTES_MAX)
  if (texts.length > 0) await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(tx)
}

/**
 * Listens on its own connection for notifications of all processes and passes them to the push streams of this one. After a lost connection
 * it connects again and tells all screens to fetch, because notifications may have been missed. `ready` resolves after the first attempt.
 */
export function listenForPushes(url: string, hub: PushHub): { ready: Promise<void>; stop(): Promise<void> } {
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
      hub.pushToAll('message')
    } catch {
      again(fresh)
    }
  }
  const ready = connect()
  return {
    ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await ready
      await client?.end().catch(() => {})
    },
  }
}
