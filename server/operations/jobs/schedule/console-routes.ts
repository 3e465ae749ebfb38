// The failed jobs of the queue belong to mall_owner, so they are read through functions of the database.
import { sql } from 'kysely'
import { type consoleJobEndpoints, FAILED_JOBS_MAX, type FailedJob } from '#contract/operations/jobs/console-api.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listScheduledJobs, takeFirstLine } from './job-runs.ts'
import { labelOfTask } from './task-labels.ts'

/** Lists the jobs that failed at their last try, the oldest first. */
async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<{ id: string; task: string; created_at: Date; failed_at: Date; attempts: number; error: string }>`
    select id::text, task, created_at, failed_at, attempts, error from failed_jobs(${limit})`.execute(db)
  return rows.map(({ id, task, created_at: createdAt, failed_at: failedAt, attempts, error }) => ({
    id,
    task,
    taskLabel: labelOfTask(task),
    createdAt,
    failedAt,
    attempts,
    error: takeFirstLine(error),
  }))
}

/** Gives failed jobs all their tries again. Returns how many were still failed. */
async function retryFailedJobs(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ retried: number }>`select retry_failed_jobs(${[...ids]}::bigint[]) as retried`.execute(tx)
  return rows[0]?.retried ?? 0
}

export const consoleJobHandlers: Handlers<typeof consoleJobEndpoints> = {
  overview: async (_, { db, moment }) => ({
    failed: await listFailedJobs(db, FAILED_JOBS_MAX),
    scheduled: await listScheduledJobs(db, moment.now),
  }),
  retry: async ({ ids }, { write }) => ({ retried: await write((tx) => retryFailedJobs(tx, ids)) }),
}
