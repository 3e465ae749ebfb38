import { Day } from '#contract/platform/core/fields.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'

/** As people type or paste a day: 20261121, 2026-1-2, 2026/1/2, 2026.1.2, 2026年1月2日. */
const TYPED = /^(\d{4})(?:(\d{2})(\d{2})|[-/.年](\d{1,2})[-/.月](\d{1,2})日?)$/

/** A typed day as 'YYYY-MM-DD'; undefined for what is none. */
export function parseDay(typed: string): string | undefined {
  const [, year, month, date, looseMonth, looseDate] = TYPED.exec(typed.replace(/\s/g, '')) ?? []
  if (year === undefined) return undefined
  const two = (digits: string | undefined = '') => digits.padStart(2, '0')
  const day = `${year}-${two(month ?? looseMonth)}-${two(date ?? looseDate)}`
  return Day.safeParse(day).success ? day : undefined
}

/** Which day of its week a day is: 0 for Monday, 6 for Sunday. */
export const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The days of a month, 'YYYY-MM', with as many empty places in front as its first week lacks; weeks begin on Monday. */
export function monthDays(month: string): { blanks: number; days: string[] } {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return { blanks: weekday(`${month}-01`), days }
}

/** The same date of a month so many months away; its last day where it is shorter. */
function monthsOn(day: string, months: number): string {
  const { days } = monthDays(addMonths(day.slice(0, 7), months))
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, 6 - weekday(day)),
  PageUp: (day) => monthsOn(day, -1),
  PageDown: (day) => monthsOn(day, 1),
}

/** Where a key leads from a day of the calendar; undefined for a key that leads nowhere. */
export const dayAfterKey = (key: string, day: string): string | undefined => MOVES[key]?.(day)

/** The first and the last day that may be chosen. */
export interface DayRange {
  min?: string | undefined
  max?: string | undefined
}

/** The nearest day of a range. */
export function clampDay(day: string, { min, max }: DayRange): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

/** What is wrong with what was typed as a day; undefined for a day of the range, and for nothing at all. */
export function dayError(typed: string, { min, max }: DayRange = {}): string | undefined {
  if (typed === '') return undefined
  const day = parseDay(typed)
  if (day === undefined) return '请按 年-月-日 填写，如 2026-11-22'
  if (min !== undefined && day < min) return `日期不能早于 ${min}`
  return max !== undefined && day > max ? `日期不能晚于 ${max}` : undefined
}

/** A typed day of a range as 'YYYY-MM-DD'; undefined for what `dayError` says something against, and for nothing at all. */
export const parseDayInRange = (typed: string, range: DayRange = {}): string | undefined =>
  dayError(typed, range) === undefined ? parseDay(typed) : undefined

/** As long as no further digit can follow; anything shorter waits until the field is left. */
const FINISHED = /^(\d{8}|.{10,})$/

/** What a field holds while somebody types: a finished day as 'YYYY-MM-DD', else the text as it is. */
export const normaliseTypedDay = (text: string): string => (FINISHED.test(text) ? parseDay(text) : undefined) ?? text
