import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { addWorkingDays } from '#contract/platform/core/working-days.ts'
import { readHolidaysAndMakeUpWorkdaysInSpan } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A review takes one to five working days (specification §9). */
const REVIEW_DAYS = 5
/** More than the number of days in which there are always five working days, even with the longest holiday. */
const LOOKED_AHEAD = 40

/** Returns the day by which a submission of today is reviewed: the fifth working day after today. */
export async function computeReviewDueDay(db: Db, moment: Moment): Promise<string> {
  const today = toShanghaiDay(moment.now)
  return addWorkingDays(
    today,
    REVIEW_DAYS,
    await readHolidaysAndMakeUpWorkdaysInSpan(db, { from: today, until: addDays(today, LOOKED_AHEAD) }),
  )
}
