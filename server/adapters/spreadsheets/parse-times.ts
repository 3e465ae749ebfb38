/** Days and times as banks write them, in one column or in two. */

const DAY = /^(20\d{2})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[\sT]|$)/
const DAY_AND_CLOCK = /^(20\d{2})(\d{2})(\d{2})\d*$/

/** Parses a day; undefined if it is not one. */
export function parseDay(text: string): string | undefined {
  const match = DAY.exec(text) ?? DAY_AND_CLOCK.exec(text)
  if (!match) return undefined
  const day = `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : undefined
}

const CLOCK = /(?:^|[\sT]|^20\d{6})([01]?\d|2[0-3])(?::([0-5]\d)(?::([0-5]\d))?|([0-5]\d)([0-5]\d))(?:\.\d+)?$/

/**
 * Finds the time of day in a text, with or without a day before it: '8:48:24', '084824', '20261117 08:48' → '08:48:24', …; undefined if
 * there is none.
 */
function clockIn(text: string): string | undefined {
  const [, hours, minutes, seconds, minutesBeside, secondsBeside] = CLOCK.exec(text) ?? []
  const [minute, second] = [minutes ?? minutesBeside, seconds ?? secondsBeside ?? '00']
  return hours === undefined || minute === undefined ? undefined : `${hours.padStart(2, '0')}:${minute}:${second}`
}

/**
 * The instant of a transaction in Asia/Shanghai. The day in the time's text has priority over the day beside it. null if the statement has
 * only a day.
 */
export function parseShanghaiDayAndTime(day: string, time: string): Date | null {
  const clock = clockIn(time)
  return clock === undefined ? null : new Date(`${parseDay(time) ?? day}T${clock}+08:00`)
}
