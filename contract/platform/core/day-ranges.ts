import { addDays, addMonths } from './shanghai.ts'

/** A range of days, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

/** The ranges that are chosen by one press. */
export const usualDayRanges = {
  month: { label: '本月' },
  lastMonth: { label: '上月' },
  days90: { label: '近 90 天' },
  year: { label: '今年' },
} as const
export type UsualDayRange = keyof typeof usualDayRanges

/** The days of a range that is chosen by one press. Ranges that are not over end on `last`, the last day that can be chosen. */
export function getUsualDayRange(name: UsualDayRange, { today, last }: { today: string; last: string }): DayRange {
  const month = today.slice(0, 7)
  if (name === 'month') return { from: `${month}-01`, to: last }
  if (name === 'lastMonth') return { from: `${addMonths(month, -1)}-01`, to: addDays(`${month}-01`, -1) }
  if (name === 'days90') return { from: addDays(last, -89), to: last }
  return { from: `${today.slice(0, 4)}-01-01`, to: last }
}
