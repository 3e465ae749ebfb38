import pg from 'pg'

/** Sessions that wait for a lock, seen by sampling. */
export interface LockWaits {
  /** How many sessions waited on average. */
  average: number
  /** The same by the waiting statement, most frequent first. */
  by: { statement: string; average: number }[]
}

const EVERY_MS = 20
const SHOWN = 60

/** Samples `pg_stat_activity` for lock waits while `work` runs. The average number of waiting sessions is the lost time per second. */
export async function sampleLockWaits<T>(url: string, work: () => Promise<T>): Promise<{ result: T; waits: LockWaits }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const seen = new Map<string, number>()
  let samples = 0
  let running = true
  const sampling = (async () => {
    while (running) {
      const { rows } = await client.query<{ query: string; wait_event: string }>(
        `select query, wait_event from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      samples++
      for (const { query, wait_event } of rows) {
        const statement = `${wait_event}: ${query.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`
        seen.set(statement, (seen.get(statement) ?? 0) + 1)
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  try {
    const result = await work()
    running = false
    await sampling
    const by = [...seen].map(([statement, count]) => ({ statement, average: count / Math.max(1, samples) }))
    by.sort((one, other) => other.average - one.average)
    return { result, waits: { average: by.reduce((sum, { average }) => sum + average, 0), by } }
  } finally {
    running = false
    await sampling.catch(() => {})
    await client.end()
  }
}
