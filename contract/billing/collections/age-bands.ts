import { addDays } from '#contract/platform/core/shanghai.ts'
import type { AgeBand } from './shapes.ts'

/** The upper ends of the first three bands, in days after the due day, each later than the one before. The fourth has no end. */
export interface AgeBandLimits {
  band1: number
  band2: number
  band3: number
}

/** The bands by which tasks are grouped: [30, 60, 90] gives 1–30, 31–60, 61–90 and above 90 days. */
export function buildAgeBands({ band1, band2, band3 }: AgeBandLimits): AgeBand[] {
  const ends = [band1, band2, band3]
  const bands = ends.map((until, at) => {
    const from = (ends[at - 1] ?? 0) + 1
    return { band: at + 1, label: `逾期 ${from}–${until} 天`, from, until }
  })
  return [...bands, { band: ends.length + 1, label: `逾期 ${band3} 天以上`, from: band3 + 1, until: null }]
}

/** The number of days between two days; 0 at least. */
export const countDaysLate = (dueDay: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDay)) / 86_400_000))

/** The band of an age in days. */
export const findAgeBandNumber = (bands: readonly AgeBand[], days: number): number =>
  bands.find(({ until }) => until === null || days <= until)?.band ?? 1

/** The due days of a band on a day, both inclusive. A missing side is open. */
export function getDueDayRangeOfAgeBand({ from, until }: AgeBand, today: string): { first: string | null; last: string } {
  return { first: until === null ? null : addDays(today, -until), last: addDays(today, from === 1 ? 0 : -from) }
}
