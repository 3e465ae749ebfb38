import { addDays, formatShanghaiTime, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { addWorkingDays, isWorkingDay, type SpecialWorkingDays } from '#contract/platform/core/working-days.ts'

/** Until when the warehouse hands over on the same working day, at one time. */
interface CutOffTerms {
  effectiveAt: Date
  /** '16:00', Shanghai time. */
  cutOff: string
}

/** What the days on which orders are to be shipped follow from: all terms, the latest first, and the days that differ from their weekday. */
export interface ShippingCalendar {
  terms: readonly CutOffTerms[]
  special: SpecialWorkingDays
}

/** How orders that wait for their shipment stand to the day on which they are to be shipped (发货时限). */
export const shipDueFilters = {
  overdue: { label: '已超期' },
  today: { label: '今天应发' },
  byToday: { label: '今天及以前应发' },
  later: { label: '以后应发' },
} as const
export type ShipDueFilter = keyof typeof shipDueFilters

/** Instants from one on and before another. null: from the beginning. */
export interface InstantSpan {
  from: Date | null
  until: Date
}

/** Returns the day on which the warehouse hands over what is paid for at an instant: that day, or the next working day. */
export function computeHandOverDay(paidAt: Date, cutOff: string, special: SpecialWorkingDays): string {
  const [day = '', time = ''] = formatShanghaiTime(paidAt).split(' ')
  return isWorkingDay(day, special) && time.slice(0, 5) < cutOff ? day : addWorkingDays(day, 1, special)
}

/**
 * Returns the day on which an order is to be shipped that waits since an instant. It is the day from which its promised day is counted, by the
 * terms that held at that instant.
 */
export function computeShipByDay(since: Date, { terms, special }: ShippingCalendar): string | undefined {
  const held = terms.find(({ effectiveAt }) => effectiveAt <= since) ?? terms.at(-1)
  return held && computeHandOverDay(since, held.cutOff, special)
}

/** More days than any holiday is long. */
const DAYS_OFF_MAX = 60

const findWorkingDayUntil = (day: string, special: SpecialWorkingDays): string => {
  let reached = day
  for (let left = DAYS_OFF_MAX; left > 0 && !isWorkingDay(reached, special); left--) reached = addDays(reached, -1)
  return reached
}

const MINUTE_MS = 60_000

/** The instant of a time of a day: '16:00'. */
function toInstant(day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(getStartOfShanghaiDay(day).getTime() + (hours * 60 + minutes) * MINUTE_MS)
}

/**
 * Lists the instants since which orders wait that are to be shipped on a day or before, so that a statement can find them. It agrees with
 * `computeShipByDay`: several spans are needed only around a change of the cut-off.
 */
export function listSpansToShipBy(day: string, { terms, special }: ShippingCalendar): InstantSpan[] {
  const lastWorkingDay = findWorkingDayUntil(day, special)
  const oldestFirst = [...terms].reverse()
  const spans: InstantSpan[] = []
  for (const [at, { effectiveAt, cutOff }] of oldestFirst.entries()) {
    const from = at === 0 ? null : effectiveAt
    const closes = toInstant(lastWorkingDay, cutOff)
    const next = oldestFirst[at + 1]?.effectiveAt
    const until = next && next < closes ? next : closes
    if (from !== null && from >= until) continue
    const last = spans.at(-1)
    if (last && from !== null && last.until.getTime() === from.getTime()) last.until = until
    else spans.push({ from, until })
  }
  return spans
}
