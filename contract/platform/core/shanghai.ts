/**
 * The business day. Whatever zone a server or a browser is set to, days and months are those of Asia/Shanghai, which has been
 * eight hours ahead of UTC without summer time since 1991; everything the mall dates is later than that.
 * Days are text 'YYYY-MM-DD', months 'YYYY-MM', instants `Date`.
 */
const AHEAD_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** The Shanghai wall clock of an instant, as text: '2026-11-21 14:03:22'. */
export function formatShanghaiTime(at: Date): string {
  return new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')
}

export const dayOf = (at: Date): string => formatShanghaiTime(at).slice(0, 10)
export const monthOf = (at: Date): string => formatShanghaiTime(at).slice(0, 7)

/** Midnight at the start of a day, and the first instant that no longer belongs to it. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS)
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
export const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000)

/** The month `months` later: addMonths('2026-11', 2) is '2027-01'. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The half-open span of a month, as instants. */
export const monthSpan = (month: string): { from: Date; until: Date } => ({
  from: startOfDay(`${month}-01`),
  until: startOfDay(`${addMonths(month, 1)}-01`),
})

/** 次月10号还款: what is drawn in a month is due on the 10th of the next (specification §9). */
export const DUE_DAY = 10
export const dueDayOf = (month: string): string => `${addMonths(month, 1)}-${DUE_DAY}`
