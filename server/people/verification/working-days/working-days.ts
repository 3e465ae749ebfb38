import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listHolidays } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A review takes one to five working days (specification §9). */
const REVIEW_DAYS = 5
/** More than the number of days in which there are always five working days, even with the longest holiday. */
const LOOKED_AHEAD = 40

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Returns the day by which a submission of today is reviewed: the fifth working day after today. */
export async function computeReviewDueDay(db: Db, moment: Moment): Promise<string> {
  let day = toShanghaiDay(moment.now)
  const years = new Set([day, addDays(day, LOOKED_AHEAD)].map((one) => Number(one.slice(0, 4))))
  const special = new Map<string, boolean>()
  for (const year of years) for (const holiday of (await listHolidays(db, year)).days) special.set(holiday.day, holiday.working)
  for (let left = REVIEW_DAYS; left > 0; ) {
    day = addDays(day, 1)
    if (special.get(day) ?? isWeekday(day)) left--
  }
  return day
}
