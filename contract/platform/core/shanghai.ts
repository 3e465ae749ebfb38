/**
 * The business calendar. Days and months are those of Asia/Shanghai, whatever the time zone of a server or browser. It has been eight hours
 * ahead of UTC without summer time since 1991, and the mall has only later dates. Days are text 'YYYY-MM-DD', months 'YYYY-MM', instants
 * `Date`.
 */
const AHEAD_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** Formats an instant in Shanghai time: '2026-11-21 14:03:22'. */
export function formatShanghaiTime(at: Date): string {
  return new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')
}

export const toShanghaiDay = (at: Date): string => formatShanghaiTime(at).slice(0, 10)
export const toShanghaiMonth = (at: Date): string => formatShanghaiTime(at).slice(0, 7)

/** The first instant of a day, and the first instant after it. */
export const getStartOfShanghaiDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS)
export const getStartOfNextShanghaiDay = (day: string): Date => new Date(getStartOfShanghaiDay(day).getTime() + DAY_MS)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
/** The number of days from one day to another, with both; NaN if one is not a day. */
export const countDaysInclusive = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
export const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000)

/** Adds months to a month: addMonths('2026-11', 2) is '2027-01'. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The last day of a month: getLastDayOfMonth('2026-11') is '2026-11-30'. */
export const getLastDayOfMonth = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/** The half-open interval of a month, as instants. */
export const getShanghaiMonthInterval = (month: string): { from: Date; until: Date } => ({
  from: getStartOfShanghaiDay(`${month}-01`),
  until: getStartOfShanghaiDay(`${addMonths(month, 1)}-01`),
})

/** 次月10号还款: drawdowns of a month are due on the 10th of the next month (specification §9). */
export const STATEMENT_DUE_DAY_OF_MONTH = 10
export const getStatementDueDay = (month: string): string => `${addMonths(month, 1)}-${STATEMENT_DUE_DAY_OF_MONTH}`
