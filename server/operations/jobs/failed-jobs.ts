import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from '#server/platform/core/db.ts'
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

/** Deletes failed jobs that are older than the days, and counts the others by task. `pool` is connected as the owner of the job queue. */
export async function purgeAndCountFailedJobs(pool: pg.Pool, keptDays: number): Promise<JobQueueCounts> {
  await pool.query(PURGE, [keptDays])
  const { rows } = await pool.query<JobQueueCounts['failed'][number] & { state: keyof JobQueueCounts }>(COUNT)
  const inState = (wanted: keyof JobQueueCounts) => rows.filter(({ state }) => state === wanted).map(({ state: _, ...count }) => count)
  return { failed: inState('failed'), waiting: inState('waiting'), locked: inState('locked') }
}

/** Lists the failed jobs, the oldest first. The queue belongs to mall_owner, so the application reads them through a function of the database. */
export async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task, created_at as "createdAt", failed_at as "failedAt", attempts, error from failed_jobs(${limit})`.execute(db)
  return rows
}

/** A job that a person has given up, with how often it was tried and its last error. */
export type GivenUpJob = Pick<FailedJob, 'id' | 'task' | 'attempts' | 'error'>

/** Removes failed jobs from the queue for good and returns them. Jobs that are not failed any more are left alone. */
export async function giveUpFailedJobs(tx: Tx, ids: readonly string[]): Promise<GivenUpJob[]> {
  const { rows } = await sql<GivenUpJob>`
    select id::text, task, attempts, error from give_up_failed_jobs(${[...ids]}::bigint[])`.execute(tx)
  return rows
}

/** Gives failed jobs all their tries again; without `ids` all failed jobs. Returns how many were still failed. */
export async function retryFailedJobs(db: Db | Tx, ids?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ retried: number }>`select retry_failed_jobs(${ids ? [...ids] : null}::bigint[]) as retried`.execute(db)
  return rows[0]?.retried ?? 0
}
