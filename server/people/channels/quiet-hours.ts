import type { QuietHours } from '#contract/people/channels/fields.ts'
import { addDays, addHours, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'

const HOUR_MS = 3_600_000

/** When quiet hours end that `now` lies in; null: it lies in none. */
export function findEndOfQuietHours(now: Date, quiet: QuietHours | null): Date | null {
  if (quiet === null) return null
  const { fromHour, untilHour } = quiet
  const today = toShanghaiDay(now)
  const hour = Math.floor((now.getTime() - getStartOfShanghaiDay(today).getTime()) / HOUR_MS)
  const isQuiet = fromHour < untilHour ? hour >= fromHour && hour < untilHour : hour >= fromHour || hour < untilHour
  if (!isQuiet) return null
  return addHours(getStartOfShanghaiDay(hour < untilHour ? today : addDays(today, 1)), untilHour)
}
