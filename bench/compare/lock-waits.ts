import pg from 'pg'

/** Sessions that execute the same statement and wait for the same lock of the same other statement. */
export interface LockWait {
  statement: string
  /** The mode that is waited for and what it locks: a table, of a row of it, or another object. */
  lock: string
  /** What the session does that has the lock, or is before this one in its queue. */
  holder: string
  /** How many of them waited on average. */
  average: number
}

/** Sessions that wait for a lock, seen by sampling. */
export interface LockWaits {
  /** How many sessions waited on average. */
  average: number
  /** The same in detail, most frequent first. */
  by: LockWait[]
}

/** A sample takes as much of the database as two statements of an order. */
export const LOCK_SAMPLE_MS = 100
const SHOWN = 60

type Waiting = Record<'query' | 'mode' | 'object' | 'holder', string | null>

/** Who waits for a row waits for a transaction, and holds the place in the row's queue as a lock of the kind `tuple`. */
const WAITING = `select a.query, l.mode, h.query as holder,
    coalesce(l.relation::regclass::text, 'a row of ' || place.relation::regclass::text, l.locktype, a.wait_event) as object
  from pg_stat_activity a
  left join pg_locks l on l.pid = a.pid and not l.granted
  left join pg_locks place on place.pid = a.pid and place.locktype = 'tuple' and place.granted
  left join lateral (select b.query from pg_stat_activity b where b.pid = any(pg_blocking_pids(a.pid)) limit 1) h on true
  where a.wait_event_type = 'Lock' and a.datname = current_database()`

const shorten = (query: string | null): string => (query ?? '').replaceAll(/\s+/g, ' ').slice(0, SHOWN)

/** Samples `pg_stat_activity` and `pg_locks` for lock waits while `work` runs. The average number of waiting sessions is the lost time per second. */
export async function sampleLockWaits<T>(url: string, work: () => Promise<T>): Promise<{ result: T; waits: LockWaits }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const seen = new Map<string, { wait: Omit<LockWait, 'average'>; count: number }>()
  let samples = 0
  let running = true
  const sampling = (async () => {
    while (running) {
      const { rows } = await client.query<Waiting>(WAITING)
      samples++
      for (const { query, mode, object, holder } of rows) {
        const wait = { statement: shorten(query), lock: `${mode ?? ''} ${object ?? ''}`.trim(), holder: shorten(holder) }
        const key = JSON.stringify(wait)
        seen.set(key, { wait, count: (seen.get(key)?.count ?? 0) + 1 })
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_SAMPLE_MS))
    }
  })()
  try {
    const result = await work()
    running = false
    await sampling
    const by = [...seen.values()].map(({ wait, count }) => ({ ...wait, average: count / Math.max(1, samples) }))
    by.sort((one, other) => other.average - one.average)
    return { result, waits: { average: by.reduce((sum, { average }) => sum + average, 0), by } }
  } finally {
    running = false
    await sampling.catch(() => {})
    await client.end()
  }
}
