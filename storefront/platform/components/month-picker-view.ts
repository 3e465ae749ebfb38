import { Month } from '#contract/platform/core/fields.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'

/** How many months back a person can choose. */
const MONTHS_BACK = 24

/** Parses a month from an address; undefined, which means every month, if it is invalid. */
export const parseMonth = (text: string | undefined): string | undefined => (Month.safeParse(text).success ? text : undefined)

/** The months to choose from, the latest first: two years back from today, and the chosen one if it is earlier. */
export function monthChoices(today: string, chosen: string | undefined): string[] {
  const current = today.slice(0, 7)
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => addMonths(current, -back))
  if (chosen === undefined || months.includes(chosen)) return months
  return [...months, chosen].sort().reverse()
}
