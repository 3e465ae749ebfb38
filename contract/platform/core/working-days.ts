import { addDays } from './shanghai.ts'

/** The days that differ from their weekday, each with whether it is a working day (节假日与调休). */
export type SpecialWorkingDays = ReadonlyMap<string, boolean>

/** Returns the day of the week: 0 for Monday, 6 for Sunday. */
export const getWeekdayFromMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const SATURDAY = 5
const isWeekday = (day: string): boolean => getWeekdayFromMonday(day) < SATURDAY

/** '2026-11-25' → '周三' */
export const formatWeekday = (day: string): string => `周${'一二三四五六日'[getWeekdayFromMonday(day)]}`

/** Whether a day is a working day: as the calendar says, else by the weekday. */
export const isWorkingDay = (day: string, special: SpecialWorkingDays): boolean => special.get(day) ?? isWeekday(day)

/** The `count`-th working day after a day. */
export function addWorkingDays(day: string, count: number, special: SpecialWorkingDays): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    if (isWorkingDay(reached, special)) left--
  }
  return reached
}
