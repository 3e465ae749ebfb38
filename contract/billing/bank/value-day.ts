import { addDays } from '#contract/platform/core/shanghai.ts'

/** How many days back one person may set the value date. An earlier day needs two people. */
export const VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON = 3
/** How many days back two people may set it. A future day is never allowed. */
export const VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE = 90

/** The earliest value date that is allowed, as of today in Asia/Shanghai. */
export const getEarliestValueDayForTwoPeople = (today: string): string => addDays(today, -VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE)

/** The earliest value date that one person may type without another one, as of today. */
export const getEarliestValueDayForOnePerson = (today: string): string => addDays(today, -VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON)
