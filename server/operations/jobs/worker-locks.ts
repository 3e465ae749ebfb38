import type pg from 'pg'

/** How often a process sends heartbeats for its workers and checks those of others. */
export const WORKER_HEARTBEAT_INTERVAL_MS = 5_000
/**
 * A worker whose counter did not change in this many checks in a row is dead: for 30 s the database has answered us but has not heard from
 * the worker.
 */
export const MAX_MISSED_WORKER_HEARTBEATS = 7

/**
 * Releases the locks of dead job workers. A job is locked by the id of a worker pool. This process sends heartbeats for its own pools, and
 * releases the jobs of pools without heartbeats, of any process.
 */
export interface DeadWorkerMonitor {
  /** Starts heartbeats for a pool. Resolves when the pool is registered; before that it must not take a job. */
  add(id: string): Promise<void>
  /**
   * Stops heartbeats for a pool without running jobs and releases the jobs that it still has locked. It is retried at each check until it
   * succeeds.
   */
  remove(id: string): Promise<void>
  /** Sends heartbeats, checks the other pools and releases the jobs of dead ones. Throws if the database does not answer. */
  look(): Promise<void>
  /** How many jobs were released so far. */
  freed(): number
}

interface Seen {
  beats: number
  looks: number
}

const BEAT = `
  insert into job_worker (id) select unnest($1::text[])
  on conflict (id) do update set beats = job_worker.beats + 1`

const OTHERS = 'select id, beats from job_worker where id <> all ($1::text[])'

/** Only if the counter has not changed meanwhile: a pool with a new heartbeat keeps its jobs. */
const DELETE_UNCHANGED = `
  delete from job_worker worker using unnest($1::text[], $2::bigint[]) as seen (id, beats)
  where worker.id = seen.id and worker.beats = seen.beats
  returning worker.id`

const HELD = 'select id, attempts, max_attempts from graphile_worker.jobs where locked_by = any ($1::text[])'

interface Held {
  id: string
  attempts: number
  max_attempts: number
}

async function inQueueTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Unlocks the jobs of dead workers. An interrupted attempt does not count: if it was the last one, the job gets one more. Returns the
 * number of jobs.
 */
async function freeJobs(client: pg.PoolClient, workers: readonly string[]): Promise<number> {
  const { rows } = await client.query<Held>(HELD, [workers])
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
  for (const { id, max_attempts: max } of rows.filter(({ attempts, max_attempts }) => attempts >= max_attempts))
    await client.query('select graphile_worker.reschedule_jobs(array[$1::bigint], attempts => $2::int)', [id, max - 1])
  return rows.length
}

/** Opens the worker locks of this process. `pool` is connected as the owner of the job queue. */
export function openDeadWorkerMonitor(pool: pg.Pool): DeadWorkerMonitor {
  const own = new Set<string>()
  const ended = new Set<string>()
  let seen = new Map<string, Seen>()
  let freed = 0

  const beat = () => pool.query(BEAT, [[...own]])
  const freeEnded = async () => {
    const ids = [...ended]
    if (ids.length === 0) return
    freed += await inQueueTransaction(pool, async (client) => {
      await client.query('delete from job_worker where id = any ($1::text[])', [ids])
      return freeJobs(client, ids)
    })
    for (const id of ids) ended.delete(id)
  }
  const freeDead = async () => {
    const dead = [...seen].filter(([, { looks }]) => looks >= MAX_MISSED_WORKER_HEARTBEATS)
    if (dead.length === 0) return
    freed += await inQueueTransaction(pool, async (client) => {
      const given = [dead.map(([id]) => id), dead.map(([, { beats }]) => beats)]
      const { rows } = await client.query<{ id: string }>(DELETE_UNCHANGED, given)
      return freeJobs(
        client,
        rows.map(({ id }) => id),
      )
    })
  }
  const checkOtherWorkers = async () => {
    const { rows } = await pool.query<{ id: string; beats: number }>(OTHERS, [[...own]])
    const before = seen
    seen = new Map(
      rows.map(({ id, beats }) => {
        const known = before.get(id)
        return [id, { beats, looks: known?.beats === beats ? known.looks + 1 : 1 }]
      }),
    )
  }
  return {
    async add(id) {
      own.add(id)
      await beat()
    },
    async remove(id) {
      own.delete(id)
      ended.add(id)
      await freeEnded().catch(() => {})
    },
    async look() {
      try {
        await beat()
        await checkOtherWorkers()
        await freeEnded()
        await freeDead()
      } catch (error) {
        // While the database is unavailable, nobody can send a heartbeat, so earlier observations prove nothing.
        seen = new Map()
        throw error
      }
    },
    freed: () => freed,
  }
}
