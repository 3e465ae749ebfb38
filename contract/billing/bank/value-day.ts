import { addDays } from '#contract/platform/core/shanghai.ts'

/** How many days back one person may say that money came; what lies further back takes two people. */
export const VALUE_DAYS_WITHOUT_SECOND_PERSON = 3
/** How many days back two people may say so. Nobody says it of a day to come. */
export const VALUE_DAYS_MAX = 90

/** The earliest day that money may be said to have come on, as of today. */
export const earliestValueDay = (today: string): string => addDays(today, -VALUE_DAYS_MAX)
