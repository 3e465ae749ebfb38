import { Month } from '#contract/platform/core/fields.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'

/** How far back a person may look by month. */
const MONTHS_BACK = 24

/** A month from an address; undefined, which is every month, for anything that is none. */
export const parseMonth = (text: string | undefined): string | undefined => (Month.safeParse(text).success ? text : undefined)

/** The months to choose from, the latest first: two years back from today, and the chosen one if it lies beyond. */
export function monthChoices(today: string, chosen: string | undefined): string[] {
  const current = today.slice(0, 7)
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => addMonths(current, -back))
  if (chosen === undefined || months.includes(chosen)) return months
  return [...months, chosen].sort().reverse()
}
