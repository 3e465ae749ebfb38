import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Instant, RequiredText } from '#contract/platform/core/fields.ts'

/** How many failed jobs are listed, and how many can be retried in one call. */
export const FAILED_JOBS_MAX = 100

/** The number of a job in the queue, as text. */
const JobNo = z.string().check(z.regex(/^\d{1,18}$/, '任务编号不正确'))

/** A job that failed at its last try. The queue keeps it and does not try it again. */
export const FailedJob = z.object({
  id: JobNo,
  /** The name in the program, such as 'refund.made'. */
  task: z.string(),
  taskLabel: z.string(),
  createdAt: Instant,
  failedAt: Instant,
  attempts: z.int(),
  /** The first line of the error. */
  error: z.string(),
})
export type FailedJob = z.output<typeof FailedJob>

/** How many runs of a task are kept. */
export const KEPT_JOB_RUNS = 20

/** One run of a task. */
export const PastJobRun = z.object({
  startedAt: Instant,
  durationMs: z.int(),
  /** The first line of the error; null: it succeeded. */
  error: z.nullable(z.string()),
})
export type PastJobRun = z.output<typeof PastJobRun>

/** A task that runs by the clock, with its last run. */
export const ScheduledJob = z.object({
  task: z.string(),
  taskLabel: z.string(),
  /** How often it runs, in words. */
  schedule: z.string(),
  nextAt: Instant,
  /** null: it has not run since this is recorded. */
  lastRun: z.nullable(z.object({ startedAt: Instant, durationMs: z.int(), failed: z.boolean() })),
  runs: z.int(),
  failures: z.int(),
  lastFailure: z.nullable(z.object({ at: Instant, error: z.string() })),
  /** Its last runs, the newest first; see `KEPT_JOB_RUNS`. */
  recent: z.array(PastJobRun),
})
export type ScheduledJob = z.output<typeof ScheduledJob>

export const consoleJobEndpoints = defineEndpoints('/console-api/api/job', {
  overview: readEndpoint({
    path: 'overview',
    summary: '后台任务：失败的任务（最早的在前），定时任务的近几次运行和下次时间',
    needs: { staff: 'job' },
    input: EmptyInput,
    output: z.object({ failed: z.array(FailedJob), scheduled: z.array(ScheduledJob) }),
  }),
  retry: writeEndpoint({
    path: 'retry',
    summary: '重试失败的任务；已不在失败状态的跳过',
    needs: { staff: 'job' },
    input: z.strictObject({
      ids: z.array(JobNo).check(z.minLength(1, '请选择任务'), z.maxLength(FAILED_JOBS_MAX, `一次最多 ${FAILED_JOBS_MAX} 个任务`)),
    }),
    output: z.object({ retried: z.int() }),
  }),
  giveUp: writeEndpoint({
    path: 'give-up',
    summary: '放弃失败的任务，须说明原因；已不在失败状态的跳过',
    needs: { staff: 'job' },
    input: z.strictObject({
      ids: z.array(JobNo).check(z.minLength(1, '请选择任务'), z.maxLength(FAILED_JOBS_MAX, `一次最多 ${FAILED_JOBS_MAX} 个任务`)),
      reason: RequiredText(100, '请填写放弃的原因'),
    }),
    output: z.object({ givenUp: z.int() }),
  }),
})
