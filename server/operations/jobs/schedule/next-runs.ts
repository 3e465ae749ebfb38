import { parseCronItems } from 'graphile-worker'
import { EVERY_MINUTE, type JobSchedule, scheduledJobTimetable } from './timetable.ts'

/**
 * A scheduled task that fails every time is retried for half an hour, or until its next time. A task of every minute is run again after a
 * minute anyway.
 */
const TRIES_MAX = 8

/** Each task has one row in the queue: its next time replaces a pending retry, so that failing tasks do not pile up. */
const createCronItem = ({ task, match, queueName }: JobSchedule) => ({
  task,
  match,
  options: Object.assign(
    { backfillPeriod: 0, maxAttempts: match === EVERY_MINUTE ? 1 : TRIES_MAX, jobKey: task, jobKeyMode: 'replace' as const },
    queueName === undefined ? {} : { queueName },
  ),
})

/** The timetable as the job queue takes it. */
export const timetableCronItems = parseCronItems(scheduledJobTimetable.map(createCronItem))

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Returns the next times of the tasks after `now`. Each task runs at least once a day. */
export function computeNextRunTimesByTask(now: Date): Map<string, Date> {
  const next = new Map<string, Date>()
  const first = Math.floor(now.getTime() / MINUTE_MS) + 1
  for (let minute = 0; minute < DAY_MINUTES && next.size < timetableCronItems.length; minute++) {
    const at = new Date((first + minute) * MINUTE_MS)
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    for (const { task, match } of timetableCronItems) if (!next.has(task) && match(digest)) next.set(task, at)
  }
  return next
}
