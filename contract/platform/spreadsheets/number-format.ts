/** Decides which numbers of a workbook are days or times, and converts them. */

/** Built-in formats for days and times (ECMA-376 §18.8.30), including those of East Asian versions. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/**
 * Whether a format shows a day or a time: it contains a letter for one outside of quotes, escapes and brackets. [h] is a duration, which
 * also counts.
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to)
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[[^[\]]*\]/g, (bracket) => (/^\[[hms]+\]$/i.test(bracket) ? bracket : ''))
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare)
}

const DAY_MS = 86_400_000
/** Day 0 of the 1900 calendar, correct from March 1900 on. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** The last day of the year 9999. */
const SERIAL_MAX = 2_958_465

/**
 * Converts a serial number to text: 46343 → '2026-11-17', 46343.5 → '2026-11-17 12:00:00', 0.5 → '12:00:00'; undefined if it is not a time.
 */
export function formatSerialDate(digits: string, since1904: boolean): string | undefined {
  const serial = Number(digits)
  if (digits === '' || !(serial >= 0 && serial <= SERIAL_MAX)) return undefined
  // Rounded to seconds, because the fraction of a day is never exact.
  const ms = Math.round(serial * 86_400) * 1_000
  const [day, clock = ''] = new Date((since1904 ? EPOCH_1904 : EPOCH_1900) + ms).toISOString().slice(0, 19).split('T')
  if (ms < DAY_MS && !since1904) return clock
  return ms % DAY_MS === 0 ? day : `${day} ${clock}`
}
