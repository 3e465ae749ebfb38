import { type consoleJobEndpoints, FAILED_JOBS_MAX } from '#contract/operations/jobs/console-api.ts'
import { listFailedJobs, retryFailedJobs } from '#server/operations/jobs/failed-jobs.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listScheduledJobsWithLastAndNextRun, takeFirstLineOfError } from './job-runs.ts'
import { labelOfTask } from './task-labels.ts'

/** 后台任务: what failed, and what runs by the clock. */
export const consoleJobHandlers: Handlers<typeof consoleJobEndpoints> = {
  overview: async (_, { db, moment }) => ({
    failed: (await listFailedJobs(db, FAILED_JOBS_MAX)).map(({ error, ...job }) => ({
      ...job,
      taskLabel: labelOfTask(job.task),
      error: takeFirstLineOfError(error),
    })),
    scheduled: await listScheduledJobsWithLastAndNextRun(db, moment.now),
  }),
  retry: async ({ ids }, { write }) => ({ retried: await write((tx) => retryFailedJobs(tx, ids)) }),
}
