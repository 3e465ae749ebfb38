import { type consoleJobEndpoints, FAILED_JOBS_MAX } from '#contract/operations/jobs/console-api.ts'
import { giveUpFailedJobs, listFailedJobs, retryFailedJobs } from '#server/operations/jobs/failed-jobs.ts'
import { recordAudits } from '#server/platform/core/audit.ts'
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
  // The row is gone then, so the audit log says what each job was and why it was given up.
  giveUp: ({ ids, reason }, { caller: { staffId }, moment, origin, write }) =>
    write(async (tx) => {
      const jobs = await giveUpFailedJobs(tx, ids)
      const actor = { kind: 'staff', id: staffId } as const
      await recordAudits(
        tx,
        moment,
        jobs.map(({ id, task, attempts, error }) => {
          const facts = { task: labelOfTask(task), attempts, error: takeFirstLineOfError(error), reason }
          return { origin, actor, action: 'give up job', objectKind: 'job', objectId: id, facts }
        }),
      )
      return { givenUp: jobs.length }
    }),
  retry: async ({ ids }, { write }) => ({ retried: await write((tx) => retryFailedJobs(tx, ids)) }),
}
