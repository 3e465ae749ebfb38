import { addDays } from './shanghai.ts'

/** The days that differ from their weekday, each with whether it is a working day (节假日与调休). */
export type SpecialDays = ReadonlyMap<string, boolean>

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Whether a day is a working day: as the calendar says, else by the weekday. */
export const isWorkingDay = (day: string, special: SpecialDays): boolean => special.get(day) ?? isWeekday(day)

/** The `count`-th working day after a day. */
export function addWorkingDays(day: string, count: number, special: SpecialDays): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    if (isWorkingDay(reached, special)) left--
  }
  return reached
}
