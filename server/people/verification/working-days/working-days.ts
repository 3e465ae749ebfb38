import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { addWorkingDays } from '#contract/platform/core/working-days.ts'
import { listHolidays } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A review takes one to five working days (specification §9). */
const REVIEW_DAYS = 5
/** More than the number of days in which there are always five working days, even with the longest holiday. */
const LOOKED_AHEAD = 40

/** Returns the day by which a submission of today is reviewed: the fifth working day after today. */
export async function computeReviewDueDay(db: Db, moment: Moment): Promise<string> {
  const today = toShanghaiDay(moment.now)
  const years = new Set([today, addDays(today, LOOKED_AHEAD)].map((one) => Number(one.slice(0, 4))))
  const special = new Map<string, boolean>()
  for (const year of years) for (const holiday of (await listHolidays(db, year)).days) special.set(holiday.day, holiday.working)
  return addWorkingDays(today, REVIEW_DAYS, special)
}
