// Reads and writes the table `job_run`.
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { KEPT_JOB_RUNS, type PastJobRun, type ScheduledJob } from '#contract/operations/jobs/console-api.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Clock } from '#server/platform/core/moment.ts'
import { labelOfTask } from './task-labels.ts'
import { scheduledJobTimetable } from './timetable.ts'

/** How much of an error is kept and shown. */
const ERROR_MAX = 500

/** Returns the first line of an error, as it is kept and shown. */
export const takeFirstLineOfError = (error: string): string => (error.split('\n')[0] ?? '').slice(0, ERROR_MAX)

interface JobRun {
  task: string
  startedAt: Date
  endedAt: Date
  /** undefined: it succeeded. */
  error: string | undefined
}

/** A run as the table keeps it. */
interface KeptRun {
  at: string
  ms: number
  error: string | null
}

const toPastRun = ({ at, ms, error }: KeptRun): PastJobRun => ({ startedAt: new Date(at), durationMs: ms, error })

/** Writes the last run of a scheduled task and keeps those before it; runs of several servers count together. */
async function recordJobRun(db: Db, { task, startedAt, endedAt, error }: JobRun): Promise<void> {
  const message = error === undefined ? null : takeFirstLineOfError(error) || 'unknown error'
  const failure = message === null ? {} : { failed_at: endedAt, error: message }
  const kept: KeptRun = { at: startedAt.toISOString(), ms: Math.max(0, endedAt.getTime() - startedAt.getTime()), error: message }
  // Built here: a distributed database takes only immutable functions where a row is there already.
  const newest = sql<string>`${JSON.stringify([kept])}::jsonb`
  await db
    .insertInto('job_run')
    .values({
      task,
      started_at: startedAt,
      ended_at: endedAt,
      failed: error !== undefined,
      runs: 1,
      failures: error === undefined ? 0 : 1,
      recent: newest,
      ...failure,
    })
    .onConflict((conflict) =>
      conflict.column('task').doUpdateSet((eb) => ({
        started_at: startedAt,
        ended_at: endedAt,
        failed: error !== undefined,
        runs: eb('job_run.runs', '+', 1),
        failures: eb('job_run.failures', '+', error === undefined ? 0 : 1),
        // The newest runs. A distributed database refuses a subquery here.
        recent: sql<string>`jsonb_path_query_array(${newest} || job_run.recent, ${sql.lit(`$[0 to ${KEPT_JOB_RUNS - 1}]`)})`,
        ...failure,
      })),
    )
    .execute()
}

/**
 * Makes the scheduled tasks record their runs. A run that cannot be recorded stays as it was: the queue has its result, and `unrecorded` is
 * told why.
 */
export function wrapScheduledTasksToRecordRuns(
  tasks: TaskList,
  { db, clock, unrecorded }: { db: Db; clock: Clock; unrecorded: (error: unknown) => void },
): TaskList {
  const scheduled = new Set(scheduledJobTimetable.map(({ task }) => task))
  const recorded = Object.entries(tasks).map(([task, run]): [string, TaskList[string]] => {
    if (!run || !scheduled.has(task)) return [task, run]
    return [
      task,
      async (payload, helpers) => {
        const startedAt = clock()
        const record = (error?: string) => recordJobRun(db, { task, startedAt, endedAt: clock(), error }).catch(unrecorded)
        try {
          await run(payload, helpers)
        } catch (error) {
          await record(error instanceof Error ? error.message : String(error))
          throw error
        }
        await record()
      },
    ]
  })
  return Object.fromEntries(recorded)
}

/** Lists the scheduled tasks in the order of the timetable, with their last runs and their next time. */
export async function listScheduledJobsWithLastAndNextRun(db: Db, now: Date): Promise<ScheduledJob[]> {
  const rows = new Map((await db.selectFrom('job_run').selectAll().execute()).map((row) => [row.task, row]))
  // The library of the queue is loaded when somebody looks, because a start does not need it (decision 43).
  const { computeNextRunTimesByTask } = await import('./next-runs.ts')
  const next = computeNextRunTimesByTask(now)
  return scheduledJobTimetable.map(({ task, schedule }): ScheduledJob => {
    const row = rows.get(task)
    const nextAt = next.get(task) ?? now
    const base = { task, taskLabel: labelOfTask(task), schedule, nextAt }
    if (!row) return { ...base, lastRun: null, runs: 0, failures: 0, lastFailure: null, recent: [] }
    const { started_at: startedAt, ended_at: endedAt, failed, failed_at: failedAt, error } = row
    return {
      ...base,
      lastRun: { startedAt, durationMs: Math.max(0, endedAt.getTime() - startedAt.getTime()), failed },
      runs: Number(row.runs),
      failures: Number(row.failures),
      lastFailure: failedAt === null || error === null ? null : { at: failedAt, error },
      recent: (row.recent as unknown as KeptRun[]).map(toPastRun),
    }
  })
}
