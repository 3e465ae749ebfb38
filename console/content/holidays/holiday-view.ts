import type { Holiday } from '#contract/operations/settings/holiday-api.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { formatWeekday, getWeekdayFromMonday } from '#contract/platform/core/working-days.ts'
import { listMonthDays } from '#ui/day/day-view.ts'
import { formatMonthDay } from '#ui/format.ts'

/** A holiday with all its days. Entries of staff stay one day each, because they are deleted one by one. */
export interface HolidaySpan extends Holiday {
  dayTo: string
}

const continues = (span: HolidaySpan | undefined, { day, working, title, source }: Holiday): span is HolidaySpan =>
  span !== undefined &&
  source === 'calendar' &&
  span.source === source &&
  span.working === working &&
  span.title === title &&
  addDays(span.dayTo, 1) === day

export function groupHolidaySpans(days: readonly Holiday[]): HolidaySpan[] {
  const spans: HolidaySpan[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (continues(last, day)) last.dayTo = day.day
    else spans.push({ ...day, dayTo: day.day })
  }
  return spans
}

const SATURDAY = 5

/** 10月1日（周四）至 10月7日（周三） */
export function formatHolidaySpan({ day, dayTo }: Pick<HolidaySpan, 'day' | 'dayTo'>): string {
  const one = (at: string) => `${formatMonthDay(at)}（${formatWeekday(at)}）`
  return day === dayTo ? one(day) : `${one(day)}至 ${one(dayTo)}`
}

export const countHolidaySpanDays = ({ day, dayTo }: Pick<HolidaySpan, 'day' | 'dayTo'>): number =>
  (Date.parse(dayTo) - Date.parse(day)) / 86_400_000 + 1

/** The kind of a day in the calendar: a working day, a weekend, a holiday, or a working day at a weekend. */
export type CalendarDayKind = 'work' | 'weekend' | 'off' | 'makeUp'

export interface CalendarCell {
  day: string
  shade: CalendarDayKind
  ours: boolean
}

/** The days of a month, with empty cells before the first day (weeks begin on Monday). */
export function toCalendarMonthCells(
  year: number,
  month: number,
  known: ReadonlyMap<string, Holiday>,
): { blanks: number; cells: CalendarCell[] } {
  const { blanks, days } = listMonthDays(`${year}-${String(month).padStart(2, '0')}`)
  const cells = days.map((day): CalendarCell => {
    const word = known.get(day)
    const plain: CalendarDayKind = getWeekdayFromMonday(day) >= SATURDAY ? 'weekend' : 'work'
    return { day, shade: word ? (word.working ? 'makeUp' : 'off') : plain, ours: word?.source === 'staff' }
  })
  return { blanks, cells }
}

const YEAR = /^20[2-9]\d$/
/** Returns the year in the URL, or else this year. */
export const parseCalendarYear = (text: string | undefined, thisYear: number): number => (text && YEAR.test(text) ? Number(text) : thisYear)
