import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'

/** The periods that are offered, up to yesterday: a day that is not over has no paper. Default: the first. */
export function listAccountStatementPeriodChoices(today: string): (DayRange & { label: string })[] {
  const yesterday = addDays(today, -1)
  const year = Number(yesterday.slice(0, 4))
  return [
    { label: '今年至今', from: `${year}-01-01`, to: yesterday },
    { label: '去年', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
}
