import { Day } from '#contract/platform/core/fields.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'
import { getWeekdayFromMonday } from '#contract/platform/core/working-days.ts'

/** The formats in which people type or paste a day: 20261121, 2026-1-2, 2026/1/2, 2026.1.2, 2026年1月2日. */
const TYPED = /^(\d{4})(?:(\d{2})(\d{2})|[-/.年](\d{1,2})[-/.月](\d{1,2})日?)$/

/** Parses a typed day to 'YYYY-MM-DD'; undefined if it is invalid. */
export function parseDay(typed: string): string | undefined {
  const [, year, month, date, looseMonth, looseDate] = TYPED.exec(typed.replace(/\s/g, '')) ?? []
  if (year === undefined) return undefined
  const two = (digits: string | undefined = '') => digits.padStart(2, '0')
  const day = `${year}-${two(month ?? looseMonth)}-${two(date ?? looseDate)}`
  return Day.safeParse(day).success ? day : undefined
}

/** Returns the days of a month 'YYYY-MM', with empty cells before the first day. Weeks begin on Monday. */
export function listMonthDays(month: string): { blanks: number; days: string[] } {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return { blanks: getWeekdayFromMonday(`${month}-01`), days }
}

/** Returns the same date some months later or earlier. In a shorter month it is the last day. */
function monthsOn(day: string, months: number): string {
  const { days } = listMonthDays(addMonths(day.slice(0, 7), months))
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -getWeekdayFromMonday(day)),
  End: (day) => addDays(day, 6 - getWeekdayFromMonday(day)),
  PageUp: (day) => monthsOn(day, -1),
  PageDown: (day) => monthsOn(day, 1),
}

/** Returns the day that a key moves to in the calendar; undefined for other keys. */
export const getDayAfterKeyPress = (key: string, day: string): string | undefined => MOVES[key]?.(day)

/** The first and the last day that are allowed. */
export interface AllowedDayRange {
  min?: string | undefined
  max?: string | undefined
}

/** Returns the nearest day in a range. */
export function clampDay(day: string, { min, max }: AllowedDayRange): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

/** Returns what is wrong with a typed day; undefined for a day in the range, and for an empty text. */
export function getDayError(typed: string, { min, max }: AllowedDayRange = {}): string | undefined {
  if (typed === '') return undefined
  const day = parseDay(typed)
  if (day === undefined) return '请按 年-月-日 填写，如 2026-11-22'
  if (min !== undefined && day < min) return `日期不能早于 ${min}`
  return max !== undefined && day > max ? `日期不能晚于 ${max}` : undefined
}

/** Parses a typed day in a range to 'YYYY-MM-DD'; undefined if `getDayError` reports an error or the text is empty. */
export const parseDayInRange = (typed: string, range: AllowedDayRange = {}): string | undefined =>
  getDayError(typed, range) === undefined ? parseDay(typed) : undefined

/** A text of the full length. A shorter one may be incomplete, so it is parsed on blur. */
const FINISHED = /^(\d{8}|.{10,})$/

/** Returns the value of the field while somebody types: a complete day as 'YYYY-MM-DD', else the text. */
export const normaliseDayWhileTyping = (text: string): string => (FINISHED.test(text) ? parseDay(text) : undefined) ?? text
