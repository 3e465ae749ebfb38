import type pg from 'pg'
import type { JobQueueCounts } from '#server/platform/core/process-status.ts'

/** A job that failed at its last try. The queue keeps it and does not try it again. */
export interface FailedJob {
  id: string
  task: string
  createdAt: Date
  failedAt: Date
  attempts: number
  error: string
}

const FAILED = 'from graphile_worker.jobs where attempts >= max_attempts and locked_at is null'

const PURGE = `
  select graphile_worker.complete_jobs(array(select id ${FAILED} and updated_at < now() - make_interval(days => $1)))`

const COUNT = `
  select state, task, count(*)::int as count, extract(epoch from now() - min(since))::float8 as "oldestSeconds" from (
    select task_identifier as task,
      case when locked_at is not null then 'locked' when attempts >= max_attempts then 'failed' else 'waiting' end as state,
      case when locked_at is not null then locked_at when attempts >= max_attempts then created_at else run_at end as since
    from graphile_worker.jobs where locked_at is not null or attempts >= max_attempts or run_at <= now()) as job
  group by state, task order by task`

const LIST = `
  select id::text, task_identifier as task, created_at as "createdAt", updated_at as "failedAt", attempts, coalesce(last_error, '') as error
  ${FAILED} order by created_at, jobs.id limit $1`

const RETRY = `
  select id from graphile_worker.reschedule_jobs(
    array(select id ${FAILED} and ($1::bigint[] is null or id = any ($1))), run_at => now(), attempts => 0)`

/** Deletes failed jobs that are older than the days, and counts the others by task. `pool` is connected as the owner of the job queue. */
export async function purgeAndCountFailedJobs(pool: pg.Pool, keptDays: number): Promise<JobQueueCounts> {
  await pool.query(PURGE, [keptDays])
  const { rows } = await pool.query<JobQueueCounts['failed'][number] & { state: keyof JobQueueCounts }>(COUNT)
  const inState = (wanted: keyof JobQueueCounts) => rows.filter(({ state }) => state === wanted).map(({ state: _, ...count }) => count)
  return { failed: inState('failed'), waiting: inState('waiting'), locked: inState('locked') }
}

/** The oldest failed jobs, at most `limit`. */
export const listFailedJobs = async (pool: pg.Pool, limit: number): Promise<FailedJob[]> =>
  (await pool.query<FailedJob>(LIST, [limit])).rows

/** Gives failed jobs all their tries again; without `ids` all failed jobs. Returns how many there were. */
export const retryFailedJobs = async (pool: pg.Pool, ids?: readonly string[]): Promise<number> =>
  (await pool.query(RETRY, [ids ?? null])).rows.length
